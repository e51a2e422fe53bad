"""Annotations by which a pod was secured before its spec had the fields."""

from collections.abc import Callable, Iterator

from ..part import Seen, is_object
from ..pod import Pod
from ..unknown import UNKNOWN


def annotations(pod: Pod, belongs: Callable[[str], bool]) -> Iterator[Seen]:
    """The annotations of a pod whose keys belong; the annotations as a whole where they are not known yet."""
    every = pod.metadata.see("annotations")
    if every.value is UNKNOWN:
        yield every
    elif is_object(every.value):
        for key, value in every.value.items():
            if belongs(key):
                yield Seen((*every.path, key), value)
