"""What blocks nothing is told by policies of its own: pulumi_policy has one level for a policy."""

from typing import Final

from pulumi_policy import (
    EnforcementLevel,
    ReportViolation,
    ResourceValidationArgs,
    ResourceValidationPolicy,
    Severity,
    StackValidationArgs,
    StackValidationPolicy,
)

from .stack_policy import IN_STACK
from .told import message
from .visit import Visits

NOT_BLOCKING: Final = "not-blocking"
"""The name of the policy that reports what blocks nothing in a resource."""

_DESCRIPTION = (
    "Reports what the rules found that blocks nothing: what is exempt, what could be better, and what depends"
    " on unknown values where that is configured to be advisory."
)


def not_blocking(visits: Visits) -> ResourceValidationPolicy:
    """The policy that reports what the others, which come before it, put aside of a resource."""

    def validate(args: ResourceValidationArgs, report: ReportViolation) -> None:
        for finding in visits.of(NOT_BLOCKING, args).aside:
            report(message(finding), None)

    return ResourceValidationPolicy(
        NOT_BLOCKING,
        _DESCRIPTION,
        validate,
        EnforcementLevel.ADVISORY,
        severity=Severity.LOW,
    )


def not_blocking_in_stack(visits: Visits) -> StackValidationPolicy:
    """The same of a stack."""

    def validate(_args: StackValidationArgs, report: ReportViolation) -> None:
        while visits.aside:
            found = visits.aside.pop(0)
            report(message(found.finding), found.urn)

    return StackValidationPolicy(
        f"{NOT_BLOCKING}{IN_STACK}",
        _DESCRIPTION,
        validate,
        EnforcementLevel.ADVISORY,
        severity=Severity.LOW,
    )
