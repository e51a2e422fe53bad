"""A member that means a workload is written as IAM knows it."""

from collections.abc import Iterator
from typing import Final

from ...identity.members import MemberError, parse_member
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen
from ..rule import Group, Rule, Severity
from .iam_members import each_member

ID: Final = "workload-identity-member"

_FIX: Final = (
    "principal://iam.googleapis.com/projects/PROJECT_NUMBER/locations/global/workloadIdentityPools/"
    "PROJECT.svc.id.goog/subject/ns/NAMESPACE/sa/SERVICE_ACCOUNT; or, to act as a Google service account,"
    " serviceAccount:PROJECT.svc.id.goog[NAMESPACE/SERVICE_ACCOUNT]"
)


def _judge(part: Part, member: Seen, _settings: Settings) -> Iterator[Finding]:
    """One that is not known yet is refused by IAM itself, where it is wrong."""
    if isinstance(member.value, str):
        try:
            parse_member(member.value)
        except MemberError as error:
            yield part.violation(ID, member, f"name a workload in a form that IAM knows ({error})", _FIX)


RULE: Final = Rule(
    id=ID,
    title="Members of IAM policies name workloads as IAM knows them",
    description=(
        "A member that speaks of a workload identity pool of GKE has one of the documented forms. IAM refuses"
        " some others after everything else was made, and takes some that select nobody."
    ),
    group=Group.CLOUD_IDENTITY,
    severity=Severity.MEDIUM,
    references=(),
    remediation="Write the member as the component WorkloadIdentity gives it in its output `member`.",
    url="https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity",
    judge=each_member(_judge),
)
