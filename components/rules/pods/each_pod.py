"""A rule that looks at one pod at a time."""

from collections.abc import Callable, Iterable, Iterator

from ..exemption import exempted
from ..finding import Finding
from ..pod import Pod
from ..reading import Reading


def each_pod(judge_pod: Callable[[Pod], Iterable[Finding]]) -> Callable[[Reading], Iterator[Finding]]:
    """The rule for a resource, from the rule for a pod. What a pod is exempt from is told as that."""

    def judge(reading: Reading) -> Iterator[Finding]:
        for pod in reading.pods:
            for finding in judge_pod(pod):
                yield exempted(finding, pod.exemptions)

    return judge
