"""The same pod in several kinds."""

from typing import Any

from gke_agent_sandbox.rules import Resource

TEMPLATE = ("spec", "template")
KINDS = {
    "Pod": ("core/v1", ()),
    "Deployment": ("apps/v1", TEMPLATE),
    "CronJob": ("batch/v1", ("spec", "jobTemplate", *TEMPLATE)),
    "Sandbox": ("agents.x-k8s.io/v1beta1", ("spec", "podTemplate")),
    "SandboxTemplate": ("extensions.agents.x-k8s.io/v1beta1", ("spec", "podTemplate")),
}


def carried(kind: str, pod: dict[str, Any]) -> Resource:
    """A resource of a kind with the metadata and the spec of a pod."""
    module, path = KINDS[kind]
    value: dict[str, Any] = {"metadata": pod["metadata"], "spec": pod["spec"]}
    for key in reversed(path):
        value = {key: value}
    own = {"apiVersion": module.removeprefix("core/"), "kind": kind}
    return Resource(f"kubernetes:{module}:{kind}", {"metadata": {"name": "x"}, **value, **own})
