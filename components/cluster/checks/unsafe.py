"""Values that open a cluster to strangers, however they came in. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ...problems import Problem
from ..requirements import Mode
from ..settings.defaults import BOTH, STANDARD
from ..settings.lookup import MISSING, at


class Unsafe(NamedTuple):
    """A value of a property that is refused.

    absent: the modes in which the property must not be missing either, since GKE then takes that value.
    """

    path: str
    value: Any
    why: str
    fix: str
    absent: tuple[Mode, ...] = ()


EVERYBODY: Final = "whoever has a Google account could be given rights in the cluster"
PORT: Final = "every pod of a node could read there what runs on the node, and with which arguments"
IAM: Final = "IAM, the only guard of this endpoint, would be passed by"

UNSAFE: Final = (
    Unsafe(
        "enable_legacy_abac", True, "nodes and service accounts get rights that RBAC does not show", "false"
    ),
    Unsafe(
        "master_auth.client_certificate_config.issue_client_certificate",
        True,
        "such a certificate cannot be revoked",
        "false",
    ),
    Unsafe(
        "enable_kubernetes_alpha",
        True,
        "GKE deletes such a cluster after 30 days, and never upgrades it",
        "enable_k8s_beta_apis",
    ),
    Unsafe(
        "rbac_binding_config.enable_insecure_binding_system_authenticated", True, EVERYBODY, "false", BOTH
    ),
    Unsafe(
        "rbac_binding_config.enable_insecure_binding_system_unauthenticated", True, EVERYBODY, "false", BOTH
    ),
    Unsafe(
        "anonymous_authentication_config.mode",
        "ENABLED",
        "a wrong RBAC binding would then let in whoever reaches the API server",
        "LIMITED",
        BOTH,
    ),
    Unsafe(
        "node_pool_defaults.node_config_defaults.insecure_kubelet_readonly_port_enabled",
        "TRUE",
        PORT,
        "FALSE",
    ),
    Unsafe(
        "node_pool_auto_config.node_kubelet_config.insecure_kubelet_readonly_port_enabled",
        "TRUE",
        PORT,
        "FALSE",
    ),
    Unsafe(
        "control_plane_endpoints_config.dns_endpoint_config.enable_k8s_tokens_via_dns", True, IAM, "false"
    ),
    Unsafe("control_plane_endpoints_config.dns_endpoint_config.enable_k8s_certs_via_dns", True, IAM, "false"),
    Unsafe(
        "private_cluster_config.enable_private_nodes",
        False,
        "nodes that run untrusted code would have public addresses",
        "true",
        BOTH,
    ),
    Unsafe(
        "enable_shielded_nodes",
        False,
        "whoever steals a node's credentials from a pod could join as a node",
        "true",
    ),
    Unsafe(
        "remove_default_node_pool",
        False,
        "the default pool runs as the project's default account, and cannot be changed",
        "true, and nodes.system_pool",
        STANDARD,
    ),
)
"""Sources: GKE documentation, "Harden your cluster's security"; CIS GKE Benchmark 1.4, chapter 5."""


def unsafe_problems(properties: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """Every value that opens the cluster."""
    for unsafe in UNSAFE:
        value = at(properties, unsafe.path)
        if value is MISSING and mode in unsafe.absent:
            yield Problem(unsafe.path, "is missing", unsafe.why, unsafe.fix)
        elif isinstance(value, type(unsafe.value)) and value == unsafe.value:
            yield Problem(unsafe.path, f"is {words(unsafe.value)}", unsafe.why, unsafe.fix)


def words(value: object) -> str:
    """A value as it is written in a stack's config."""
    return str(value).lower() if isinstance(value, bool) else str(value)
