"""Errors that pass by themselves: by which words they are known, what is waited for, and how long. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Awaited(StrEnum):
    """What an operation may have come too early for."""

    KIND = "kind"
    """A kind of Kubernetes object, whose CustomResourceDefinition somebody else installs."""
    API = "api"
    """A Google API that was just turned on."""
    SERVICE_ACCOUNT = "service-account"
    """A service account or service agent that was just made."""
    KEY_PERMISSION = "key-permission"
    """The permission of a service agent to use a key."""
    ACT_AS = "act-as"
    """The permission of whoever deploys to run nodes as a service account."""
    IDENTITY_POOL = "identity-pool"
    """The pool of Workload Identity, which comes with a project's first cluster."""


@dataclass(frozen=True)
class PassingError:
    """One row.

    awaited: what is waited for.
    says: what the provider's error says, as a regular expression; case does not matter.
    what: what is waited for, after "waits for".
    why: why it may still come.
    seconds: how long it is waited for at most.
    fix: what to do when it does not come.
    source: where the words and the time were read.
    """

    awaited: Awaited
    says: str
    what: str
    why: str
    seconds: int
    fix: str
    source: str


IAM_PROPAGATION: Final = 7 * 60
"""How long a change of roles may take to be in force everywhere: typically 2 minutes, potentially 7 or more.
Source: IAM documentation, "Access change propagation".
"""

IAM_SOURCE: Final = "IAM documentation, Access change propagation"

PASSING_ERRORS: Final = (
    PassingError(
        Awaited.KIND,
        "no matches for kind|the server could not find the requested resource",
        "its kind to be there",
        "GKE installs the kinds of an add-on some minutes after the cluster",
        10 * 60,
        "look with `kubectl get crds` whether the add-on is on, or a controller installed, and whether the "
        "cluster's version serves this apiVersion",
        "pulumi-kubernetes v4 (f47bc2d6f199), provider/pkg/provider/provider.go (Create, Update) and "
        "pkg/await/await.go (it creates 6 times by itself, in 63 s); k8s.io/apimachinery, "
        "meta.NoKindMatchError",
    ),
    PassingError(
        Awaited.API,
        "API has not been used in project|SERVICE_DISABLED|accessNotConfigured",
        "its Google API to be on",
        "it takes some minutes until an API that was just turned on answers everywhere",
        5 * 60,
        "turn the API on: GoogleApis, or `gcloud services enable`; the error names it",
        'hashicorp/terraform-provider-google#16883 and terraform-google-kubernetes-engine#1245: "If you '
        'enabled this API recently, wait a few minutes"',
    ),
    PassingError(
        Awaited.SERVICE_ACCOUNT,
        r'service account "?[\w.@-]+"? does not exist',
        "its service account to be there",
        "a service agent comes some time after its API, and a new account is not known everywhere at once",
        5 * 60,
        "make the account; GoogleApis, or `gcloud beta services identity create`, makes a service agent",
        'hashicorp/terraform-provider-google#9969 and midl-dev/tezos-on-gke#45: "Error 400: Service account '
        '... does not exist."; docs of google_service_account: creation is eventually consistent',
    ),
    PassingError(
        Awaited.KEY_PERMISSION,
        r"Permission 'cloudkms\.cryptoKeyVersions\.useTo\w+' denied",
        "the service agent's permission to use the key",
        "a role that was just bound is not in force everywhere at once",
        IAM_PROPAGATION,
        "bind roles/cloudkms.cryptoKeyEncrypterDecrypter on the key to the project's GKE service agent, "
        "service-NUMBER@container-engine-robot.iam.gserviceaccount.com",
        f'{IAM_SOURCE}; hashicorp/terraform-provider-google#15415: "Permission '
        "'cloudkms.cryptoKeyVersions.useToEncrypt' denied\"",
    ),
    PassingError(
        Awaited.ACT_AS,
        r"does not have access to service account|Permission 'iam\.serviceAccounts\.actAs' denied",
        "the permission to act as the nodes' service account",
        "a new account, or a role that was just bound, is not in force everywhere at once",
        IAM_PROPAGATION,
        "bind roles/iam.serviceAccountUser on the nodes' account, or in the project, to whoever deploys",
        f'{IAM_SOURCE}; GKE documentation, Troubleshoot service accounts: "The user does not have access to '
        'service account ... Ask a project owner to grant you the iam.serviceAccountUser role"',
    ),
    PassingError(
        Awaited.IDENTITY_POOL,
        "Identity Pool does not exist",
        "the project's pool of Workload Identity",
        "it comes with the project's first cluster that has Workload Identity on",
        IAM_PROPAGATION,
        "make the binding after the cluster: give it the cluster's output workload_pool",
        "terraform-google-modules/terraform-google-kubernetes-engine#916",
    ),
)

GOOGLE: Final = tuple(each for each in Awaited if each is not Awaited.KIND)
"""Everything that passes at Google Cloud."""

ALREADY_BEGUN: Final = "Error waiting for"
"""What the GCP provider says of an operation that Google had accepted (terraform-provider-google,
tpgresource.OperationWait). Something half made may be left then, and another try would only meet that.
"""


def passing_error(message: str, awaited: Iterable[Awaited]) -> PassingError | None:
    """The row that an error belongs to, if it is one of those that are waited for."""
    if ALREADY_BEGUN in message:
        return None
    wanted = set(awaited)
    rows = (each for each in PASSING_ERRORS if each.awaited in wanted)
    return next((each for each in rows if re.search(each.says, message, re.IGNORECASE)), None)
