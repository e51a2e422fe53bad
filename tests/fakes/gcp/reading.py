"""The inputs of a resource that has been read.

Source: pulumi-terraform-bridge, pkg/tfbridge/schema.go, ExtractInputsFromOutputs.
"""

from collections.abc import Mapping
from typing import Any

from .facts import Facts
from .planning import NOTHING
from .shapes import Kind, Shape
from .wire import Path, general


def refreshed(inputs: Any, state: Any) -> Any:
    """The inputs of a resource after a refresh: only what was there before, with the values of now. What has
    been filled in and changed since is the program's from now on.
    """
    if isinstance(inputs, list) and isinstance(state, list):
        return [refreshed(old, new) for old, new in zip(inputs, state, strict=False)]
    if not isinstance(inputs, Mapping) or not isinstance(state, Mapping):
        return state
    now = {key: refreshed(value, state[key]) for key, value in inputs.items() if key in state}
    if "__defaults" in inputs:
        now["__defaults"] = [key for key in inputs["__defaults"] if now.get(key) == inputs.get(key)]
    return now


def imported(state: Any, shape: Shape, facts: Facts, path: Path = ()) -> Any:
    """The inputs of a resource that is taken over: all that a program can say and that is not the default."""
    if isinstance(state, list) and shape.item:
        return [imported(each, shape.item, facts, (*path, at)) for at, each in enumerate(state)]
    if not isinstance(state, Mapping) or shape.kind is not Kind.OBJECT:
        return state
    inputs: dict[str, Any] = {"__defaults": []}
    for key, inner in shape.fields.items():
        where = general((*path, key))
        value = state.get(key)
        usual = (facts.defaults[where],) if where in facts.defaults else NOTHING
        if key in state and where not in facts.output_only and (key in shape.required or value not in usual):
            inputs[key] = imported(value, inner, facts, (*path, key))
    return inputs


def adopted(state: Mapping[str, Any]) -> dict[str, Any]:
    """The state of a resource that is taken over: which labels are the program's own is not known.

    Source: hashicorp/terraform-provider-google, tpgresource/labels.go, SetLabels; pulumi-gcp,
    provider/labels.go, ensureLabelPathsExist.
    """
    return {**state, "pulumiLabels": {}} if "pulumiLabels" in state else dict(state)
