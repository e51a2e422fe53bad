"""What takes a while at Google Cloud: an API that was just turned on, a service account or agent that was
just made, and a role that was just bound are not known everywhere at once. Only where a test asks for it,
with `Cloud.spread`.
"""

from collections.abc import Callable
from typing import Final

from .cloud import Cloud
from .places import PROJECT_NUMBER
from .requests import Request
from .tokens import ACCOUNT, CRYPTO_KEY_MEMBER, SERVICE, SERVICE_IDENTITY

API_TITLES: Final = {
    "artifactregistry.googleapis.com": "Artifact Registry API",
    "cloudkms.googleapis.com": "Cloud Key Management Service (KMS) API",
    "cloudresourcemanager.googleapis.com": "Cloud Resource Manager API",
    "compute.googleapis.com": "Compute Engine API",
    "container.googleapis.com": "Kubernetes Engine API",
    "iam.googleapis.com": "Identity and Access Management (IAM) API",
}

APIS: Final = {
    "gcp:artifactregistry/*": "artifactregistry.googleapis.com",
    "gcp:compute/*": "compute.googleapis.com",
    "gcp:container/*": "container.googleapis.com",
    "gcp:kms/*": "cloudkms.googleapis.com",
    "gcp:projects/iAMMember:*": "cloudresourcemanager.googleapis.com",
    "gcp:serviceaccount/*": "iam.googleapis.com",
}
"""Whose API makes what."""

AGENT: Final = f"service-{PROJECT_NUMBER}@container-engine-robot.iam.gserviceaccount.com"


def api_message(api: str) -> str:
    """What Google says of an API that is off, or not on everywhere yet (hashicorp/terraform-provider-google,
    issue 16883).
    """
    page = f"https://console.developers.google.com/apis/api/{api}/overview?project={PROJECT_NUMBER}"
    return (
        f"{API_TITLES[api]} has not been used in project {PROJECT_NUMBER} before or it is disabled. Enable "
        f"it by visiting {page} then retry. If you enabled this API recently, wait a few minutes for the "
        "action to propagate to our systems and retry."
    )


def api_is_off(cloud: Cloud, api: str) -> bool:
    """Whether nobody turned an API on, or only just."""
    services = (each for each in cloud.all(SERVICE) if each.properties["service"] == api)
    return cloud.spreads() and all(cloud.is_new(each) for each in services)


def off(api: str) -> Callable[[Request], bool]:
    """The same of a request to it."""
    return lambda request: api_is_off(request.cloud, api)


def unknown_agent(request: Request) -> str | None:
    """GKE's service agent, which nobody made or only just."""
    if not request.cloud.spreads() or request.at("member") != f"serviceAccount:{AGENT}":
        return None
    made = (each for each in request.cloud.all(SERVICE_IDENTITY) if each.properties["email"] == AGENT)
    return AGENT if all(request.cloud.is_new(each) for each in made) else None


def new_account(request: Request) -> str | None:
    """A service account that was only just made."""
    member = request.at("member") or request.at("nodeConfig.serviceAccount") or ""
    email = member.removeprefix("serviceAccount:")
    accounts = (each for each in request.cloud.all(ACCOUNT) if each.properties["email"] == email)
    return email if any(map(request.cloud.is_new, accounts)) else None


def new_grant(request: Request) -> str | None:
    """A key that GKE's service agent may use only since a moment ago."""
    key = request.at("databaseEncryption.keyName")
    members = (each for each in request.cloud.all(CRYPTO_KEY_MEMBER) if each.properties["cryptoKeyId"] == key)
    return key if any(map(request.cloud.is_new, members)) else None
