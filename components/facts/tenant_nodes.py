"""How the nodes of one tenant are known: by a label and a taint of this library's own."""

from typing import Any, Final

TENANT_LABEL: Final = "gke-agent-sandbox/tenant"
"""Key of the label and of the taint; the value is the tenant."""


def tenant_taint(tenant: Any) -> dict[str, Any]:
    """The taint of a tenant's nodes, in the form of the Kubernetes API."""
    return {"key": TENANT_LABEL, "value": tenant, "effect": "NoSchedule"}
