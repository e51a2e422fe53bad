"""The objects of a tenant's namespace, in API form. Pure."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

POD_SECURITY_MODES = ("enforce", "audit", "warn")
POD_SECURITY_LEVEL = "restricted"
"""Source: Kubernetes documentation, "Pod Security Admission": labels
pod-security.kubernetes.io/<mode>[-version].
"""

SERVICE_ACCOUNT = "sandbox"
"""The account of the sandboxes; bound to nothing, in the cluster and in Google Cloud."""

DEFAULT_QUOTA: dict[str, str] = {
    "count/sandboxclaims.extensions.agents.x-k8s.io": "100",
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
policy (Retain), hence the count. Sandboxes are not counted: each has a claim or a place in a pool, and at
most one pod and one Service. Source of the names: Kubernetes documentation, "Resource Quotas".
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


def quota(args: Mapping[str, Any]) -> dict[str, Any]:
    """The hard limits of the tenant: the defaults, with what the arguments say in their place."""
    given: Mapping[str, Any] = args.get("quota") or {}
    return {**DEFAULT_QUOTA, **given}


def counts_custom_resources(name: str) -> bool:
    """Whether an entry of a quota counts objects of a CRD.

    The API's own groups with a dot all end in `.k8s.io`, those of CRDs may not (Kubernetes, api-approved).
    """
    group = name.removeprefix("count/").partition(".")[2]
    return name.startswith("count/") and "." in group and not group.endswith(".k8s.io")


def quota_spec(args: Mapping[str, Any]) -> dict[str, Any]:
    """The ResourceQuota for what the API server itself knows; it is in force at once."""
    return {"hard": {key: value for key, value in quota(args).items() if not counts_custom_resources(key)}}


def custom_resource_quota_spec(args: Mapping[str, Any]) -> dict[str, Any] | None:
    """The ResourceQuota that counts objects of CRDs; None when none are counted.

    It is one of its own because it comes into force late: the API server refuses every object that it counts
    until kube-controller-manager has found the CRD (every 30 s) and gone over the quotas (every 5 min by
    default). Source: Kubernetes 1.36, pkg/controller/resourcequota/resource_quota_controller.go.
    """
    hard = {key: value for key, value in quota(args).items() if counts_custom_resources(key)}
    return {"hard": hard} if hard else None


def in_force(names: Iterable[str]) -> str:
    """The value of `pulumi.com/waitFor` that holds once a quota has counted each of these."""
    return json.dumps([f"jsonpath={{.status.used['{name}']}}" for name in sorted(names)])


def limit_range_spec(args: Mapping[str, Any]) -> dict[str, Any] | None:
    """The LimitRange for containers; None when none is asked for."""
    given: Mapping[str, Any] = args.get("limit_range") or {}
    names = {"default": "default", "default_request": "defaultRequest", "min": "min", "max": "max"}
    limits = {field: dict(given[key]) for key, field in names.items() if given.get(key)}
    return {"limits": [{"type": "Container", **limits}]} if limits else None


def default_deny_spec() -> dict[str, Any]:
    """A NetworkPolicy that selects every pod and lets nothing in or out; others add what is needed."""
    return {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
