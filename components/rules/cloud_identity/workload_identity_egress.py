"""A pod with an identity in Google Cloud can get at it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ...facts.metadata_server import METADATA_ADDRESSES
from ...identity.members import MemberError, ServiceAccountMember, ServiceAccountPrincipal, parse_member
from ..api_object import ApiObject
from ..finding import Finding
from ..identity import Identity
from ..parameter import Settings
from ..part import is_object
from ..pod import Pod
from ..reading import Reading
from ..rule import Group, Rule, Severity
from ..stack import Member, StackFinding
from .egress import is_network_policy, openings, policy_of
from .iam_members import members_of
from .label_selector import selects

ID: Final = "workload-identity-egress"

_SERVICE_ACCOUNT: Final = Identity("", "ServiceAccount")
_ANNOTATION: Final = "iam.gke.io/gcp-service-account"
_V2, _V1 = METADATA_ADDRESSES
_REQUIRED: Final = "reach the metadata server, from which it gets the credentials of its ServiceAccount"
_FIX: Final = (
    f"a NetworkPolicy for these pods with egress to {_V2.address}/32, TCP port 80, and {_V1.address}/32, TCP"
    " port 988; or, for sandboxes, an account without an identity in Google Cloud"
)


class Place(NamedTuple):
    """A namespace of a cluster, which its provider stands for."""

    provider: str
    namespace: str


def _judge(_reading: Reading, _settings: Settings) -> Iterable[Finding]:
    return ()


def _judge_stack(members: Sequence[Member], _settings: Settings) -> Iterator[StackFinding]:
    """Only what is certain is told: an account that is bound in this stack, and policies of this stack."""
    annotated = set(_annotated(members))
    bound = set(_bound(members))
    if not annotated and not bound:
        return
    policies = list(_policies(members))
    for member in members:
        for pod in member.reading.pods:
            account = pod.itself.see("serviceAccountName")
            namespace = pod.owner.namespace
            if not isinstance(account.value, str) or namespace is None:
                continue
            place = Place(member.provider, namespace)
            known = (place, account.value) in annotated or (namespace, account.value) in bound
            if known and _is_shut_off(pod, [each for where, each in policies if where == place]):
                yield StackFinding(member.urn, pod.itself.advice(ID, account, _REQUIRED, _FIX))


def _annotated(members: Sequence[Member]) -> Iterator[tuple[Place, str]]:
    """ServiceAccounts that act as a Google service account."""
    for member in members:
        for each in member.reading.objects:
            if each.identity == _SERVICE_ACCOUNT and each.name and each.namespace:
                metadata = each.value.get("metadata")
                annotations = metadata.get("annotations") if is_object(metadata) else None
                if is_object(annotations) and annotations.get(_ANNOTATION) is not None:
                    yield Place(member.provider, each.namespace), each.name


def _bound(members: Sequence[Member]) -> Iterator[tuple[str, str]]:
    """Namespace and name of ServiceAccounts that have a role of their own."""
    for member in members:
        for _, seen in members_of(member.reading):
            try:
                parsed = parse_member(seen.value) if isinstance(seen.value, str) else None
            except MemberError:
                continue
            if isinstance(parsed, ServiceAccountPrincipal | ServiceAccountMember):
                yield parsed.namespace, parsed.service_account


def _policies(members: Sequence[Member]) -> Iterator[tuple[Place, ApiObject]]:
    for member in members:
        for each in member.reading.objects:
            if is_network_policy(each) and each.namespace is not None:
                yield Place(member.provider, each.namespace), each


def _is_shut_off(pod: Pod, policies: Iterable[ApiObject]) -> bool:
    """Whether some policy restricts the pod's egress, and none that does opens the metadata server."""
    labels = pod.metadata.see("labels").value
    selecting = [each for each in policies if _selects(each, labels if is_object(labels) else {})]
    found = [policy_of(each, frozenset()) for each in (*selecting, pod.owner)]
    restricting = [each for each in found if each is not None]
    return bool(restricting) and not any(True for each in restricting for _ in openings(each))


def _selects(policy: ApiObject, labels: Mapping[str, object]) -> bool:
    spec = policy.value.get("spec")
    return is_object(spec) and selects(spec.get("podSelector"), labels)


RULE: Final = Rule(
    id=ID,
    title="Pods with an identity in Google Cloud reach the metadata server",
    description=(
        "A pod whose ServiceAccount is bound to a role, or to a Google service account, in this stack is let"
        " through to the metadata server by some network policy, where policies of this stack restrict it."
        " Otherwise each call for a token waits until its time is over. It is told, and blocks nothing."
    ),
    group=Group.CLOUD_IDENTITY,
    severity=Severity.LOW,
    references=(),
    remediation=(
        f"Give trusted pods a NetworkPolicy with egress to {_V2.address}/32, TCP port 80, and"
        f" {_V1.address}/32, TCP port 988. Give sandboxes an account without an identity."
    ),
    url="https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity#metadata_server",
    judge=_judge,
    judge_stack=_judge_stack,
)
