"""One problem of a user's input, and the error that carries all of them."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """What is wrong with one field, in words for whoever has to mend it.

    path: where, as the user wrote it, e.g. `tenants.demo.templates.python.image`; empty for the whole input.
    what: what is wrong, without the value of anything secret.
    why:  what would happen otherwise, or where the rule comes from; may be empty.
    fix:  what to write instead; may be empty.
    """

    path: str
    what: str
    why: str = ""
    fix: str = ""

    def __str__(self) -> str:
        text = f"{self.path}: {self.what}" if self.path else self.what
        if self.why:
            text += f" ({self.why})"
        if self.fix:
            text += f". Write instead: {self.fix}"
        return text


class ProblemsError(ValueError):
    """An input that is refused, with every problem it has.

    title: what was refused, e.g. `Pulumi.local.yaml`.
    problems: at least one, in the order of the input.
    """

    def __init__(self, title: str, problems: Iterable[Problem]) -> None:
        self.title = title
        self.problems = tuple(problems)
        count = f"{len(self.problems)} problem" + ("" if len(self.problems) == 1 else "s")
        super().__init__("\n".join([f"{title}: {count}", *(f"  - {problem}" for problem in self.problems)]))


def refuse(title: str, problems: Iterable[Problem]) -> None:
    """Raise ProblemsError when there is any problem; do nothing otherwise."""
    found = tuple(problems)
    if found:
        raise ProblemsError(title, found)
