"""The resources in what Pulumi exports.

Source of the shapes: pulumi 3.274, sdk/go/common/apitype/core.go (UntypedDeployment, DeploymentV3,
ResourceV3), pkg/display/json.go (PreviewDigest) and pkg/backend/display/json.go.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from ...pulumi_values.plain import plain
from ...rules import Path, Resource
from ...rules.part import is_list, is_object
from .document import TextError
from .secrets import secrets_in

_VERSIONS: Final = (3, 4)
# Steps after which the resource is no longer there, or not in the stack (pkg/resource/deploy/step.go).
_ENDS: Final = frozenset(
    {"delete", "delete-replaced", "discard", "discard-replaced", "remove-pending-replace"}
)
ENGINE: Final = "pulumi:"
"""What the types of the engine's own resources begin with: of stacks and providers."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A resource of a state or a plan.

    resource: with its inputs.
    parent:   the URN of its parent; empty where it has none.
    provider: the URN and id of its provider; empty where it has none.
    at:       the path of its record in the file.
    """

    resource: Resource
    parent: str
    provider: str
    at: Path


def is_state(value: Mapping[str, object]) -> bool:
    """Whether an object is what `pulumi stack export` writes."""
    return is_object(value.get("deployment"))


def is_plan(value: Mapping[str, object]) -> bool:
    """Whether an object is what `pulumi preview --json` writes."""
    steps = value.get("steps")
    return is_list(steps) and all(is_object(step) and {"op", "urn"} <= step.keys() for step in steps)


def of_state(value: Mapping[str, object]) -> Iterator[Exported]:
    """The resources of a state, but those that wait for their deletion, and the engine's own.

    Errors: TextError for another version of the format than 3 and 4, or a record that is no resource.
    """
    version = value.get("version")
    if version not in _VERSIONS:
        raise TextError(f"is a state of a version that is not known here; known are {_VERSIONS}")
    deployment = cast("Mapping[str, object]", value["deployment"])
    records = deployment.get("resources")
    if records is not None and not is_list(records):
        raise TextError("is a state whose deployment.resources is no list")
    for position, record in enumerate(records or ()):
        at: Path = ("deployment", "resources", position)
        if not is_object(record):
            raise TextError(f"is a state whose record {position} is no resource")
        if record.get("delete") is not True:
            yield from _exported(record, at, redacted=False)


def of_plan(value: Mapping[str, object]) -> Iterator[Exported]:
    """The resources that will be there after a plan, as far as the plan names them: without
    `--show-sames` it leaves out what stays as it is.

    Errors: TextError for the plan of a preview that failed, or a step without the state that it leads to.
    """
    diagnostics = value.get("diagnostics")
    for each in diagnostics if is_list(diagnostics) else ():
        if is_object(each) and each.get("severity") == "error":
            raise TextError("is the plan of a preview that failed: resources are missing in it")
    steps = cast("list[Mapping[str, object]]", value["steps"])
    last = {step["urn"]: position for position, step in enumerate(steps) if step["op"] not in _ENDS}
    for urn, position in last.items():
        state = steps[position].get("newState")
        if not is_object(state):
            raise TextError(f"is a plan whose step {position}, for {urn}, says nothing of the new state")
        yield from _exported(state, ("steps", position, "newState"), redacted=True)


def _exported(record: Mapping[str, object], at: Path, redacted: bool) -> Iterator[Exported]:
    token, urn = record.get("type"), record.get("urn")
    inputs = record.get("inputs")
    if not isinstance(token, str) or not isinstance(urn, str):
        raise TextError(f"holds a record without type and urn, number {at[-1]}")
    if inputs is not None and not is_object(inputs):
        raise TextError(f"holds a resource whose inputs are no object: {urn}")
    if token.startswith(ENGINE):
        return
    read = plain(inputs or {}, redacted)
    name = urn.rpartition("::")[2]
    secrets = read.secrets | secrets_in(read.properties)
    resource = Resource(token, read.properties, name, secrets, urn)
    yield Exported(resource, _text(record, "parent"), _text(record, "provider"), (*at, "inputs"))


def _text(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""
