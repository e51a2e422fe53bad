"""No role is bound to what a sandbox is in Google Cloud."""

from collections.abc import Iterator
from typing import Final

from ...identity.members import (
    ClusterPrincipals,
    Member,
    MemberError,
    NamespacePrincipals,
    PoolPrincipals,
    ServiceAccountMember,
    ServiceAccountPrincipal,
    ServiceAccountUidPrincipal,
    parse_member,
)
from ...tenancy.objects import SERVICE_ACCOUNT
from ..finding import Finding
from ..parameter import Settings, names
from ..part import Part, Seen
from ..rule import Group, Rule, Severity
from ..unknown import UNKNOWN
from .iam_members import each_member

ID: Final = "no-sandbox-identity-binding"

SANDBOX_ACCOUNTS: Final = names(
    "sandbox_service_accounts",
    "The Kubernetes ServiceAccounts that sandboxes run as, in any namespace.",
    (SERVICE_ACCOUNT, "default"),
    '["sandbox", "default"]',
)

_USES_ACCOUNT: Final = "roles/iam.workloadIdentityUser"
_NOT_A_SANDBOX: Final = "not be what sandboxes run as: they get no identity in Google Cloud"
_BY_NAME: Final = "name its ServiceAccount, so that it can be told from a sandbox's"
_FIX: Final = (
    "principal://.../subject/ns/NAMESPACE/sa/NAME of a ServiceAccount that only trusted pods name; the"
    " component WorkloadIdentity makes one"
)


def _judge(part: Part, member: Seen, settings: Settings) -> Iterator[Finding]:
    if member.value is UNKNOWN:
        yield from _unknown(part, member)
    elif isinstance(member.value, str):
        try:
            parsed = parse_member(member.value)
        except MemberError:  # told by workload-identity-member
            return
        yield from _of_member(part, member, parsed, settings)


def _unknown(part: Part, member: Seen) -> Iterator[Finding]:
    """Nearly every member that is not known yet is a Google service account that is made in the same run,
    and the engine shows it again before it binds the role. Only the role to act as an account goes to
    workloads alone.
    """
    if part.see("role").value == _USES_ACCOUNT:
        yield part.undetermined(ID, member, _NOT_A_SANDBOX, _FIX)


def _of_member(part: Part, seen: Seen, member: Member, settings: Settings) -> Iterator[Finding]:
    match member:
        case ServiceAccountPrincipal() | ServiceAccountMember():
            if member.service_account in settings[SANDBOX_ACCOUNTS]:
                yield part.violation(ID, seen, _NOT_A_SANDBOX, _FIX)
        case NamespacePrincipals():
            yield part.violation(ID, seen, _several("a namespace"), _FIX)
        case ClusterPrincipals():
            yield part.violation(ID, seen, _several("a cluster"), _FIX)
        case PoolPrincipals():
            yield part.violation(ID, seen, _several("every cluster of a project"), _FIX)
        case ServiceAccountUidPrincipal():
            yield part.undetermined(ID, seen, _BY_NAME, _FIX)
        case _:
            pass


def _several(place: str) -> str:
    return f"name one ServiceAccount, not every pod of {place}, sandboxes among them"


RULE: Final = Rule(
    id=ID,
    title="No role is bound to a sandbox",
    description=(
        "No member of an IAM policy is a ServiceAccount of sandboxes, or a set of pods with sandboxes in it."
        " A pod without a token still has an identity: the metadata server gives out its Google Cloud"
        " credentials to whoever asks from within, and untrusted code can ask."
    ),
    group=Group.CLOUD_IDENTITY,
    severity=Severity.CRITICAL,
    references=(),
    remediation=(
        "Bind the role to the ServiceAccount of a trusted pod, which does for the sandboxes what they need,"
        " and remove the binding."
    ),
    url="https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity",
    judge=each_member(_judge),
    parameters=(SANDBOX_ACCOUNTS,),
)
