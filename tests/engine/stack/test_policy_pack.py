"""The policy pack stops an unsafe template before anything is created."""

import copy
from collections.abc import Callable
from typing import Any

import pulumi
import pytest
from pulumi_kubernetes.apiextensions import CustomResource

from automation import operations
from automation.operations import OperationError
from gke_agent_sandbox import kubernetes_provider
from gke_agent_sandbox.sandboxes import template_object
from tests.engine.stack.project import Project

pytestmark = pytest.mark.engine

Change = Callable[[dict[str, Any]], None]


def program(project: Project, change: Change) -> Callable[[], None]:
    """A program with one SandboxTemplate, raw, and a ConfigMap that must not be created either."""
    kubeconfig = project.paths.kubeconfig.read_text()

    def run() -> None:
        provider = kubernetes_provider("raw", kubeconfig, "raw")
        template = copy.deepcopy(
            template_object({"namespace": "demo", "image": "registry.example.com/agents/a:1"})
        )
        change(template["spec"]["podTemplate"]["spec"])
        CustomResource(
            "unsafe",
            api_version=template["apiVersion"],
            kind=template["kind"],
            metadata={"name": "unsafe", "namespace": "demo"},
            spec=template["spec"],
            opts=pulumi.ResourceOptions(provider=provider),
        )

    return run


def as_root(pod: dict[str, Any]) -> None:
    pod["containers"][0]["securityContext"]["runAsUser"] = 0


def with_capability(pod: dict[str, Any]) -> None:
    pod["containers"][0]["securityContext"]["capabilities"]["add"] = ["NET_ADMIN"]


def with_token(pod: dict[str, Any]) -> None:
    pod["automountServiceAccountToken"] = True


@pytest.mark.parametrize(
    ("change", "rule", "field", "fix"),
    [
        (as_root, "run-as-non-root", "securityContext.runAsUser", "runAsUser"),
        (with_capability, "drop-all-capabilities", "securityContext.capabilities.add", "NET_ADMIN"),
        (with_token, "no-service-account-token", "automountServiceAccountToken", "false"),
    ],
)
def test_an_unsafe_template_is_stopped(
    deployed: Project, change: Change, rule: str, field: str, fix: str
) -> None:
    stack = "unsafe"
    (deployed.paths.root / f"Pulumi.{stack}.yaml").write_text("config: {}\n")

    with pytest.raises(OperationError) as caught:
        operations.up(deployed.paths, stack, program(deployed, change))

    told = str(caught.value)
    assert rule in told
    assert field in told
    assert fix in told
    if change is not with_token:
        assert "sandbox" in told, "the container is named"
    assert [each["metadata"]["name"] for each in deployed.objects("sandboxtemplates")] != ["unsafe"]
    assert "unsafe" not in str(deployed.objects("sandboxtemplates"))


def test_a_safe_template_passes(deployed: Project) -> None:
    (deployed.paths.root / "Pulumi.safe.yaml").write_text("config: {}\n")
    result = operations.preview(deployed.paths, "safe", program(deployed, lambda pod: None))
    assert result.changes["create"] >= 1
