"""A rule that looks at all resources of a stack together."""

from dataclasses import replace
from typing import Final

from pulumi_policy import ReportViolation, StackValidationArgs, StackValidationPolicy

from gke_agent_sandbox.rules import RULES, Configuration, Level, Member, Rule, judge_stack

from ..diagnostics import failure
from ..resources import member_of_outputs
from .described import described
from .proxied import proxied
from .reconfigured import reconfigured
from .told import blocks, message
from .visit import Visits, provider_of

IN_STACK: Final = "-in-stack"
"""What the name of a policy ends in that looks at a whole stack: names are unique in a pack."""


def stack_policy(rule: Rule, configuration: Configuration, visits: Visits) -> StackValidationPolicy:
    """The policy of what a rule sees in a stack. It judges inputs, as the policies of resources saw them."""

    def validate(args: StackValidationArgs, report: ReportViolation) -> None:
        own = _alone(rule, reconfigured(rule, configuration, args.get_config()))
        try:
            for found in judge_stack(_members(args, visits), own):
                if blocks(found.finding, own):
                    report(message(found.finding), found.urn)
                else:
                    visits.aside.append(found)
        except Exception as error:
            report(failure(error), None)

    return StackValidationPolicy(f"{rule.id}{IN_STACK}", validate=validate, **described(rule, configuration))


def _members(args: StackValidationArgs, visits: Visits) -> list[Member]:
    return [
        visits.members.get(each.urn)
        or member_of_outputs(
            proxied(each.resource_type, each.props, each.name, each.urn),
            each.opts.parent or "",
            provider_of(each),
        )
        for each in args.resources
    ]


def _alone(rule: Rule, configuration: Configuration) -> Configuration:
    levels = {**dict.fromkeys(RULES, Level.DISABLED), rule.id: Level.MANDATORY}
    return replace(configuration, levels=levels)
