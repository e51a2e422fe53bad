"""Values that cannot be judged yet, e.g. an output that is not known before the first `up`.

The checks of this room get a predicate and look past every value for which it is true. They know nothing of
the engine that makes such values.
"""

from collections.abc import Callable

IsOpaque = Callable[[object], bool]


def never_opaque(_value: object) -> bool:
    """Every value is plain: what was read from a file or from the API server."""
    return False
