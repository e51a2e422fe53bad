"""A resource is what its type says."""

from collections.abc import Iterator
from typing import Final

from ..finding import Finding
from ..identity import Identity, from_api_version, from_type_token
from ..parameter import Settings
from ..part import Part, Seen, Surroundings
from ..reading import Reading
from ..rule import Group, Rule, Severity
from ..unknown import UNKNOWN

ID: Final = "type-matches-object"

_PATCH = "Patch"
_FIX = "the apiVersion and kind of that type, or the type of the object that is meant"


def _judge(reading: Reading, _settings: Settings) -> Iterator[Finding]:
    """A field that is not known yet is told by pod-readable; one that is missing names nothing else."""
    resource = reading.resource
    by_type = from_type_token(resource.type_token)
    if by_type is None:
        return
    owner = next((each for each in reading.objects if not each.path), None)
    itself = Part("object", (), resource.properties, Surroundings(resource.secrets, owner=owner))
    kind, api_version = itself.see("kind"), itself.see("apiVersion")
    required = f"be what its type says, {resource.type_token}"
    for field, allowed in ((api_version, _is_group(api_version, by_type)), (kind, _is_kind(kind, by_type))):
        if field.value is not None and field.value is not UNKNOWN and not allowed:
            yield itself.violation(ID, field, required, _FIX)


def _is_group(seen: Seen, by_type: Identity) -> bool:
    own = from_api_version(seen.value, by_type.kind)
    return own is not None and own.group == by_type.group


def _is_kind(seen: Seen, by_type: Identity) -> bool:
    """A patch of a Deployment has the type DeploymentPatch, and the kind Deployment."""
    return seen.value in (by_type.kind, by_type.kind.removesuffix(_PATCH))


RULE: Final = Rule(
    id=ID,
    title="Resources are what their type says",
    description=(
        "The apiVersion and kind that a resource names are those of its Pulumi type. The provider creates"
        " what the resource names, whatever its type: a ConfigMap by type may be a Pod in the cluster, and"
        " a reader, or another check, sees a ConfigMap."
    ),
    group=Group.VISIBILITY,
    severity=Severity.HIGH,
    references=(),
    remediation="Use the resource type of the object that is meant, and leave out apiVersion and kind.",
    url="https://www.pulumi.com/registry/packages/kubernetes/",
    judge=_judge,
)
