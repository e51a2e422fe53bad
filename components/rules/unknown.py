"""The value that is not known yet, which is something else than a value that is missing."""

from typing import Final, final


@final
class Unknown:
    """What an output of a resource is before that resource exists.

    There is one instance, UNKNOWN; compare with `is`. It has no truth value: `if value:` on an unknown value
    would decide what nobody knows.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        raise TypeError("an unknown value has no truth value; compare it with `is UNKNOWN`")

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()
