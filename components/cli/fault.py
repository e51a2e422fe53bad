"""What is said of a fault of this program."""

from traceback import extract_tb


def described_fault(error: Exception) -> str:
    """Where it failed and with what; not the error's own text, which may hold a value of what was judged."""
    place = extract_tb(error.__traceback__)[-1]
    return (
        f"makes this program fail, with {type(error).__name__} in {place.name}, line {place.lineno} of"
        f" {place.filename.rpartition('/')[2]}: please report it"
    )
