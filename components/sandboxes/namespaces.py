"""Namespaces that belong to the platform, not to a tenant."""

from collections.abc import Iterator

from ..problems import Problem

RESERVED_NAMESPACES = {
    "default": "Kubernetes",
    "kube-system": "Kubernetes",
    "kube-public": "Kubernetes",
    "kube-node-lease": "Kubernetes",
    "agent-sandbox-system": "the Agent Sandbox controller",
    "gatekeeper-system": "Policy Controller",
    "config-management-system": "Config Sync",
    "config-management-monitoring": "Config Sync",
    "resource-group-system": "Config Sync",
    "cnrm-system": "Config Connector",
    "configconnector-operator-system": "Config Connector",
    "istio-system": "Cloud Service Mesh",
    "asm-system": "Cloud Service Mesh",
    "composer-system": "Cloud Composer",
}
"""Who owns a namespace. Sources: Kubernetes documentation, "Namespaces", initial namespaces; agent-sandbox
v0.5.6, k8s/controller.yaml; the installation guides of the Google Cloud add-ons named.
"""

RESERVED_PREFIXES = {"kube-": "Kubernetes", "gke-": "GKE", "gmp-": "Managed Service for Prometheus"}
"""Sources: Kubernetes documentation, "Namespaces": "avoid creating namespaces with the prefix kube-, since
it is reserved"; GKE documentation: gke-managed-*, gke-gmp-system and gmp-system, gmp-public are made by
GKE.
"""


def reserved_namespace_problems(name: object, path: str) -> Iterator[Problem]:
    """A namespace in which sandboxes must not live, and which this library must not make. Only text is
    judged.
    """
    if not isinstance(name, str):
        return
    by_prefix = (owner for prefix, owner in RESERVED_PREFIXES.items() if name.startswith(prefix))
    owner = RESERVED_NAMESPACES.get(name) or next(by_prefix, "")
    if owner:
        yield Problem(
            path,
            f"is a namespace of {owner}",
            "what runs there is trusted, and its objects are not this stack's to change",
            "a namespace of its own, e.g. sandboxes",
        )
