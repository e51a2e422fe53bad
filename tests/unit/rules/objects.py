"""Kubernetes objects for tests, as plain values."""

from typing import Any

from gke_agent_sandbox.rules import Finding, Resource, judge

IMAGE = "registry.example.com/agents/python:3.12"


def good_container(**changes: Any) -> dict[str, Any]:
    """A container that no rule objects to, with changes."""
    return {
        "name": "app",
        "image": IMAGE,
        "securityContext": {"runAsNonRoot": True, "runAsUser": 10001.0, "capabilities": {"drop": ["ALL"]}},
        **changes,
    }


def good_pod_spec(**changes: Any) -> dict[str, Any]:
    """A pod spec that no rule objects to, with changes."""
    return {"automountServiceAccountToken": False, "containers": [good_container()], **changes}


def pod(spec: Any) -> Resource:
    """A pod as pulumi-kubernetes registers it."""
    return resource("kubernetes:core/v1:Pod", "v1", "Pod", ("spec",), spec)


def sandbox_template(spec: Any) -> Resource:
    """A SandboxTemplate as CustomResource registers it."""
    group = "extensions.agents.x-k8s.io/v1beta1"
    return resource(
        f"kubernetes:{group}:SandboxTemplate", group, "SandboxTemplate", ("spec", "podTemplate", "spec"), spec
    )


def resource(token: str | None, api_version: Any, kind: Any, path: tuple[str, ...], spec: Any) -> Resource:
    """An object with a pod spec at a path."""
    value = spec
    for key in reversed(path):
        value = {key: value}
    return Resource(token, {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, **value})


def told(judged: Resource) -> list[tuple[str, str, str]]:
    """What the rules say: rule, verdict and path of each finding."""
    return [(each.rule, str(each.verdict), each.path) for each in judge(judged)]


def about(rule: str, judged: Resource) -> list[Finding]:
    """The findings of one rule."""
    return [each for each in judge(judged) if each.rule == rule]
