"""The images of a pod."""

from typing import Any

from gke_agent_sandbox.images import hidden_image_problems, pod_images, with_images

POD: dict[str, Any] = {
    "initContainers": [{"name": "i", "image": "init"}],
    "containers": [{"name": "a", "image": "one", "env": []}, {"name": "b"}, "no container"],
    "ephemeralContainers": [{"name": "e", "image": "debug"}],
    "volumes": [{"name": "v", "image": {"reference": "volume", "pullPolicy": "Always"}}, {"name": "w"}],
    "hostname": "h",
}


def test_every_image_is_found() -> None:
    assert pod_images(POD, "pod") == {
        "pod.initContainers[0].image": "init",
        "pod.containers[0].image": "one",
        "pod.ephemeralContainers[0].image": "debug",
        "pod.volumes[0].image.reference": "volume",
    }
    assert pod_images({"containers": None, "volumes": [{"image": 7}]}) == {}


def test_every_image_is_replaced_and_nothing_else() -> None:
    changed = with_images(POD, str.upper)
    assert pod_images(changed) == {place: image.upper() for place, image in pod_images(POD).items()}
    assert with_images(changed, str.lower) == POD
    assert POD["containers"][0]["image"] == "one"


def test_images_within_outputs_are_told() -> None:
    def is_opaque(value: object) -> bool:
        return value == "later"

    hidden: dict[str, Any] = {
        "containers": "later",
        "volumes": [{"name": "v"}, "later"],
        "initContainers": [{"image": "later"}],
    }
    found = [str(each) for each in hidden_image_problems(hidden, "pod", is_opaque)]
    assert [each.partition(":")[0] for each in found] == ["pod.containers", "pod.volumes[1]"]
    assert "beside image_map" in found[0]
