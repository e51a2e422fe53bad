"""For programs of the reader's own.

{
  "version": 1,                    the version of this format; more fields may come under the same number
  "tool": {"name", "version"},
  "profile": "sandbox",
  "loosened": "",                  what blocks less than the profile sandbox, in a sentence
  "summary": {"resources", "files", "rules", "mandatory", "advisory", "violations", "undetermined",
              "exempt", "advice", "notJudged", "unreadable"},            numbers
  "resources": [{
    "file", "line", "number",      where it begins, and its position in the file, from 1
    "kind", "name", "namespace",   strings, empty where there is none
    "type",                        its Pulumi type; empty for an object of a file
    "urn",                         what tells it from every other
    "findings": [{
      "rule", "verdict",           violation, undetermined, exempt or advice
      "level",                     mandatory or advisory
      "severity",                  low, medium, high or critical
      "line", "column",            where the field stands, or what it is missing from
      "who", "path", "found", "required", "fix", "exemption", "message"    strings
    }]
  }],
  "notJudged": [{"file", "line", "why"}],
  "unreadable": [{"file", "line", "column", "what", "fix"}]              null where a place is not known
}
"""

import json
from typing import Final

from ...rules import RULES, Verdict
from ..reading import Unread
from ..report import Judged, Report, Told
from ..version import NAME, version

VERSION: Final = 1


def json_text(report: Report) -> str:
    """The report as JSON, in ASCII."""
    return json.dumps(json_value(report), indent=2) + "\n"


def json_value(report: Report) -> dict[str, object]:
    """The same as plain values."""
    return {
        "version": VERSION,
        "tool": {"name": NAME, "version": version()},
        "profile": report.configuration.profile.name,
        "loosened": report.configuration.loosened,
        "summary": _summary(report),
        "resources": [_resource(each) for each in report.resources],
        "notJudged": [
            {"file": each.file, "line": each.mark.line, "why": each.why} for each in report.unjudged
        ],
        "unreadable": [_unread(each) for each in report.unread],
    }


def _summary(report: Report) -> dict[str, int]:
    verdicts = report.verdicts
    return {
        "resources": len(report.resources),
        "files": report.files,
        "rules": len(report.configuration.rules),
        "mandatory": report.mandatory,
        "advisory": report.advisory,
        "violations": verdicts[Verdict.VIOLATION],
        "undetermined": verdicts[Verdict.UNDETERMINED],
        "exempt": verdicts[Verdict.EXEMPT],
        "advice": verdicts[Verdict.ADVICE],
        "notJudged": len(report.unjudged),
        "unreadable": len(report.unread),
    }


def _resource(resource: Judged) -> dict[str, object]:
    return {
        "file": resource.file,
        "line": resource.mark.line,
        "number": resource.number,
        "kind": resource.kind,
        "name": resource.name,
        "namespace": resource.namespace,
        "type": resource.type_token,
        "urn": resource.urn,
        "findings": [_finding(each) for each in resource.told],
    }


def _finding(told: Told) -> dict[str, object]:
    finding = told.finding
    return {
        "rule": finding.rule,
        "verdict": str(finding.verdict),
        "level": str(told.level),
        "severity": str(RULES[finding.rule].severity),
        "line": told.mark.line,
        "column": told.mark.column,
        "who": finding.who,
        "path": finding.path,
        "found": finding.found,
        "required": finding.required,
        "fix": finding.fix,
        "exemption": finding.exemption,
        "message": finding.message,
    }


def _unread(unread: Unread) -> dict[str, object]:
    return {
        "file": unread.file,
        "line": unread.mark.line if unread.mark else None,
        "column": unread.mark.column if unread.mark else None,
        "what": unread.what,
        "fix": unread.fix,
    }
