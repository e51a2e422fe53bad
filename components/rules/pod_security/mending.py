"""Edits that mend a pod."""

from ..edit import Edit
from ..part import Part, Seen, is_object, within
from ..pod import Pod


def setting(part: Part, keys: tuple[str, ...], value: object) -> tuple[Edit, ...]:
    """The edit that sets a field; none where something else than an object stands on the way."""
    seen = Seen(part.path, part.value)
    for key in keys[:-1]:
        seen = within(seen, key)
        if seen.value is not None and not is_object(seen.value):
            return ()
    return (Edit((*part.path, *keys), value),)


def is_linux(pod: Pod) -> bool:
    """Whether a pod may have the fields that the API server refuses for another operating system."""
    return pod.itself.see("os", "name").value in (None, "linux")
