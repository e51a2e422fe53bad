"""Templates whose images are pulled from a mirror."""

from collections.abc import Callable
from typing import Any

import pulumi
import pulumi_kubernetes as kubernetes
import pytest

from gke_agent_sandbox.rules import Resource
from gke_agent_sandbox.sandboxes import SandboxTemplate
from gke_agent_sandbox.sandboxes.templates import (
    combination_problems,
    in_arguments,
    template_object,
    template_problems,
)
from tests.unit.rules.objects import about
from tests.unit.sandboxes.recorder import recorded

MIRROR = "europe-west4-docker.pkg.dev/acme/hub"
MAP = {"docker.io": MIRROR}
TEMPLATE = "kubernetes:extensions.agents.x-k8s.io/v1beta1:SandboxTemplate python"


def pod_of(**args: Any) -> dict[str, Any]:
    template = template_object({"namespace": "demo", "image_map": MAP, **args})
    assert template_problems(template) == []
    return template["spec"]["podTemplate"]["spec"]


def test_the_one_container() -> None:
    assert pod_of(image="python:3.12")["containers"][0]["image"] == f"{MIRROR}/library/python:3.12"
    assert pod_of(image="quay.io/a/b:1")["containers"][0]["image"] == "quay.io/a/b:1"


def test_every_image_of_a_whole_pod() -> None:
    pod = pod_of(
        pod={
            "initContainers": [{"name": "i", "image": "alpine:3"}],
            "containers": [{"name": "a", "image": "python:3.12"}, {"name": "b", "image": "acme/b:1"}],
            "volumes": [{"name": "v", "image": {"reference": "acme/data:2"}}],
        }
    )
    assert pod["initContainers"][0]["image"] == f"{MIRROR}/library/alpine:3"
    assert [each["image"] for each in pod["containers"]] == [
        f"{MIRROR}/library/python:3.12",
        f"{MIRROR}/acme/b:1",
    ]
    assert pod["volumes"][0]["image"]["reference"] == f"{MIRROR}/acme/data:2"


def test_a_wrong_entry_is_refused_by_its_path() -> None:
    given: dict[str, Any] = {"namespace": "demo", "image": "python:3.12", "image_map": {"docker.io": "acme"}}
    assert [each.path for each in combination_problems(given)] == ['image_map["docker.io"]']


def test_a_fault_of_the_image_is_told_at_the_image() -> None:
    given: dict[str, Any] = {"namespace": "demo", "image": "python:${TAG}", "image_map": MAP}
    found = in_arguments(template_problems(template_object(given)), given)
    assert {each.path for each in found} == {"image"}


@pytest.mark.parametrize(("image", "found"), [("python:3.12", 0), ("quay.io/a/b:1", 1)])
def test_the_rule_about_registries_judges_the_mirror(image: str, found: int) -> None:
    template = template_object({"namespace": "demo", "image": image, "image_map": MAP})
    judged = Resource(None, template)
    assert len(about("image-registry", judged, registries=[MIRROR])) == found


@pytest.mark.parametrize(("image", "found"), [("python:3.12", 0), ("python", 1), ("python:latest", 1)])
def test_the_rule_about_pins_judges_the_version_that_is_kept(image: str, found: int) -> None:
    template = template_object({"namespace": "demo", "image": image, "image_map": MAP})
    assert len(about("image-pinned", Resource(None, template))) == found


def registered(**args: Any) -> dict[str, Any]:
    def program() -> None:
        provider = kubernetes.Provider("cluster", kubeconfig="{}")
        given: Any = {"namespace": "demo", **args}
        SandboxTemplate("python", given, pulumi.ResourceOptions(provider=provider))

    return recorded(program)[TEMPLATE]["inputs"]["spec"]["podTemplate"]["spec"]


@pytest.mark.parametrize(
    "image_map",
    [
        lambda: MAP,
        lambda: {"docker.io": pulumi.Output.from_input(MIRROR)},
        lambda: pulumi.Output.from_input(MAP),
    ],
    ids=["plain", "an entry later", "all of it later"],
)
def test_the_map_may_be_known_later(image_map: Callable[[], Any]) -> None:
    for image in ("python:3.12", pulumi.Output.from_input("python:3.12")):
        pod = registered(image=image, image_map=image_map())
        assert pod["containers"][0]["image"] == f"{MIRROR}/library/python:3.12"


def test_an_image_without_a_map_stays_plain() -> None:
    assert registered(image="python:3.12")["containers"][0]["image"] == "python:3.12"


def test_what_turns_out_wrong_later_is_refused() -> None:
    with pytest.raises(pulumi.RunError, match="maps to what is no registry"):
        registered(image="python:3.12", image_map=pulumi.Output.from_input({"docker.io": "https://acme"}))
    with pytest.raises(pulumi.RunError, match="image: holds an unexpanded variable"):
        registered(image="python:${TAG}", image_map=pulumi.Output.from_input(MAP))


def test_images_that_the_map_cannot_see_are_refused() -> None:
    later = pulumi.Output.from_input([{"name": "a", "image": "python:3.12"}])
    with pytest.raises(pulumi.RunError, match=r"pod\.containers: is an output as a whole beside image_map"):
        registered(pod={"containers": later}, image_map=MAP)
