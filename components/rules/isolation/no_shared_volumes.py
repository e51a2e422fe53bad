"""No two sandboxes share a volume."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ..api_object import ApiObject
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen, described, within
from ..path import Path, is_secret
from ..pod import Pod
from ..rule import Group, Rule, Severity
from ..stack import Member, StackFinding
from ..unknown import UNKNOWN
from .scope import APPLIES_TO, in_scope

ID: Final = "no-shared-volumes"

_EACH = "mount no persistentVolumeClaim by name, which all its pods would share"
_EACH_FIX = "spec.volumeClaimTemplates, which makes a claim for each pod (Deployment: an ephemeral volume)"
_OWN = "mount no persistentVolumeClaim that another pod mounts"
_OWN_FIX = "a claim of its own: spec.volumeClaimTemplates, or another claimName"


class _Mount(NamedTuple):
    """A claim that a pod mounts by name.

    provider: which cluster it goes to.
    urn, pod: where the pod is: its resource, and the path there.
    owner:    the object that the pod stands in.
    """

    provider: str
    urn: str
    pod: Path
    owner: ApiObject
    volume: Part
    claim: Seen

    def is_of_another_pod(self, other: "_Mount") -> bool:
        """Whether it is not the same pod. An object that stands in two files is one, for two clusters."""
        if (self.urn, self.pod) == (other.urn, other.pod):
            return False
        return self.owner.name is None or self._object != other._object

    @property
    def _object(self) -> tuple[object, ...]:
        return self.owner.identity, self.owner.namespace, self.owner.name

    @property
    def named(self) -> str:
        """How a message names the object, without anything secret."""
        kind, name = self.owner.identity.kind, self.owner.name
        if name is None or is_secret((*self.owner.path, "metadata", "name"), self.volume.secrets):
            return f"another {kind}"
        return f"{kind} {json.dumps(name)}"


def _claims(pod: Pod) -> Iterator[tuple[Part, Seen]]:
    for volume in pod.volumes:
        if volume.see("persistentVolumeClaim").value is not None:
            yield volume, volume.see("persistentVolumeClaim", "claimName")


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    if not in_scope(pod, settings):
        return
    for volume, claim in _claims(pod):
        if claim.value is UNKNOWN:
            required, fix = (_EACH, _EACH_FIX) if pod.kind.makes_many else (_OWN, _OWN_FIX)
            yield volume.undetermined(ID, claim, required, fix)
        elif pod.kind.makes_many:
            yield volume.violation(ID, claim, _EACH, _EACH_FIX)


def _judge_stack(members: Sequence[Member], settings: Settings) -> Iterator[StackFinding]:
    """Known claims only: one whose name is not known yet has been told for its own resource."""
    mounts = [each for member in members for each in _mounts(member, settings)]
    by_claim: dict[object, list[_Mount]] = defaultdict(list)
    by_namespace: dict[tuple[object, str | None], list[_Mount]] = defaultdict(list)
    for each in mounts:
        claim = (each.provider, each.claim.value)
        by_claim[claim].append(each)
        by_namespace[claim, each.owner.namespace].append(each)
    for each in mounts:
        claim, namespace = (each.provider, each.claim.value), each.owner.namespace
        # One that is not told may be that of any other: the provider's own, or one that is not known yet.
        near = by_claim[claim] if namespace is None else by_namespace[claim, namespace]
        other = next((other for other in near if each.is_of_another_pod(other)), None)
        if other is not None:
            yield StackFinding(each.urn, _shared(each, other))


def _shared(mount: _Mount, other: _Mount) -> Finding:
    """One other pod is enough to be told."""
    if mount.owner.namespace is not None:
        return mount.volume.violation(ID, mount.claim, f"{_OWN}: {other.named} does", _OWN_FIX)
    namespace = within(Seen(mount.owner.path, mount.owner.value), "metadata", "namespace")
    required = f"{_OWN}: {other.named} does, perhaps in the same namespace"
    finding = mount.volume.undetermined(ID, namespace, required, f"{_OWN_FIX}; and metadata.namespace")
    secret = is_secret(namespace.path, mount.volume.secrets)
    return replace(finding, found=described(namespace.value, secret))


def _mounts(member: Member, settings: Settings) -> Iterator[_Mount]:
    for pod in member.reading.pods:
        if in_scope(pod, settings):
            for volume, claim in _claims(pod):
                if isinstance(claim.value, str):
                    yield _Mount(member.provider, member.urn, pod.itself.path, pod.owner, volume, claim)


RULE: Final = Rule(
    id=ID,
    title="Sandboxes share no volume",
    description=(
        "Pods made from one template mount no persistentVolumeClaim by name, and no two pods of a namespace"
        " mount the same: what one sandbox writes, another would read, and run."
    ),
    group=Group.ISOLATION,
    severity=Severity.HIGH,
    references=(),
    remediation="Give each sandbox a claim of its own: spec.volumeClaimTemplates makes one for each pod.",
    url="https://kubernetes.io/docs/concepts/storage/persistent-volumes/#claims-as-volumes",
    judge=each_pod(_judge),
    parameters=(APPLIES_TO,),
    judge_stack=_judge_stack,
)
