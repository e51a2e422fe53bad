"""The component in other languages: what Pulumi's analyzer makes of it."""

from typing import Any

import pytest
from pulumi.provider.experimental.analyzer import Analyzer

from gke_agent_sandbox.controller import AgentSandboxController


@pytest.fixture(scope="module")
def schema() -> Any:
    return Analyzer("gke-agent-sandbox").analyze([AgentSandboxController])


def test_inputs_and_outputs(schema: Any):
    component = schema["component_definitions"]["AgentSandboxController"]
    assert set(component.inputs) == {
        "kubeconfig",
        "clusterIdentifier",
        "release",
        "manifest",
        "image",
        "replicas",
        "resources",
        "scheduling",
        "options",
        "allowedLabelDomains",
        "upgrade",
        "crds",
    }
    assert set(component.outputs) == {"namespace", "serviceAccount", "release", "manifestSha256", "ready"}
    assert [key for key, value in component.inputs.items() if not value.optional] == ["kubeconfig"]


def test_everything_is_documented(schema: Any):
    component = schema["component_definitions"]["AgentSandboxController"]
    properties = {**component.inputs, **component.outputs}
    for definition in schema["type_definitions"].values():
        assert definition.description, definition.name
        properties.update({f"{definition.name}.{key}": value for key, value in definition.properties.items()})
    assert len(properties) > 50
    assert not [name for name, value in properties.items() if not value.description]


def test_type_names_are_this_components_own(schema: Any):
    names = set(schema["type_definitions"])
    assert all(name.startswith(("AgentSandbox", "Controller")) for name in names), names
