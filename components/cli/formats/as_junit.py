"""JUnit XML, which GitLab and Jenkins take: a suite for each file, a test case for each resource.

What is mandatory fails a case; everything else is in its output. A file that cannot be read is a case with an
error.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ..reading import Unread
from ..report import Judged, Report, Told
from ..version import NAME

# XML 1.0 has no way to write these, not even by their numbers.
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_text(report: Report) -> str:
    """The report as XML, in ASCII."""
    suites = [
        *(_suite(file, resources) for file, resources in groupby(report.resources, lambda each: each.file)),
        *(_unread_suite(each) for each in report.unread),
    ]
    root = Element("testsuites", {"name": NAME, **_totals(suites)})
    root.extend(suites)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "us-ascii").decode("ascii")}\n'


def _suite(file: str, resources: Iterable[Judged]) -> Element:
    names: Counter[str] = Counter()
    cases = [_case(each, names) for each in resources]
    failures = sum(case.find("failure") is not None for case in cases)
    suite = Element("testsuite", {"name": _safe(file), **_numbers(len(cases), failures, 0)})
    suite.extend(cases)
    return suite


def _case(resource: Judged, names: Counter[str]) -> Element:
    within = f"{resource.namespace}/" if resource.namespace else ""
    name = f"{within}{resource.label}"
    names[name] += 1
    if names[name] > 1:  # a case is known by its name
        name += f" #{names[name]}"
    file = _safe(resource.file)
    case = Element(
        "testcase",
        {"name": _safe(name), "classname": file, "file": file, "line": str(resource.mark.line), "time": "0"},
    )
    blocking = [each for each in resource.told if each.blocks]
    others = [each for each in resource.told if not each.blocks]
    if blocking:
        message = blocking[0].finding.rule if len(blocking) == 1 else f"{len(blocking)} mandatory findings"
        failure = SubElement(case, "failure", {"type": "mandatory", "message": message})
        failure.text = _lines(blocking, resource)
    if others:
        SubElement(case, "system-out").text = _lines(others, resource)
    return case


def _lines(all_told: Iterable[Told], resource: Judged) -> str:
    lines = (
        f"{resource.file}:{told.mark.line}:{told.mark.column}: {told.finding.message}" for told in all_told
    )
    return _safe("\n".join(lines))


def _unread_suite(unread: Unread) -> Element:
    file = _safe(unread.file)
    suite = Element("testsuite", {"name": file, **_numbers(1, 0, 1)})
    case = SubElement(suite, "testcase", {"name": "can be read", "classname": file, "time": "0"})
    line = f"{file}:{unread.mark.line}: " if unread.mark else f"{file}: "
    error = SubElement(case, "error", {"type": "unreadable", "message": _safe(f"it {unread.what}")})
    error.text = _safe(f"{line}it {unread.what}. {unread.fix}".rstrip(". "))
    return suite


def _totals(suites: list[Element]) -> dict[str, str]:
    tests, failures, errors = (
        sum(int(suite.get(key, "0")) for suite in suites) for key in ("tests", "failures", "errors")
    )
    return _numbers(tests, failures, errors)


def _numbers(tests: int, failures: int, errors: int) -> dict[str, str]:
    return {"tests": str(tests), "failures": str(failures), "errors": str(errors), "time": "0"}


def _safe(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
