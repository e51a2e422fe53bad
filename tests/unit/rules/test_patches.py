"""A patch is judged by what it says, and as a whole object where it can create one."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import IMAGE, told

TEMPLATE = "spec.template.spec"


def deployment_patch(spec: Any, **rest: Any) -> Resource:
    return Resource(
        "kubernetes:apps/v1:DeploymentPatch",
        {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": {"spec": spec}, **rest}},
    )


def test_what_a_patch_leaves_out_is_not_a_fault() -> None:
    assert told(deployment_patch({"containers": [{"name": "app", "image": IMAGE}]})) == []
    assert (
        told(Resource("kubernetes:apps/v1:DeploymentPatch", {"apiVersion": "apps/v1", "kind": "Deployment"}))
        == []
    )


def test_what_a_patch_says_is_judged() -> None:
    patch = deployment_patch(
        {
            "automountServiceAccountToken": True,
            "initContainers": [
                {
                    "name": "a",
                    "securityContext": {"runAsUser": 0.0, "capabilities": {"add": ["BPF"], "drop": []}},
                }
            ],
        }
    )
    at = f"{TEMPLATE}.initContainers[0].securityContext"
    assert set(told(patch)) == {
        ("run-as-non-root", "violation", f"{at}.runAsUser"),
        ("no-added-capabilities", "violation", f"{at}.capabilities.add"),
        ("drop-all-capabilities", "violation", f"{at}.capabilities.drop"),
        ("token-automount-off", "violation", f"{TEMPLATE}.automountServiceAccountToken"),
    }


@pytest.mark.parametrize("selector", [{"matchLabels": {"app": "x"}}, UNKNOWN])
def test_a_patch_that_can_create_its_object_is_undetermined_where_it_is_silent(selector: Any) -> None:
    found = told(deployment_patch({"containers": [{"name": "app", "image": IMAGE}]}, selector=selector))
    assert {(rule, verdict) for rule, verdict, _ in found} == {
        ("run-as-non-root", "undetermined"),
        ("drop-all-capabilities", "undetermined"),
        ("token-automount-off", "undetermined"),
    }


def test_a_custom_kind_may_end_in_patch() -> None:
    own = Resource(
        "kubernetes:example.com/v1:PodPatch",
        {
            "apiVersion": "example.com/v1",
            "kind": "PodPatch",
            "spec": {"containers": [{"name": "app", "image": IMAGE}]},
        },
    )
    assert {verdict for _, verdict, _ in told(own)} == {"violation"}


def test_a_patch_of_an_unknown_kind_is_not_certain() -> None:
    unsure = Resource(
        "kubernetes:core/v1:PodPatch",
        {"apiVersion": "v1", "kind": UNKNOWN, "spec": {"containers": [{"name": "app"}]}},
    )
    assert told(unsure) == [("pod-readable", "undetermined", "kind")]


@pytest.mark.parametrize("names", [{}, {"kind": "ClusterPatch"}, {"apiVersion": "example.com/v1"}])
def test_a_custom_patch_is_searched_whatever_it_says_of_itself(names: dict[str, Any]) -> None:
    container = {"name": "app", "securityContext": {"runAsUser": 0}}
    own = Resource("kubernetes:example.com/v1:ClusterPatch", {**names, "spec": {"containers": [container]}})
    assert ("run-as-non-root", "violation", "spec.containers[0].securityContext.runAsUser") in told(own)
