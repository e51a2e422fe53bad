"""The same refusal in the words of the Pulumi engine."""

from collections.abc import Generator
from contextlib import contextmanager

import pulumi

from .problem import ProblemsError


@contextmanager
def refusing() -> Generator[None]:
    """Within a component's constructor: a refused input ends the program with its message and no traceback.

    Errors: pulumi.RunError in place of ProblemsError.
    """
    try:
        yield
    except ProblemsError as error:
        raise pulumi.RunError(str(error)) from error
