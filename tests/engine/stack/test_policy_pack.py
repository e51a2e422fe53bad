"""The policy pack stops an unsafe template before anything is created."""

import copy
from collections.abc import Callable, Mapping
from typing import Any

import pulumi
import pytest
from pulumi_kubernetes.apiextensions import CustomResource

from automation import operations
from automation.operations import OperationError
from gke_agent_sandbox import kubernetes_provider
from gke_agent_sandbox.sandboxes import template_object
from tests.engine.project import Project

pytestmark = pytest.mark.engine

CONFIG = """
config:
  gke-agent-sandbox:cluster: {name: local, kubeconfig: .local/kubeconfig}
"""

Change = Callable[[dict[str, Any]], None]


def program(project: Project, changes: Mapping[str, Change]) -> Callable[[], None]:
    """A program with a raw SandboxTemplate for each change."""
    kubeconfig = project.paths.kubeconfig.read_text()

    def run() -> None:
        provider = kubernetes_provider("raw", kubeconfig, "raw")
        for name, change in changes.items():
            args = {"namespace": "demo", "image": "registry.example.com/agents/a:1"}
            template = copy.deepcopy(template_object(args))
            change(template["spec"]["podTemplate"]["spec"])
            CustomResource(
                name,
                api_version=template["apiVersion"],
                kind=template["kind"],
                metadata={"name": name, "namespace": "demo"},
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


UNSAFE = {"as-root": as_root, "with-capability": with_capability, "with-token": with_token}


@pytest.fixture(scope="module")
def told(deployed: Project) -> list[str]:
    """What an `up` of three unsafe templates ends with, a line each."""
    (deployed.paths.root / "Pulumi.unsafe.yaml").write_text(CONFIG)
    with pytest.raises(OperationError) as caught:
        operations.up(deployed.paths, "unsafe", program(deployed, UNSAFE))
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("name", "rule", "words"),
    [
        ("as-root", "run-as-non-root", ["sandbox", "securityContext.runAsUser is 0", "runAsUser: 10001"]),
        (
            "with-capability",
            "no-added-capabilities",
            ["sandbox", "securityContext.capabilities.add", "NET_ADMIN"],
        ),
        ("with-token", "token-automount-off", ["pod", "automountServiceAccountToken is true", "false"]),
    ],
)
def test_the_message_names_rule_container_field_and_fix(
    told: list[str], name: str, rule: str, words: list[str]
) -> None:
    [line] = [line for line in told if name in line]
    assert line.startswith("policy violation: ")
    assert rule in line
    for word in words:
        assert word in line


def test_nothing_was_created(deployed: Project, told: list[str]) -> None:
    assert told
    names = [each["metadata"]["name"] for each in deployed.objects("sandboxtemplates")]
    assert not set(names) & set(UNSAFE)


def test_a_safe_template_passes(deployed: Project) -> None:
    (deployed.paths.root / "Pulumi.safe.yaml").write_text(CONFIG)
    result = operations.preview(deployed.paths, "safe", program(deployed, {"safe": lambda pod: None}))
    assert result.changes["create"] >= 1
