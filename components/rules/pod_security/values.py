"""What a field may hold; a value of another type is none of these."""


def is_false(value: object) -> bool:
    """Whether a value is false. 0 and "false" are not."""
    return value is False


def is_empty(value: object) -> bool:
    """Whether a value is the empty string, which the API takes for a field that is not set."""
    return value == ""


def is_zero(value: object) -> bool:
    """Whether a value is the number 0. Pulumi hands on every number as a float."""
    return isinstance(value, int | float) and not isinstance(value, bool) and value == 0


def is_user(value: object) -> bool:
    """Whether a value is the number of a user other than root. Pulumi hands on every number as a float."""
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and value > 0 and value == value // 1
    )
