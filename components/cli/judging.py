"""From what was read to a report."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from ..rules import Configuration, Finding, Member, Reading, judge_reading, judge_stack, read
from ..rules.path import is_secret
from .fault import described_fault
from .reading import Read, Subject, Unread
from .report import Judged, Report, Told


@dataclass(slots=True)
class _Case:
    """A resource that is being judged.

    findings: what was found so far.
    """

    subject: Subject
    member: Member
    findings: list[Finding] = field(default_factory=list[Finding])


def judged(what: Read, configuration: Configuration, today: date) -> Report:
    """Judge every resource, and the resources of each stack together.

    today: the day by which exemptions are over or not.

    Never raises: a resource on which the rules fail counts as one that cannot be read.
    """
    failed: list[Unread] = []
    cases = list(_cases(what.subjects, configuration, today, failed))
    stacks: defaultdict[str, list[_Case]] = defaultdict(list)
    for case in cases:
        stacks[case.subject.stack].append(case)
    for stack in stacks.values():
        _judge_stack(stack, configuration, failed)
    resources = tuple(_judged(case, configuration) for case in cases)
    return Report(configuration, resources, tuple(what.unjudged), (*what.unread, *failed))


def _cases(
    subjects: Iterable[Subject], configuration: Configuration, today: date, failed: list[Unread]
) -> Iterator[_Case]:
    for subject in subjects:
        try:
            member = Member(read(subject.resource, today), subject.parent, subject.provider)
            yield _Case(subject, member, judge_reading(member.reading, configuration))
        except Exception as error:  # whatever it is, nothing passes that no rule has judged
            failed.append(Unread(subject.file, subject.locate(()), described_fault(error)))


def _judge_stack(stack: list[_Case], configuration: Configuration, failed: list[Unread]) -> None:
    by_urn = {case.subject.resource.urn: case for case in stack}
    try:
        for found in judge_stack([case.member for case in stack], configuration):
            # A finding on something that is no member is told at the first, rather than not at all.
            by_urn.get(found.urn, stack[0]).findings.append(found.finding)
    except Exception as error:  # the same
        failed.append(Unread(stack[0].subject.file, None, described_fault(error)))


def _judged(case: _Case, configuration: Configuration) -> Judged:
    subject, resource = case.subject, case.subject.resource
    told = (
        Told(finding, configuration.level_of(finding), subject.locate(finding.at))
        for finding in dict.fromkeys(case.findings)
    )
    return Judged(
        file=subject.file,
        mark=subject.locate(()),
        number=subject.number,
        kind=(resource.type_token or str(resource.properties["kind"])).rpartition(":")[2],
        name=resource.name,
        namespace=_namespace(case.member.reading),
        type_token=resource.type_token or "",
        urn=resource.urn,
        told=tuple(sorted(told, key=lambda each: each.mark)),
    )


def _namespace(reading: Reading) -> str:
    if is_secret(("metadata", "namespace"), reading.resource.secrets):
        return ""
    return next((each.namespace for each in reading.objects if not each.path and each.namespace), "")
