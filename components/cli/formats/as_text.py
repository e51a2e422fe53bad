"""For people."""

from collections.abc import Iterator

from ...rules import Verdict
from ..reading import Unread
from ..report import Judged, Report, Told
from .colour import bold, of_level
from .printable import printable


def text(report: Report, verbose: bool = False, colour: bool = False) -> str:
    """What was found, resource by resource, and a summary.

    verbose: also what is exempt, advice, and the resources in which nothing was found.
    """
    lines = [line for resource in report.resources for line in _resource(resource, verbose, colour)]
    lines += (
        printable(f"{each.file}:{each.mark.line}: not judged: it {each.why}") for each in report.unjudged
    )
    lines += (unread_text(each) for each in report.unread)
    if lines:
        lines.append("")
    return "".join(f"{line}\n" for line in [*lines, *_summary(report, verbose)])


def unread_text(unread: Unread) -> str:
    """What cannot be read, in a line."""
    place = f"{unread.file}:{unread.mark.line}:{unread.mark.column}" if unread.mark else unread.file
    fix = f". Give instead: {unread.fix}" if unread.fix else ""
    return printable(f"{place}: cannot be judged: it {unread.what}{fix}")


def _resource(resource: Judged, verbose: bool, colour: bool) -> Iterator[str]:
    shown = [each for each in resource.told if verbose or each.is_fault]
    if not shown and not verbose:
        return
    where = f"{resource.file}:{resource.mark.line}"
    within = f" in {resource.namespace}" if resource.namespace else ""
    passed = "" if shown else ": nothing found"
    yield bold(printable(f"{where}: {resource.label}{within}"), colour) + passed
    if resource.type_token:
        yield f"  {printable(resource.urn)}"
    for each in shown:
        yield f"  {_told(each, resource, colour)}"


def _told(told: Told, resource: Judged, colour: bool) -> str:
    place = f"{resource.file}:{told.mark.line}:{told.mark.column}"
    word = told.level if told.is_fault else told.finding.verdict
    level = of_level(f"{word}:", told.level, colour)
    return f"{printable(place)}: {level} {printable(told.finding.message)}"


def _summary(report: Report, verbose: bool) -> Iterator[str]:
    resources, files = len(report.resources), report.files
    rules = len(report.configuration.rules)
    judged = f"{_count(resources, 'resource')} in {_count(files, 'file')} judged by {_count(rules, 'rule')}"
    told = "; ".join(_counts(report, verbose)) if resources else "nothing to judge"
    yield f"{judged}, profile {report.configuration.profile.name}: {told}"
    if report.configuration.loosened:
        yield f"Blocks less than it could: {report.configuration.loosened}"
    if report.unjudged:
        documents = _count(len(report.unjudged), "document")
        yield f"Not judged, as no cluster would take it for an object: {documents}"
    if report.unread:
        yield f"Cannot be read, so that the check has failed: {_count(len(report.unread), 'file')}"


def _counts(report: Report, verbose: bool) -> Iterator[str]:
    verdicts = report.verdicts
    violations, undetermined = verdicts[Verdict.VIOLATION], verdicts[Verdict.UNDETERMINED]
    if violations or undetermined:
        yield f"{report.mandatory} mandatory, {report.advisory} advisory"
        yield f"{_count(violations, 'violation')}, {undetermined} undetermined"
    else:
        yield "nothing found"
    quiet = [f"{verdicts[each]} {each}" for each in (Verdict.EXEMPT, Verdict.ADVICE) if verdicts[each]]
    if quiet:
        yield ", ".join(quiet) + ("" if verbose else " (--verbose shows them)")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
