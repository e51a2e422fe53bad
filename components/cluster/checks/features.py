"""The cluster in the words of the requirement table. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from ..requirements import Channel, ClusterFacts, Feature, Mode, PoolFacts
from ..settings.lookup import MISSING, at
from .enforcement import has_calico, has_dataplane_v2

FEATURES: Final = (
    ("addons_config.agent_sandbox_config.enabled", True, Feature.AGENT_SANDBOX),
    ("addons_config.pod_snapshot_config.enabled", True, Feature.POD_SNAPSHOTS),
    ("enable_fqdn_network_policy", True, Feature.FQDN_NETWORK_POLICY),
    ("enable_cilium_clusterwide_network_policy", True, Feature.CILIUM_CLUSTERWIDE_NETWORK_POLICY),
    ("enable_intranode_visibility", True, Feature.INTRANODE_VISIBILITY),
    ("anonymous_authentication_config.mode", "LIMITED", Feature.ANONYMOUS_AUTHENTICATION_LIMITS),
    (
        "rbac_binding_config.enable_insecure_binding_system_authenticated",
        False,
        Feature.RBAC_BINDING_LIMITS,
    ),
    (
        "in_transit_encryption_config",
        "IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT",
        Feature.IN_TRANSIT_ENCRYPTION,
    ),
    (
        "node_pool_defaults.node_config_defaults.insecure_kubelet_readonly_port_enabled",
        "FALSE",
        Feature.KUBELET_READ_ONLY_PORT_OFF,
    ),
)
"""Property, value, and the feature that they turn on."""

SYSTEM_POOL: Final = PoolFacts(name="system")
"""The ordinary pool that comes with every Standard cluster."""


def cluster_facts(properties: Mapping[str, Any], mode: Mode, gvisor_pool: str = "") -> ClusterFacts:
    """What the requirement table asks of a cluster that is to be made.

    gvisor_pool: the name of a gVisor pool that the cluster has already; empty: it is not known to have one.
    """
    features = {feature for path, value, feature in FEATURES if at(properties, path) == value}
    if has_dataplane_v2(properties, mode):
        features |= {Feature.DATAPLANE_V2, Feature.NETWORK_POLICY_ENFORCER}
    if has_calico(properties):
        features.add(Feature.NETWORK_POLICY_ENFORCER)
    if at(properties, "workload_identity_config.workload_pool") is not MISSING:
        features.add(Feature.WORKLOAD_IDENTITY)
    channel, version = at(properties, "release_channel.channel"), at(properties, "min_master_version")
    return ClusterFacts(
        mode=mode,
        channel=Channel(channel) if channel in tuple(Channel) else None,
        version=version if isinstance(version, str) else None,
        features=frozenset(features),
        pools=(PoolFacts(name=gvisor_pool, gvisor=True), SYSTEM_POOL) if gvisor_pool else None,
        exists=bool(gvisor_pool),
    )
