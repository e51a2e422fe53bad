"""The engine deploys what the pack mends.

The Kubernetes provider renders the objects to files here, so no cluster is needed to see what it was given.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pulumi
import pulumi_kubernetes as kubernetes
import pytest
import yaml
from pulumi.automation import CommandError

from gke_agent_sandbox.rules import CATALOGUE, Group, Resource, judge
from tests.engine.policies.project import Project

pytestmark = pytest.mark.engine

BARE = {
    "containers": [
        {
            "name": "app",
            "image": "registry.example.com/agents/python@sha256:" + "0" * 64,
            "resources": {"limits": {"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Gi"}},
        }
    ]
}
SANDBOX = "agents.x-k8s.io/v1beta1"
CANARY = "s3cr3t-canary-0001"


class Deployed(NamedTuple):
    """The objects by kind, and what the engine printed."""

    objects: dict[str, Any]
    printed: str


def program(folder: Path) -> None:
    """A Deployment and a Sandbox with only what they are about, and a Sandbox that nothing can mend."""
    options = pulumi.ResourceOptions(
        provider=kubernetes.Provider("files", render_yaml_to_directory=str(folder))
    )
    labels = {"app": "bare"}
    kubernetes.apps.v1.Deployment(
        "deployment",
        metadata={"name": "deployment", "annotations": {"note": pulumi.Output.secret(CANARY)}},
        spec={
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": BARE},
        },
        opts=options,
    )
    kubernetes.apiextensions.CustomResource(
        "sandbox",
        api_version=SANDBOX,
        kind="Sandbox",
        metadata={"name": "sandbox"},
        spec={"podTemplate": {"spec": BARE}},
        opts=options,
    )


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Deployed:
    """What one `up` deploys with every rule at the level `remediate`."""
    folder = tmp_path_factory.mktemp("remediation")
    levels = dict.fromkeys(map(str, Group), "remediate")
    project = Project(folder, lambda: program(folder / "objects"), levels=levels)
    try:
        printed = project.stack.up(**project.policies).stdout
    except CommandError as error:
        pytest.fail(str(error))
    objects = [yaml.safe_load(file.read_text()) for file in (folder / "objects").rglob("*.yaml")]
    return Deployed({each["kind"]: each for each in objects}, printed)


def test_both_are_deployed_as_no_rule_objects_to(deployed: Deployed) -> None:
    objects = deployed.objects
    assert set(objects) == {"Deployment", "Sandbox"}
    for each in objects.values():
        assert judge(Resource(None, each)) == []


def test_what_was_said_is_still_there(deployed: Deployed) -> None:
    objects = deployed.objects
    specs = (
        objects["Deployment"]["spec"]["template"]["spec"],
        objects["Sandbox"]["spec"]["podTemplate"]["spec"],
    )
    for spec in specs:
        (container,) = spec["containers"]
        assert container.items() >= BARE["containers"][0].items()
        assert spec["automountServiceAccountToken"] is False
    assert objects["Deployment"]["metadata"]["annotations"]["note"] == CANARY


def test_a_secret_beside_it_is_still_one(deployed: Deployed) -> None:
    """The provider warns where it writes one to a file."""
    assert "deployment.yaml contains a secret value in plaintext" in deployed.printed


def test_each_remediation_is_told_by_its_rule(deployed: Deployed) -> None:
    told = dict(re.findall(r"\[remediate\]\s+(\S+)\s+\((\d) resources?\)", deployed.printed))
    assert set(told) <= {rule.id for rule in CATALOGUE if rule.mends}
    assert told["token-automount-off"] == "2"
    assert told["gvisor-runtime"] == "1"
