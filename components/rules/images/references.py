"""Every image that a pod names."""

from collections.abc import Iterator
from typing import NamedTuple

from ..part import Part, Seen
from ..pod import Pod


class ImageReference(NamedTuple):
    """Where an image is named, and by which part of the pod."""

    part: Part
    reference: Seen


def image_references(pod: Pod) -> Iterator[ImageReference]:
    """The images of all containers, and those that are mounted as volumes. Source for these: k8s.io/api
    v0.36.3, core/v1/types.go, ImageVolumeSource: its reference behaves as that of a container.
    """
    for container in pod.containers:
        yield ImageReference(container, container.see("image"))
    for volume in pod.volumes:
        if volume.see("image").value is not None:
            yield ImageReference(volume, volume.see("image", "reference"))
