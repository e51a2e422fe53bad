"""Kubernetes objects for tests, as plain values."""

from typing import Any

from gke_agent_sandbox.rules import Configuration, Entry, Finding, Group, Resource, configured, judge

IMAGE = "registry.example.com/agents/python:3.12"
GVISOR = {"key": "sandbox.gke.io/runtime", "operator": "Equal", "value": "gvisor", "effect": "NoSchedule"}


def only(*rules: str, **properties: Any) -> Configuration:
    """These rules and no others, with parameters for them."""
    levels = {**dict.fromkeys(map(str, Group), "disabled"), **dict.fromkeys(rules, "mandatory")}
    return configured({"configuration": Entry(None, {"levels": levels, **properties})})


FEW = only(
    "pod-readable",
    "exemption-valid",
    "no-added-capabilities",
    "run-as-non-root",
    "drop-all-capabilities",
    "token-automount-off",
)
"""Enough rules for a test of what is the same for all."""


def good_context(**changes: Any) -> dict[str, Any]:
    """The security context of a container that no rule objects to, with changes."""
    return {
        "runAsNonRoot": True,
        "runAsUser": 10001.0,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "seccompProfile": {"type": "RuntimeDefault"},
        **changes,
    }


def good_container(**changes: Any) -> dict[str, Any]:
    """A container that no rule objects to, with changes."""
    return {
        "name": "app",
        "image": IMAGE,
        "resources": {"limits": {"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Gi"}},
        "securityContext": good_context(),
        **changes,
    }


def good_pod_spec(**changes: Any) -> dict[str, Any]:
    """A pod spec that no rule objects to, with changes."""
    return {
        "automountServiceAccountToken": False,
        "runtimeClassName": "gvisor",
        "nodeSelector": {"sandbox.gke.io/runtime": "gvisor"},
        "tolerations": [GVISOR],
        "containers": [good_container()],
        **changes,
    }


def pod(spec: Any) -> Resource:
    """A pod as pulumi-kubernetes registers it."""
    return resource("kubernetes:core/v1:Pod", "v1", "Pod", ("spec",), spec)


def sandbox_template(spec: Any) -> Resource:
    """A SandboxTemplate as CustomResource registers it."""
    group = "extensions.agents.x-k8s.io/v1beta1"
    return resource(
        f"kubernetes:{group}:SandboxTemplate", group, "SandboxTemplate", ("spec", "podTemplate", "spec"), spec
    )


def sandbox(spec: Any) -> Resource:
    """A Sandbox that is made directly."""
    group = "agents.x-k8s.io/v1beta1"
    return resource(f"kubernetes:{group}:Sandbox", group, "Sandbox", ("spec", "podTemplate", "spec"), spec)


def resource(token: str | None, api_version: Any, kind: Any, path: tuple[str, ...], spec: Any) -> Resource:
    """An object with a pod spec at a path."""
    value = spec
    for key in reversed(path):
        value = {key: value}
    return Resource(token, {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, **value})


def told(judged: Resource, configuration: Configuration = FEW) -> list[tuple[str, str, str]]:
    """What a few rules say: rule, verdict and path of each finding."""
    return [(each.rule, str(each.verdict), each.path) for each in judge(judged, configuration)]


def about(rule: str, judged: Resource, **properties: Any) -> list[Finding]:
    """The findings of one rule, with parameters for it."""
    return judge(judged, only(rule, **properties))
