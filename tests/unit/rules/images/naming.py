"""Pods that name images."""

from typing import Any

from gke_agent_sandbox.rules import Resource
from tests.unit.rules.objects import good_container, good_pod_spec, pod

PLACES = {
    "containers": "spec.containers[0].image",
    "initContainers": "spec.initContainers[0].image",
    "ephemeralContainers": "spec.ephemeralContainers[0].image",
    "volumes": "spec.volumes[0].image.reference",
}
"""Where a pod names images, with the path of the first."""


REGISTRY = "registry.example.com/agents"
# No rule for images objects to it, however it is configured.
_BESIDE = good_container(image=f"{REGISTRY}/python@sha256:{'0a' * 32}")


def naming(image: Any, place: str = "containers") -> Resource:
    """A pod that names an image in one place."""
    if place == "volumes":
        volumes = [{"name": "v", "image": {"reference": image}}]
        return pod(good_pod_spec(containers=[_BESIDE], volumes=volumes))
    rest = {} if place == "containers" else {"containers": [_BESIDE]}
    return pod(good_pod_spec(**{**rest, place: [good_container(image=image)]}))
