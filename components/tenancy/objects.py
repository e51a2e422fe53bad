"""The objects of a tenant's namespace, in API form. Pure."""

from collections.abc import Mapping
from typing import Any

POD_SECURITY_MODES = ("enforce", "audit", "warn")
POD_SECURITY_LEVEL = "restricted"
"""Source: Kubernetes documentation, "Pod Security Admission": labels
pod-security.kubernetes.io/<mode>[-version].
"""

SERVICE_ACCOUNT = "sandbox"
"""The account of the sandboxes; bound to nothing."""

DEFAULT_QUOTA: dict[str, str] = {
    "count/sandboxclaims.extensions.agents.x-k8s.io": "100",
    "count/sandboxes.agents.x-k8s.io": "200",
    "pods": "200",
    "services": "200",
    "persistentvolumeclaims": "200",
    "services.loadbalancers": "0",
    "services.nodeports": "0",
    "limits.cpu": "100",
    "limits.memory": "200Gi",
    "requests.ephemeral-storage": "500Gi",
}
"""What a tenant may have where nothing else is said. Expired claims stay for ever under upstream's default
policy (Retain), hence the count; a sandbox has at most one pod and one Service. Source of the names:
Kubernetes documentation, "Resource Quotas".
"""


def namespace_metadata(args: Mapping[str, Any]) -> dict[str, Any]:
    """Name, labels (Pod Security among them) and annotations; empty maps are left out, since they never
    converge.
    """
    version = args.get("pod_security_version") or "latest"
    labels: dict[str, Any] = dict(args.get("labels") or {})
    for mode in POD_SECURITY_MODES:
        labels[f"pod-security.kubernetes.io/{mode}"] = POD_SECURITY_LEVEL
        labels[f"pod-security.kubernetes.io/{mode}-version"] = version
    metadata: dict[str, Any] = {"name": args["namespace"], "labels": labels}
    if args.get("annotations"):
        metadata["annotations"] = dict(args["annotations"])
    return metadata


def quota_spec(args: Mapping[str, Any]) -> dict[str, Any]:
    """The ResourceQuota: the defaults, with what the arguments say in their place."""
    given: Mapping[str, Any] = args.get("quota") or {}
    return {"hard": {**DEFAULT_QUOTA, **given}}


def limit_range_spec(args: Mapping[str, Any]) -> dict[str, Any] | None:
    """The LimitRange for containers; None when none is asked for."""
    given: Mapping[str, Any] = args.get("limit_range") or {}
    names = {"default": "default", "default_request": "defaultRequest", "min": "min", "max": "max"}
    limits = {field: dict(given[key]) for key, field in names.items() if given.get(key)}
    return {"limits": [{"type": "Container", **limits}]} if limits else None


def default_deny_spec() -> dict[str, Any]:
    """A NetworkPolicy that selects every pod and lets nothing in or out; others add what is needed."""
    return {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
