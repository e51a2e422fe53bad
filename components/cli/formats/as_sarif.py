"""SARIF 2.1.0, which GitHub code scanning takes.

Source of the shape: the OASIS standard, and for the properties that GitHub reads, "SARIF support for code
scanning" in its documentation.
"""

import hashlib
import json
from collections import Counter
from typing import Final
from urllib.parse import quote

from ...rules import CATALOGUE, Configuration, Level, Rule, Severity, Verdict
from ..reading import Mark, Unread
from ..report import Judged, Report, Told
from ..version import NAME, version

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT: Final = "gkeAgentSandbox/v1"

# The bands of GitHub: above 9 critical, from 7 high, from 4 medium, below low.
_SCORES: Final = {
    Severity.LOW: "2.0",
    Severity.MEDIUM: "5.0",
    Severity.HIGH: "8.0",
    Severity.CRITICAL: "9.5",
}
_LEVELS: Final = {Level.DISABLED: "none", Level.ADVISORY: "warning", Level.MANDATORY: "error"}
_POSITIONS: Final = {rule.id: position for position, rule in enumerate(CATALOGUE)}


def sarif_text(report: Report) -> str:
    """The report as a SARIF log with one run, in ASCII."""
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]}
    return json.dumps(log, indent=2) + "\n"


def _run(report: Report) -> dict[str, object]:
    seen: Counter[str] = Counter()
    results = [_result(told, resource, seen) for resource in report.resources for told in resource.told]
    driver = {
        "name": NAME,
        "version": version(),
        "rules": [_rule(rule, report.configuration) for rule in CATALOGUE],
    }
    invocation = {
        "executionSuccessful": not report.unread,
        "toolExecutionNotifications": [_notification(each) for each in report.unread],
    }
    return {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }


def _rule(rule: Rule, configuration: Configuration) -> dict[str, object]:
    level = min(configuration.levels[rule.id], Level.MANDATORY, key=lambda each: each.strength)
    references = [f"{each.standard} {each.version}: {each.control}" for each in rule.references]
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.description},
        "help": {"text": rule.remediation},
        "helpUri": rule.url,
        "defaultConfiguration": {"enabled": level is not Level.DISABLED, "level": _LEVELS[level]},
        "properties": {
            "tags": ["security", str(rule.group), *references],
            "precision": "very-high",
            "security-severity": _SCORES[rule.severity],
        },
    }


def _result(told: Told, resource: Judged, seen: Counter[str]) -> dict[str, object]:
    finding = told.finding
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": _POSITIONS[finding.rule],
        "level": _LEVELS[told.level] if told.is_fault else "note",
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": _location(resource.file, told.mark),
                "logicalLocations": [{"fullyQualifiedName": f"{resource.label}/{finding.path}"}],
            }
        ],
        "partialFingerprints": {FINGERPRINT: _fingerprint(told, resource, seen)},
        "properties": {"verdict": str(finding.verdict)},
    }
    if finding.verdict is Verdict.EXEMPT:
        result["suppressions"] = [{"kind": "external", "justification": finding.exemption}]
    return result


def _fingerprint(told: Told, resource: Judged, seen: Counter[str]) -> str:
    """The same as long as the fault is the same, wherever in the file it stands; the second of two that are
    alike has another than the first.
    """
    place = (resource.file, resource.type_token, resource.kind, resource.namespace, resource.name)
    what = "\n".join([told.finding.rule, told.finding.path, told.finding.who, *place])
    seen[what] += 1
    return hashlib.sha256(f"{what}\n{seen[what]}".encode("utf-8", "replace")).hexdigest()[:32]


def _location(file: str, mark: Mark | None) -> dict[str, object]:
    location: dict[str, object] = {"artifactLocation": {"uri": _uri(file)}}
    if mark is not None:
        location["region"] = {"startLine": mark.line, "startColumn": mark.column}
    return location


def _uri(file: str) -> str:
    """Relative to the root of the repository. GitHub makes an absolute path relative itself."""
    uri = quote(file.encode("utf-8", "replace"))
    return f"file://{uri}" if uri.startswith("/") else uri


def _notification(unread: Unread) -> dict[str, object]:
    return {
        "level": "error",
        "message": {"text": f"{unread.file} cannot be judged: it {unread.what}"},
        "locations": [{"physicalLocation": _location(unread.file, unread.mark)}],
    }
