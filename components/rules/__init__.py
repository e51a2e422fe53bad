"""The rules: one catalogue for the pack, the components, the command and the documentation.

Pure: from plain values to findings, without Pulumi.
"""

from .annotation import PREFIX as EXEMPTION_PREFIX
from .catalogue import CATALOGUE, RULES
from .clock import current_day
from .configuration import DEFAULT, Configuration, Entry, configured, of_profile
from .edit import Edit
from .finding import Finding, Verdict
from .judge import judge, judge_reading, judge_rule, judge_stack
from .parameter import Parameter
from .path import Path
from .profiles import PROFILES, Profile
from .reading import Reading, read
from .resource import Resource
from .rule import Group, Level, Reference, Rule, Severity
from .stack import Member, StackFinding
from .unknown import UNKNOWN, Unknown

__all__ = [
    "CATALOGUE",
    "DEFAULT",
    "EXEMPTION_PREFIX",
    "PROFILES",
    "RULES",
    "UNKNOWN",
    "Configuration",
    "Edit",
    "Entry",
    "Finding",
    "Group",
    "Level",
    "Member",
    "Parameter",
    "Path",
    "Profile",
    "Reading",
    "Reference",
    "Resource",
    "Rule",
    "Severity",
    "StackFinding",
    "Unknown",
    "Verdict",
    "configured",
    "current_day",
    "judge",
    "judge_reading",
    "judge_rule",
    "judge_stack",
    "of_profile",
    "read",
]
