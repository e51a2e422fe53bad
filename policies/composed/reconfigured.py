"""What the configuration of a composed pack says to one of its policies."""

from collections.abc import Mapping
from dataclasses import replace

from gke_agent_sandbox.rules import Configuration, Entry, Rule, configured
from gke_agent_sandbox.rules.configuration import UNDETERMINED
from gke_agent_sandbox.rules.parameter import Settings


def reconfigured(rule: Rule, configuration: Configuration, said: Mapping[str, object]) -> Configuration:
    """With what the configuration of the pack says to the policy.

    Errors: ProblemsError with every property that is wrong.
    """
    if not said:
        return configuration
    changed = configured({rule.id: Entry(None, said)})
    values = {
        each.name: (changed if each.name in said else configuration).settings[rule.id][each]
        for each in rule.parameters
    }
    undetermined = (changed if UNDETERMINED in said else configuration).undetermined[rule.id]
    return replace(
        configuration,
        settings={**configuration.settings, rule.id: Settings(values)},
        undetermined={**configuration.undetermined, rule.id: undetermined},
    )
