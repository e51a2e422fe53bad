"""The rules as a table."""

from collections.abc import Iterator

from ..rules import CATALOGUE, Configuration


def catalogue(configuration: Configuration) -> str:
    """Every rule with its group, its level in a configuration and its title, in lines of text."""
    rows = [("GROUP", "RULE", "LEVEL", "SEVERITY", "TITLE")]
    rows += (
        (str(rule.group), rule.id, str(configuration.levels[rule.id]), str(rule.severity), rule.title)
        for rule in CATALOGUE
    )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "".join(f"{line}\n" for line in _lines(rows, widths, configuration))


def _lines(
    rows: list[tuple[str, str, str, str, str]], widths: list[int], configuration: Configuration
) -> Iterator[str]:
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    on = len(configuration.rules)
    yield f"{len(rows) - 1} rules, {on} of them on, in the profile {configuration.profile.name}"
