"""Members of an IAM policy that are workloads of GKE: made, and read again. Pure.

Source: IAM documentation, "Principal identifiers", GKE; GKE documentation, "About Workload Identity
Federation for GKE", principal identifiers (both of 2026-07).
"""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

POOL_SUFFIX: Final = ".svc.id.goog"
"""What the name of the pool of a project ends in: `PROJECT.svc.id.goog`."""

PROJECT: Final = r"(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]"
"""The id of a project, in a domain of its own where there is a colon. Source: Resource Manager REST v1,
Project.projectId.
"""

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_POOL = rf"{PROJECT}\.svc\.id\.goog"
_CLUSTER = r"projects/[^/\s]+/locations/[^/\s]+/clusters/[^/\s]+"
_NUMBERED = rf"iam\.googleapis\.com/projects/(\d+)/locations/global/workloadIdentityPools/({_POOL})"
_CLUSTER_URL = "https://container.googleapis.com/v1/"

_SUBJECT = re.compile(rf"principal://{_NUMBERED}/subject/ns/({_LABEL})/sa/({_LABEL}(?:\.{_LABEL})*)")
_UID = re.compile(rf"principal://{_NUMBERED}/kubernetes\.serviceaccount\.uid/([0-9A-Za-z-]+)")
_NAMESPACE = re.compile(rf"principalSet://{_NUMBERED}/namespace/({_LABEL})")
_IN_CLUSTER = re.compile(
    rf"principalSet://{_NUMBERED}/kubernetes\.cluster/{re.escape(_CLUSTER_URL)}({_CLUSTER})"
)
_EVERYBODY = re.compile(rf"principalSet://{_NUMBERED}/\*")
_BRACKETS = re.compile(rf"serviceAccount:({_POOL})\[({_LABEL})/({_LABEL}(?:\.{_LABEL})*)\]")
_POOL_NAME = re.compile(_POOL)

# What a member that speaks of a GKE pool has in it, however it is misspelt: the suffix or one near to it.
_MEANS_GKE = re.compile(r"\.id\.goog\b|^serviceAccount:[^@?]*[\[\]]")


@dataclass(frozen=True)
class ServiceAccountPrincipal:
    """A Kubernetes ServiceAccount by its name, in every cluster of the pool's project that has one of that
    name in that namespace.
    """

    project_number: str
    workload_pool: str
    namespace: str
    service_account: str

    def __str__(self) -> str:
        subject = f"subject/ns/{self.namespace}/sa/{self.service_account}"
        return f"principal://{_pool_path(self.project_number, self.workload_pool)}/{subject}"


@dataclass(frozen=True)
class ServiceAccountUidPrincipal:
    """A Kubernetes ServiceAccount by its UID."""

    project_number: str
    workload_pool: str
    uid: str

    def __str__(self) -> str:
        path = _pool_path(self.project_number, self.workload_pool)
        return f"principal://{path}/kubernetes.serviceaccount.uid/{self.uid}"


@dataclass(frozen=True)
class ServiceAccountMember:
    """A Kubernetes ServiceAccount in the form that may use a Google service account."""

    workload_pool: str
    namespace: str
    service_account: str

    def __str__(self) -> str:
        return f"serviceAccount:{self.workload_pool}[{self.namespace}/{self.service_account}]"


@dataclass(frozen=True)
class NamespacePrincipals:
    """Every pod of a namespace."""

    project_number: str
    workload_pool: str
    namespace: str

    def __str__(self) -> str:
        path = _pool_path(self.project_number, self.workload_pool)
        return f"principalSet://{path}/namespace/{self.namespace}"


@dataclass(frozen=True)
class ClusterPrincipals:
    """Every pod of a cluster.

    cluster_id: `projects/PROJECT/locations/LOCATION/clusters/NAME`.
    """

    project_number: str
    workload_pool: str
    cluster_id: str

    def __str__(self) -> str:
        path = _pool_path(self.project_number, self.workload_pool)
        return f"principalSet://{path}/kubernetes.cluster/{_CLUSTER_URL}{self.cluster_id}"


@dataclass(frozen=True)
class PoolPrincipals:
    """Every pod of every cluster of the pool."""

    project_number: str
    workload_pool: str

    def __str__(self) -> str:
        return f"principalSet://{_pool_path(self.project_number, self.workload_pool)}/*"


@dataclass(frozen=True)
class OtherMember:
    """A member that is no workload of GKE: a user, a group, a Google service account, everybody."""

    text: str

    def __str__(self) -> str:
        return self.text


Member: TypeAlias = (
    ServiceAccountPrincipal
    | ServiceAccountUidPrincipal
    | ServiceAccountMember
    | NamespacePrincipals
    | ClusterPrincipals
    | PoolPrincipals
    | OtherMember
)
"""A member of an IAM policy; its text is what IAM takes."""


class MemberError(ValueError):
    """A member that means a workload of GKE, in a form that IAM does not take."""


def parse_member(text: str) -> Member:
    """What a member of an IAM policy is.

    Errors: MemberError for one of a GKE pool that has no form of the documentation.
    """
    if not _MEANS_GKE.search(text) or text.startswith("deleted:"):
        return OtherMember(text)
    for form, made in (
        (_SUBJECT, ServiceAccountPrincipal),
        (_UID, ServiceAccountUidPrincipal),
        (_NAMESPACE, NamespacePrincipals),
        (_IN_CLUSTER, ClusterPrincipals),
        (_EVERYBODY, PoolPrincipals),
        (_BRACKETS, ServiceAccountMember),
    ):
        match = form.fullmatch(text)
        if match is not None:
            return made(*match.groups())
    raise MemberError(_fault(text))


def is_workload_pool(text: str) -> bool:
    """Whether a text is the name of the workload identity pool of a project, `PROJECT.svc.id.goog`."""
    return _POOL_NAME.fullmatch(text) is not None


def project_of_pool(workload_pool: str) -> str:
    """The project that a pool belongs to: that of the cluster, or of its fleet."""
    return workload_pool.removesuffix(POOL_SUFFIX)


def _pool_path(project_number: str, workload_pool: str) -> str:
    pool = f"workloadIdentityPools/{workload_pool}"
    return f"iam.googleapis.com/projects/{project_number}/locations/global/{pool}"


def _fault(text: str) -> str:
    """What is wrong with a member, without the member itself."""
    if f"{POOL_SUFFIX}[" not in text and f"{POOL_SUFFIX}/" not in text:
        if POOL_SUFFIX not in text:
            return f"its pool does not end in {POOL_SUFFIX}"
        return "it names a pool and nobody in it"
    if text.startswith("serviceAccount:"):
        if "[" not in text or not text.endswith("]"):
            return "namespace and ServiceAccount must stand in square brackets after the pool"
        return "what stands in the brackets is no NAMESPACE/SERVICE_ACCOUNT"
    if not text.startswith(("principal://", "principalSet://")):
        return "it begins with neither serviceAccount:, principal:// nor principalSet://"
    if re.search(r"/projects/(?!\d+/)", text):
        return "it names the project by its id, and not by its number"
    return "it selects nobody in the pool that the documentation knows"
