"""The objects of a fresh cluster: nodes, GKE's RuntimeClass, and the rights of kwok and the pod runner."""

from collections.abc import Iterator, Mapping
from typing import Any

from localcluster.api import ApiClient
from localcluster.network import node_address
from localcluster.settings import Settings

# Where upstream's manifest puts the controller, and how it labels its pods.
# https://github.com/kubernetes-sigs/agent-sandbox/blob/v0.5.6/k8s/controller.yaml
CONTROLLER_NAMESPACE = "agent-sandbox-system"
CONTROLLER_POD_LABELS = {"app": "agent-sandbox-controller"}

# GKE's label and taint of nodes with GKE Sandbox, and the RuntimeClass that sends pods there.
# https://cloud.google.com/kubernetes-engine/docs/how-to/sandbox-pods
GVISOR_KEY = "sandbox.gke.io/runtime"
GVISOR = "gvisor"

# Marks the nodes that kwok plays (https://kwok.sigs.k8s.io), so that they can be told from any that a test
# adds.
_FAKE_NODE = {"kwok.x-k8s.io/node": "fake"}

_RBAC = "rbac.authorization.k8s.io"

# What GKE leaves of a machine's capacity to pods.
# https://cloud.google.com/kubernetes-engine/docs/concepts/plan-node-sizes
_MACHINES: dict[str, dict[str, dict[str, str]]] = {
    "e2-standard-4": {
        "capacity": {"cpu": "4", "memory": "16393216Ki", "ephemeral-storage": "98831908Ki", "pods": "110"},
        "allocatable": {
            "cpu": "3920m",
            "memory": "13591552Ki",
            "ephemeral-storage": "47093746742",
            "pods": "110",
        },
    },
    "n2-standard-8": {
        "capacity": {"cpu": "8", "memory": "32863764Ki", "ephemeral-storage": "98831908Ki", "pods": "110"},
        "allocatable": {
            "cpu": "7910m",
            "memory": "29079060Ki",
            "ephemeral-storage": "47093746742",
            "pods": "110",
        },
    },
}


def cluster_objects(settings: Settings) -> Iterator[tuple[str, dict[str, Any]]]:
    """(path, object) of everything that is not a node."""
    yield (
        "/apis/node.k8s.io/v1/runtimeclasses/gvisor",
        {
            "apiVersion": "node.k8s.io/v1",
            "kind": "RuntimeClass",
            "metadata": {"name": GVISOR},
            "handler": GVISOR,
            "scheduling": {
                "nodeSelector": {GVISOR_KEY: GVISOR},
                "tolerations": [
                    {"key": GVISOR_KEY, "operator": "Equal", "value": GVISOR, "effect": "NoSchedule"}
                ],
            },
        },
    )
    yield from _rights("kwok", _KWOK_RULES)
    if settings.run_controller:
        yield from _rights("pod-runner", _POD_RUNNER_RULES)


def nodes(settings: Settings) -> list[dict[str, Any]]:
    """The nodes, the ordinary ones first; with their status, as a kubelet would report it."""
    system = [("system", "e2-standard-4", False)] * settings.system_nodes
    gvisor = [("sandboxes", "n2-standard-8", True)] * settings.gvisor_nodes
    return [_node(index, *kind) for index, kind in enumerate(system + gvisor)]


def apply_objects(api: ApiClient, settings: Settings) -> None:
    """Make all objects by server-side apply, and take away the nodes of an earlier, larger choice.

    Errors: those of ApiClient.
    """
    for path, body in cluster_objects(settings):
        api.apply(path, body)
    wanted = nodes(settings)
    for node in wanted:
        path = f"/api/v1/nodes/{node['metadata']['name']}"
        api.apply(path, {key: value for key, value in node.items() if key != "status"})
        identity = {key: node[key] for key in ("apiVersion", "kind")} | {
            "metadata": {"name": node["metadata"]["name"]}
        }
        api.apply(f"{path}/status", identity | {"status": node["status"]})
    names = {node["metadata"]["name"] for node in wanted}
    for node in api.get("/api/v1/nodes")["items"]:
        metadata = node["metadata"]
        if metadata["name"] not in names and _FAKE_NODE.items() <= metadata.get("annotations", {}).items():
            api.delete(f"/api/v1/nodes/{metadata['name']}")


def _node(index: int, pool: str, machine: str, has_gvisor: bool) -> dict[str, Any]:
    name = f"gke-local-{pool}-{index}"
    gvisor_label = {GVISOR_KEY: GVISOR} if has_gvisor else {}
    gvisor_taint = [{"key": GVISOR_KEY, "value": GVISOR, "effect": "NoSchedule"}] if has_gvisor else []
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "annotations": dict(_FAKE_NODE),
            "labels": {
                "kubernetes.io/arch": "amd64",
                "kubernetes.io/os": "linux",
                "kubernetes.io/hostname": name,
                "node.kubernetes.io/instance-type": machine,
                "topology.kubernetes.io/region": "us-central1",
                "topology.kubernetes.io/zone": "us-central1-a",
                "cloud.google.com/gke-nodepool": pool,
                "cloud.google.com/gke-os-distribution": "cos",
                "cloud.google.com/gke-container-runtime": "containerd",
                "cloud.google.com/gke-provisioning": "standard",
                "cloud.google.com/machine-family": machine.split("-")[0],
                **gvisor_label,
            },
        },
        # Without the field where there is no taint: an empty list would own, and so take away, those of
        # others.
        "spec": {"taints": gvisor_taint} if gvisor_taint else {},
        "status": {
            **_MACHINES[machine],
            "addresses": [
                {"type": "InternalIP", "address": node_address(index)},
                {"type": "Hostname", "address": name},
            ],
        },
    }


def _rights(user: str, rules: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A cluster role with these rules, bound to the user of that name."""
    name = f"localcluster:{user}"
    metadata: Mapping[str, Any] = {"name": name}
    api_version = f"{_RBAC}/v1"
    yield (
        f"/apis/{api_version}/clusterroles/{name}",
        {"apiVersion": api_version, "kind": "ClusterRole", "metadata": metadata, "rules": rules},
    )
    yield (
        f"/apis/{api_version}/clusterrolebindings/{name}",
        {
            "apiVersion": api_version,
            "kind": "ClusterRoleBinding",
            "metadata": metadata,
            "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": name},
            "subjects": [{"apiGroup": _RBAC, "kind": "User", "name": user}],
        },
    )


def _rule(groups: str, resources: str, verbs: str) -> dict[str, Any]:
    """An RBAC rule from words; `core` stands for the API group without a name."""
    return {
        "apiGroups": ["" if group == "core" else group for group in groups.split()],
        "resources": resources.split(),
        "verbs": verbs.split(),
    }


# What kwok does for nodes and pods, from its own role without its custom resources.
# https://github.com/kubernetes-sigs/kwok/blob/v0.8.0/kustomize/rbac/role.yaml
_KWOK_RULES = [
    _rule("core", "nodes", "get list watch"),
    _rule("core", "pods", "get list watch patch update delete"),
    _rule("core", "nodes/status pods/status", "patch update"),
    _rule("core", "events", "create patch update"),
    _rule("coordination.k8s.io", "leases", "create get list watch patch update"),
]

# What a kubelet does for the controller's pods. The namespace is the manifest's, so the rights cannot be a
# Role in it.
_POD_RUNNER_RULES = [
    _rule("core", "pods", "get list watch delete"),
    _rule("core", "pods/status", "patch"),
    _rule("core", "serviceaccounts/token", "create"),
]
