"""What takes a while in the stand-in, where a test asks for it."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.gcp import api, data_sources
from tests.fakes.gcp.cloud import ApiError, Cloud, Resource
from tests.fakes.gcp.places import Place
from tests.fakes.gcp.spreading import AGENT
from tests.fakes.gcp.tokens import (
    ACCOUNT,
    CLUSTER,
    CRYPTO_KEY_MEMBER,
    KEY_RING,
    PROJECT_MEMBER,
    SERVICE,
    SERVICE_IDENTITY,
)

PROJECT = "demo"
KEY = "projects/demo/locations/europe-west4/keyRings/r/cryptoKeys/k"
RING = {"project": PROJECT, "location": "europe-west4", "name": "r"}


@pytest.fixture
def cloud(tmp_path: Path) -> Cloud:
    return Cloud(tmp_path / "cloud")


def make(cloud: Cloud, type: str, **inputs: Any) -> Resource:
    return api.create(cloud, type, {"project": PROJECT, **inputs})


def enable(cloud: Cloud, *names: str, **more: Any) -> None:
    for name in names:
        make(cloud, SERVICE, service=f"{name}.googleapis.com", **more)


def grown_old(cloud: Cloud, *types: str) -> None:
    """Let everything of some types have been there for an hour."""
    for file in (cloud.folder / "resources").glob("*.json"):
        if any(type in file.read_text() for type in types):
            hour_ago = file.stat().st_mtime - 3600
            os.utime(file, (hour_ago, hour_ago))


def grant(cloud: Cloud) -> None:
    role = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
    make(cloud, CRYPTO_KEY_MEMBER, cryptoKeyId=KEY, role=role, member=f"serviceAccount:{AGENT}")


def test_nothing_takes_a_while_unless_asked_for(cloud: Cloud) -> None:
    make(cloud, KEY_RING, **RING)
    grant(cloud)


def test_an_api_that_is_off_or_was_just_turned_on(cloud: Cloud) -> None:
    cloud.spread(60)
    for _ in range(2):
        with pytest.raises(
            ApiError, match=r"Error 403: Cloud Key Management Service \(KMS\) API has not been"
        ):
            make(cloud, KEY_RING, **RING)
        enable(cloud, "cloudkms")
    grown_old(cloud, SERVICE)
    make(cloud, KEY_RING, **RING)


def test_the_project_is_not_told_before_its_api_is_on(cloud: Cloud) -> None:
    cloud.spread(60)
    token = "gcp:organizations/getProject:getProject"
    with pytest.raises(ApiError, match="Cloud Resource Manager API"):
        data_sources.answer(cloud, token, {"projectId": PROJECT}, Place(PROJECT))
    enable(cloud, "cloudresourcemanager")
    grown_old(cloud, SERVICE)
    assert data_sources.answer(cloud, token, {"projectId": PROJECT}, Place(PROJECT))["projectId"] == PROJECT


def test_a_service_agent_comes_when_it_is_made(cloud: Cloud) -> None:
    cloud.spread(60)
    enable(cloud, "cloudkms", "container")
    grown_old(cloud, SERVICE)
    for _ in range(2):
        with pytest.raises(ApiError, match=f"Error 400: Service account {AGENT} does not exist."):
            grant(cloud)
        make(cloud, SERVICE_IDENTITY, service="container.googleapis.com")
    assert cloud.only(SERVICE_IDENTITY).properties["email"] == AGENT
    grown_old(cloud, SERVICE_IDENTITY)
    grant(cloud)


def test_an_account_and_a_grant_that_are_new(cloud: Cloud) -> None:
    cloud.spread(0, Account=60, CryptoKeyIAMMember=60)
    enable(cloud, "cloudkms", "cloudresourcemanager", "container", "iam")
    email = make(cloud, ACCOUNT, accountId="nodes").properties["email"]
    binding = {"role": "roles/viewer", "member": f"serviceAccount:{email}"}
    with pytest.raises(ApiError, match=f"Service account {email} does not exist."):
        make(cloud, PROJECT_MEMBER, **binding)
    grown_old(cloud, ACCOUNT)
    make(cloud, PROJECT_MEMBER, **binding)

    make(cloud, SERVICE_IDENTITY, service="container.googleapis.com")
    grant(cloud)
    cluster = {
        "name": "main",
        "location": "europe-west4",
        "enableAutopilot": True,
        "databaseEncryption": {"state": "ENCRYPTED", "keyName": KEY},
    }
    with pytest.raises(ApiError, match=r"Permission 'cloudkms\.cryptoKeyVersions\.useToEncrypt' denied"):
        make(cloud, CLUSTER, **cluster)
    grown_old(cloud, CRYPTO_KEY_MEMBER)
    make(cloud, CLUSTER, **cluster)


def test_what_stays_when_it_is_deleted(cloud: Cloud) -> None:
    enable(cloud, "iam", disableOnDestroy=False)
    enable(cloud, "compute", disableOnDestroy=True)
    make(cloud, SERVICE_IDENTITY, service="container.googleapis.com")
    for each in cloud.all():
        api.delete(cloud, each.type, each.id)
    left = {each.properties["service"] for each in cloud.all()}
    assert left == {"iam.googleapis.com", "container.googleapis.com"}
    # And neither is in the way of a program that asks for it again.
    enable(cloud, "iam")
    make(cloud, SERVICE_IDENTITY, service="container.googleapis.com")
