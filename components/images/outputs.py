"""The image map where images or its entries are outputs."""

from collections.abc import Mapping
from typing import Any

import pulumi

from ..composition import is_opaque
from ..composition.outputs import outputs_of
from ..problems import refuse
from ..problems.refusal import refusing
from .image_map import image_map_problems, mapped


def mapped_when_known(image: Any, image_map: Any) -> Any:
    """An image by the name under which it is pulled: at once where everything is plain, else an output, which
    is known as soon as the image and the map are.

    Errors: pulumi.RunError, from the output, with the problems of a map that is known by then.
    """
    if image is None or image_map is None:
        return image
    if not is_opaque(image) and not any(outputs_of(image_map, ())):
        return mapped(image, image_map)
    both: pulumi.Output[list[Any]] = pulumi.Output.all(image, image_map)
    return both.apply(lambda known: checked_and_mapped(known[0], known[1]))


def checked_and_mapped(image: object, image_map: Mapping[str, object]) -> object:
    """An image by the name under which it is pulled, with a map that nobody has seen before."""
    with refusing():
        refuse("image_map", image_map_problems(image_map, ""))
    return mapped(image, image_map)
