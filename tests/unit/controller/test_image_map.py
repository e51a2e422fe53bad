"""The controller's image from a mirror."""

from typing import Any

import pulumi
import pulumi_kubernetes as kubernetes
import pytest

from gke_agent_sandbox.controller import AgentSandboxController
from gke_agent_sandbox.controller.manifest import Manifest, ManifestFile
from gke_agent_sandbox.controller.settings import resolve_settings, with_mapped_image
from gke_agent_sandbox.images import mapped
from gke_agent_sandbox.problems import ProblemsError
from tests.unit.controller.recording import run

MIRROR = "europe-west4-docker.pkg.dev/acme/k8s"
MAP = {"registry.k8s.io": MIRROR}


def image_of(release_file: ManifestFile, image_map: Any, **args: Any) -> str:
    """The image of the Deployment that the component registers."""

    def program() -> None:
        provider = kubernetes.Provider("cluster", kubeconfig="k")
        manifest: Any = {"source": release_file.source, "image_map": image_map}
        given: Any = {"kubeconfig": "k", "manifest": manifest, **args}
        AgentSandboxController("sandbox", given, pulumi.ResourceOptions(provider=provider))

    [deployment] = [each for each in run(program).values() if each.type.endswith(":Deployment")]
    return deployment.inputs["spec"]["template"]["spec"]["containers"][0]["image"]


@pytest.mark.parametrize("later", [False, True])
def test_the_manifests_image(release_file: ManifestFile, manifest: Manifest, later: bool) -> None:
    image_map = pulumi.Output.from_input(MAP) if later else MAP
    assert manifest.image.startswith("registry.k8s.io/")
    assert image_of(release_file, image_map) == mapped(manifest.image, MAP)
    assert image_of(release_file, image_map).startswith(f"{MIRROR}/")


def test_an_image_of_the_users_own(release_file: ManifestFile) -> None:
    own = "registry.k8s.io/own/controller@sha256:" + "0a" * 32
    assert image_of(release_file, MAP, image=own) == mapped(own, MAP)
    assert image_of(release_file, MAP, image="quay.io/own/controller:1") == "quay.io/own/controller:1"


def test_without_a_map_nothing_is_set(manifest: Manifest) -> None:
    settings = resolve_settings({"kubeconfig": "k"})
    assert with_mapped_image(settings, manifest).image is None


def test_a_wrong_entry_is_refused_by_its_path() -> None:
    wrong = {"kubeconfig": "k", "manifest": {"image_map": {"registry.k8s.io": "acme"}}}
    with pytest.raises(ProblemsError, match=r'manifest.image_map\["registry.k8s.io"\]: maps to what is no'):
        resolve_settings(wrong)
