"""The rules: one catalogue for the pack, the components, the command and the documentation.

Pure: from plain values to findings, without Pulumi.
"""

from .catalogue import CATALOGUE, RULES
from .exemption import PREFIX as EXEMPTION_PREFIX
from .finding import Finding, Verdict
from .judge import judge
from .path import Path
from .resource import Resource
from .rule import Level, Reference, Rule, Severity, Subject
from .unknown import UNKNOWN, Unknown

__all__ = [
    "CATALOGUE",
    "EXEMPTION_PREFIX",
    "RULES",
    "UNKNOWN",
    "Finding",
    "Level",
    "Path",
    "Reference",
    "Resource",
    "Rule",
    "Severity",
    "Subject",
    "Unknown",
    "Verdict",
    "judge",
]
