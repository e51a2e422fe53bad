"""API versions of Agent Sandbox, and where the fields of v1alpha1 went.

Source: agent-sandbox releases: v0.5.x serves v1alpha1 (deprecated, by a conversion webhook) and v1beta1,
v1.0.0 of 28 August 2026 removed v1alpha1. Fields: the two versions of the CustomResourceDefinitions of
v0.5.6.
"""

from ...problems import Problem

CURRENT = "v1beta1"
REMOVED = "v1alpha1"
CORE_GROUP = "agents.x-k8s.io"
EXTENSIONS_GROUP = "extensions.agents.x-k8s.io"

GROUPS = {
    "Sandbox": CORE_GROUP,
    "SandboxTemplate": EXTENSIONS_GROUP,
    "SandboxWarmPool": EXTENSIONS_GROUP,
    "SandboxClaim": EXTENSIONS_GROUP,
}
"""The API group of each kind."""

CLAIM_A_POOL = (
    "warmPoolRef: {name: <pool>}, naming a SandboxWarmPool over that template in the same namespace; "
    "for a cold start declare a pool with replicas 0"
)

MOVED = {
    ("SandboxClaim", "spec.sandboxTemplateRef"): Problem(
        "spec.sandboxTemplateRef",
        "is the v1alpha1 claim's field",
        "a v1beta1 claim names a pool, not a template",
        CLAIM_A_POOL,
    ),
    ("SandboxClaim", "spec.warmpool"): Problem(
        "spec.warmpool",
        "is the v1alpha1 claim's field",
        "a v1beta1 claim names its pool by reference",
        CLAIM_A_POOL,
    ),
    ("Sandbox", "spec.replicas"): Problem(
        "spec.replicas",
        "is the v1alpha1 sandbox's field",
        "a v1beta1 sandbox is running or suspended",
        "operatingMode: Running (was 1) or Suspended (was 0)",
    ),
}
"""Fields of v1alpha1 that v1beta1 does not have, with the way out."""


def version_problem(api_version: str, kind: str) -> Problem:
    """An apiVersion that the controller does not serve for this kind."""
    group, _, version = api_version.rpartition("/")
    current = f"{GROUPS[kind]}/{CURRENT}"
    if version == REMOVED and group == GROUPS[kind]:
        fix = current if kind != "SandboxClaim" else f"{current} with {CLAIM_A_POOL}"
        return Problem(
            "apiVersion",
            "is v1alpha1",
            "Agent Sandbox 1.0.0 removed v1alpha1; 0.5.x and earlier serve it",
            fix,
        )
    return Problem("apiVersion", f"is not the API version of a {kind}", "", current)
