"""What the pack sees of a stack that makes its cluster and its workloads, before there is a cluster."""

from pathlib import Path
from typing import Any

import pulumi
import pulumi_kubernetes as kubernetes
import pytest
from pulumi.automation import EngineEvent
from pulumi_kubernetes.yaml.v2 import ConfigGroup

from tests.engine.policies.project import Project
from tests.unit.rules.objects import good_pod_spec

pytestmark = pytest.mark.engine

OBJECT = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "inner"}, "spec": good_pod_spec()}


def program(folder: Path) -> None:
    """A Pod and a ConfigGroup, both with a provider whose kubeconfig is not known yet."""
    known = kubernetes.Provider("known", render_yaml_to_directory=str(folder))
    cluster = kubernetes.core.v1.ConfigMap("cluster", opts=pulumi.ResourceOptions(provider=known))
    unknown = pulumi.ResourceOptions(provider=kubernetes.Provider("unknown", kubeconfig=cluster.id))
    kubernetes.core.v1.Pod("pod", spec=good_pod_spec(), opts=unknown)
    ConfigGroup("group", objs=[OBJECT], opts=unknown)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str, str]]:
    """Policy, level and resource of what the pack says in a preview."""
    folder = tmp_path_factory.mktemp("first")
    project = Project(folder, lambda: program(folder / "objects"), undetermined="advisory")
    events: list[EngineEvent] = []
    project.stack.preview(on_event=events.append, **project.policies)
    said: list[Any] = [each.policy_event for each in events if each.policy_event is not None]
    return {(each.policy_name, each.enforcement_level, each.resource_urn.split("::")[-1]) for each in said}


def test_a_group_that_shows_no_objects_is_undetermined(told: set[tuple[str, str, str]]) -> None:
    assert ("contents-visible", "advisory", "group") in told


def test_an_object_whose_outputs_are_missing_is_neither_a_fault_nor_undetermined(
    told: set[tuple[str, str, str]],
) -> None:
    """Its inputs have been judged."""
    assert {name for _, _, name in told} == {"group"}
