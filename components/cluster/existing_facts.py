"""What an existing cluster is, from what the lookup says of it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .cluster_ids import ClusterId, parse_cluster_id
from .requirements import Channel, ClusterFacts, Feature, Mode, PoolFacts

INSECURE_BINDINGS: Final = (
    "enable_insecure_binding_system_authenticated",
    "enable_insecure_binding_system_unauthenticated",
)


@dataclass(frozen=True)
class Endpoints:
    """Where the API server answers.

    dns: the DNS name; empty: there is none.
    dns_open: whether it lets in what comes from outside of Google Cloud.
    ip: the address.
    ip_enabled: whether it answers.
    ca_certificate: of the address, in base64.
    """

    dns: str
    dns_open: bool
    ip: str
    ip_enabled: bool
    ca_certificate: str


@dataclass(frozen=True)
class ExistingFacts:
    """A cluster that was found.

    cluster_id: its id. parts: the parts of that.
    workload_pool: empty: Workload Identity is off.
    features: what is on, of what can be told.
    """

    cluster_id: str
    parts: ClusterId
    mode: Mode
    channel: Channel
    version: str
    workload_pool: str
    features: frozenset[Feature]
    pools: tuple[PoolFacts, ...]
    endpoints: Endpoints

    def asked_for(self, features: Iterable[Feature], controller_release: str) -> ClusterFacts:
        """The cluster as the requirement table judges it, for these features.

        Add-ons that are on and not asked for are nobody's concern, but for Agent Sandbox beside a release.
        """
        asked = frozenset(features)
        add_ons = {Feature.AGENT_SANDBOX, Feature.POD_SNAPSHOTS}
        clash = {Feature.AGENT_SANDBOX} if controller_release else set[Feature]()
        return ClusterFacts(
            mode=self.mode,
            channel=self.channel,
            version=self.version,
            features=asked | (self.features - (add_ons - clash)),
            pools=None if self.mode is Mode.AUTOPILOT else self.pools,
            exists=True,
            controller_release=controller_release,
        )


def existing_facts(found: Any) -> ExistingFacts:
    """The facts in a result of `pulumi_gcp.container.get_cluster`."""
    autopilot = bool(found.enable_autopilot)
    channel = value(found.release_channels, "channel")
    return ExistingFacts(
        cluster_id=found.id,
        parts=parse_cluster_id(found.id),
        mode=Mode.AUTOPILOT if autopilot else Mode.STANDARD,
        channel=Channel(channel) if channel in tuple(Channel) else Channel.UNSPECIFIED,
        version=found.master_version,
        workload_pool=value(found.workload_identity_configs, "workload_pool") or "",
        features=frozenset(features_on(found)),
        pools=tuple(pool_facts(pool) for pool in found.node_pools or ()),
        endpoints=endpoints(found),
    )


def features_on(found: Any) -> Iterable[Feature]:
    """What is on, of what the lookup tells and somebody may ask for."""
    add_ons: Any = first(found.addons_configs)
    if found.datapath_provider == "ADVANCED_DATAPATH":
        yield Feature.DATAPLANE_V2
    calico_off = value(getattr(add_ons, "network_policy_configs", None), "disabled")
    if value(found.network_policies, "enabled") and not calico_off:
        yield Feature.NETWORK_POLICY_ENFORCER
    if value(found.workload_identity_configs, "workload_pool"):
        yield Feature.WORKLOAD_IDENTITY
    if value(getattr(add_ons, "agent_sandbox_configs", None), "enabled"):
        yield Feature.AGENT_SANDBOX
    if value(getattr(add_ons, "pod_snapshot_configs", None), "enabled"):
        yield Feature.POD_SNAPSHOTS
    if found.enable_fqdn_network_policy:
        yield Feature.FQDN_NETWORK_POLICY
    if found.enable_cilium_clusterwide_network_policy:
        yield Feature.CILIUM_CLUSTERWIDE_NETWORK_POLICY
    if value(found.anonymous_authentication_configs, "mode") == "LIMITED":
        yield Feature.ANONYMOUS_AUTHENTICATION_LIMITS
    if all(value(found.rbac_binding_configs, each) is False for each in INSECURE_BINDINGS):
        yield Feature.RBAC_BINDING_LIMITS


def pool_facts(pool: Any) -> PoolFacts:
    """A pool that is there. Its labels and taints are left out: GKE's own cannot be told from the user's."""
    node: Any = first(pool.node_configs)
    sandbox: Any = first(getattr(node, "sandbox_configs", None))
    kinds = {str(getattr(sandbox, key, None) or "").upper() for key in ("type", "sandbox_type")}
    return PoolFacts(
        name=pool.name,
        machine_type=getattr(node, "machine_type", None),
        image_type=getattr(node, "image_type", None),
        gvisor="GVISOR" in kinds,
        auto_upgrade=value(pool.managements, "auto_upgrade"),
    )


def endpoints(found: Any) -> Endpoints:
    """Where the API server answers."""
    config: Any = first(found.control_plane_endpoints_configs)
    dns = getattr(config, "dns_endpoint_configs", None)
    ip_enabled = value(getattr(config, "ip_endpoints_configs", None), "enabled")
    return Endpoints(
        dns=value(dns, "endpoint") or "",
        dns_open=bool(value(dns, "allow_external_traffic")),
        ip=found.endpoint or "",
        ip_enabled=ip_enabled is not False and bool(found.endpoint),
        ca_certificate=value(found.master_auths, "cluster_ca_certificate") or "",
    )


def first(group: Sequence[Any] | None) -> Any:
    """The one entry of a group, which a lookup gives as a list; None when there is none."""
    return group[0] if group else None


def value(group: Sequence[Any] | None, name: str) -> Any:
    """A field of a group; None when there is no such group."""
    return getattr(first(group), name, None)
