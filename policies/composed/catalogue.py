"""All policies, for one pack."""

from pulumi_policy import Policy

from gke_agent_sandbox.rules import CATALOGUE, DEFAULT, Configuration

from .not_blocking import not_blocking, not_blocking_in_stack
from .resource_policy import resource_policy
from .stack_policy import stack_policy
from .visit import Visits


def policies(configuration: Configuration = DEFAULT) -> list[Policy]:
    """A policy for each rule, one more for each that looks at a whole stack, and two that report what blocks
    nothing. Those come last, and report nothing where they come first.

    configuration: the levels, parameters and exemptions. The configuration of the pack that they are put
                   into may give each policy another level, parameters, and `undetermined`.
    """
    visits = Visits()
    return [
        *(resource_policy(rule, configuration, visits) for rule in CATALOGUE),
        *(stack_policy(rule, configuration, visits) for rule in CATALOGUE if rule.judge_stack is not None),
        not_blocking(visits),
        not_blocking_in_stack(visits),
    ]
