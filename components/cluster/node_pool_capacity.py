"""What a gVisor node pool offers: which pods get onto its nodes, and how many sandboxes they hold. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, cast

from ..sandboxes.requests import pod_requests
from ..shapes.opaque import IsOpaque
from .node_pool_facts import plain
from .requirements import Machine, Resources, allocatable, machine_type, sandboxes_per_node, usable_vcpus
from .requirements.sizing import MIB
from .settings.lookup import at

EFFECTS: Final = {"NO_SCHEDULE": "NoSchedule", "NO_EXECUTE": "NoExecute"}
"""The effects of a taint that keep a pod away: in GKE's words, and in those of Kubernetes."""

DOMAINS_OF_OTHERS: Final = ("kubernetes.io", "k8s.io", "gke.io", "cloud.google.com")
"""Labels that Kubernetes and GKE put on nodes; what they will be is not known here."""


@dataclass(frozen=True)
class NodePoolCapacity:
    """A pool, as far as it is known.

    labels, taints: those that the user writes, in GKE's form; GKE's own are of every gVisor pool.
    machine: what a node is; None: it cannot be told.
    node: what of it GKE leaves to pods.
    max_nodes: the most nodes, over all zones; None: not known.
    max_pods: the most pods on a node.
    """

    labels: Mapping[str, Any]
    taints: tuple[Mapping[str, Any], ...]
    machine: Resources | None
    node: Resources | None
    max_nodes: int | None
    max_pods: int

    def per_node(self, sandbox: Resources) -> int | None:
        """How many such sandboxes a node holds, if nothing else runs there; None when it cannot be told."""
        return None if self.node is None else sandboxes_per_node(self.node, sandbox, max_pods=self.max_pods)

    def is_outgrown_by(self, sandbox: Resources) -> bool:
        """Whether a sandbox asks for more than the whole machine is."""
        machine = self.machine
        return machine is not None and (sandbox.cpu > machine.cpu or sandbox.memory > machine.memory)


def node_pool_capacity(
    properties: Mapping[str, Any], is_opaque: IsOpaque, default_max_pods: int, default_streaming: bool
) -> NodePoolCapacity:
    """What a pool with these properties offers.

    properties: in pulumi_gcp's spelling, the user's overrides in them.
    default_max_pods: the cluster's limit of pods on a node, where the pool has none of its own.
    default_streaming: whether nodes stream images, where the pool does not say it.
    """

    def known(path: str) -> Any:
        return plain(at(properties, path), is_opaque)

    name: object = known("node_config.machine_type")
    machine = machine_type(name) if isinstance(name, str) else None
    threads: int | None = known("node_config.advanced_machine_features.threads_per_core")
    streaming: bool | None = known("node_config.gcfs_config.enabled")
    streams = default_streaming if streaming is None else streaming
    return NodePoolCapacity(
        labels=known("node_config.labels") or {},
        taints=tuple(known("node_config.taints") or ()),
        machine=machine and all_of(machine, threads),
        node=machine and allocatable(machine, True, threads, streams),
        max_nodes=most_nodes(known),
        max_pods=int(known("max_pods_per_node") or default_max_pods),
    )


def all_of(machine: Machine, threads_per_core: int | None) -> Resources:
    """All that a machine has under gVisor, what GKE reserves of it too."""
    cores = usable_vcpus(machine, True, threads_per_core)
    return Resources(Decimal(cores), Decimal(machine.memory_mib) * MIB)


def most_nodes(known: Any) -> int | None:
    """The most nodes of a pool: its limit over all zones, or its number in each of the zones that it names.

    known: from the path of a property to its value.
    """
    limit = known("autoscaling.total_max_node_count")
    if limit is not None:
        return int(limit)
    in_each, zones = known("node_count"), known("node_locations")
    return int(in_each) * len(zones) if in_each is not None and zones else None


def obstacles(capacity: NodePoolCapacity, pod: Mapping[str, Any]) -> Iterator[str]:
    """What keeps a pod off the nodes of a pool, as a part of a sentence; nothing when it gets there.

    pod: the pod spec, in API form. What is malformed in it is passed over.
    """
    selector: object = pod.get("nodeSelector")
    for key, value in cast(Mapping[str, object], selector).items() if isinstance(selector, Mapping) else ():
        if key not in capacity.labels and is_of_others(key):
            continue
        if capacity.labels.get(key) != value:
            yield f"its nodes do not have the label {key}={value}"
    tolerations: object = pod.get("tolerations")
    given = cast("list[object]", tolerations) if isinstance(tolerations, list | tuple) else []
    for taint in capacity.taints:
        effect = EFFECTS.get(str(taint.get("effect")))
        if effect is not None and not any(tolerated(taint, effect, each) for each in given):
            yield f"its nodes have the taint {taint.get('key')}={taint.get('value')}"


def is_of_others(key: str) -> bool:
    """Whether a label is one that Kubernetes or GKE puts on nodes."""
    domain = key.rpartition("/")[0]
    return any(domain == each or domain.endswith(f".{each}") for each in DOMAINS_OF_OTHERS)


def tolerated(taint: Mapping[str, Any], effect: str, toleration: object) -> bool:
    """Whether a toleration covers a taint. Source: Kubernetes documentation, "Taints and Tolerations".

    effect: of the taint, in the words of Kubernetes.
    """
    if not isinstance(toleration, Mapping):
        return False
    entries = cast(Mapping[str, Any], toleration)
    keys, effects = (None, "", taint.get("key")), (None, "", effect)
    if entries.get("key") not in keys or entries.get("effect") not in effects:
        return False
    return entries.get("operator") == "Exists" or entries.get("value", "") == taint.get("value")


def request_of(pod: Mapping[str, Any]) -> Resources | None:
    """What a pod is scheduled by; None where a quantity is none.

    pod: the pod spec, in API form.
    """
    cpu, memory = pod_requests(pod, "cpu"), pod_requests(pod, "memory")
    return None if cpu is None or memory is None else Resources(cpu, memory)


def sandboxes_in(capacities: Iterable[NodePoolCapacity], sandbox: Resources) -> int | None:
    """The most sandboxes that pools hold when they have all their nodes; None when it cannot be told."""
    most = 0
    for each in capacities:
        per_node = each.per_node(sandbox)
        if per_node is None or each.max_nodes is None:
            return None
        most += per_node * each.max_nodes
    return most


def resources_of(capacities: Iterable[NodePoolCapacity]) -> Resources | None:
    """What pools have for pods when they have all their nodes; None when it cannot be told."""
    cpu, memory = Decimal(0), Decimal(0)
    for each in capacities:
        if each.node is None or each.max_nodes is None:
            return None
        cpu += each.node.cpu * each.max_nodes
        memory += each.node.memory * each.max_nodes
    return Resources(cpu, memory)
