"""A rule that looks at one pod at a time."""

from collections.abc import Callable, Iterable, Iterator

from .finding import Finding
from .parameter import Settings
from .pod import Pod
from .reading import Reading


def each_pod(
    judge: Callable[[Pod, Settings], Iterable[Finding]],
) -> Callable[[Reading, Settings], Iterator[Finding]]:
    """The rule for a resource, from the rule for a pod."""

    def of_reading(reading: Reading, settings: Settings) -> Iterator[Finding]:
        for pod in reading.pods:
            yield from judge(pod, settings)

    return of_reading
