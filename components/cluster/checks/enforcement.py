"""What GKE would take and not do, because something else is missing. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...problems import Problem
from ..requirements import Mode
from ..settings.lookup import MISSING, at

DATAPLANE_V2: Final = "ADVANCED_DATAPATH"

NEEDS_DATAPLANE_V2: Final = (
    (
        "monitoring_config.advanced_datapath_observability_config.enable_metrics",
        "networking.dataplane_metrics",
    ),
    ("monitoring_config.advanced_datapath_observability_config.enable_relay", "networking.dataplane_relay"),
)
"""Source: GKE documentation, "About GKE Dataplane V2 observability"."""


def has_dataplane_v2(properties: Mapping[str, Any], mode: Mode) -> bool:
    """Whether Dataplane V2 carries the traffic; Autopilot always has it. What is not known yet counts as it:
    it is judged once it is known.
    """
    provider = at(properties, "datapath_provider")
    unknown = provider is not MISSING and not isinstance(provider, str)
    return mode is Mode.AUTOPILOT or unknown or provider == DATAPLANE_V2


def has_calico(properties: Mapping[str, Any]) -> bool:
    """Whether the older enforcer is on, by both of the switches that it takes."""
    disabled = at(properties, "addons_config.network_policy_config.disabled")
    return at(properties, "network_policy.enabled") is True and disabled is False


def enforcement_problems(properties: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """Network policies without an enforcer, and what needs Dataplane V2 without it."""
    if has_dataplane_v2(properties, mode):
        return
    if not has_calico(properties):
        yield Problem(
            "datapath_provider",
            "leaves NetworkPolicies without an enforcer",
            "GKE takes each of them and does nothing: sandboxes would reach everything",
            f"{DATAPLANE_V2}, by leaving it out",
        )
    for path, argument in NEEDS_DATAPLANE_V2:
        if at(properties, path) is True:
            yield Problem(path, "is on without Dataplane V2", "only that has it", f"{argument}: false")


def identity_problems(properties: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """A Standard cluster whose pods would be the node's service account."""
    if mode is Mode.STANDARD and at(properties, "workload_identity_config.workload_pool") is MISSING:
        yield Problem(
            "workload_identity_config.workload_pool",
            "is missing",
            "every pod could take the node's own credentials from the metadata server",
            "PROJECT.svc.id.goog, by leaving it out of overrides",
        )
