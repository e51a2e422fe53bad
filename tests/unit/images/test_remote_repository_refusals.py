"""What the repositories' component refuses, each with its message."""

from typing import Any

import pulumi
import pytest

from gke_agent_sandbox.images import RemoteImageRepositories
from tests.unit.images.recording import recorded

KEY = "projects/acme/locations/europe-west4/keyRings/r/cryptoKeys/k"


def refusal(**args: Any) -> str:
    given: Any = {"location": "europe-west4", "project": "acme", **args}
    with pytest.raises(pulumi.RunError) as error:
        recorded(lambda: RemoteImageRepositories("images", given))
    return str(error.value)


def credentials(version: Any) -> dict[str, Any]:
    return {"docker.io": {"credentials": {"username": "acme", "password_secret_version": version}}}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"location": "europe-west4-a"}, "location: is a zone (repositories lie in a region)"),
        ({"location": "Europe"}, "location: is neither a region nor a multi-region"),
        ({"project": None}, "project: is missing, and so is the config gcp:project"),
        ({"upstreams": {}}, "upstreams: is empty"),
        (
            {"upstreams": {"https://ghcr.io": {}}},
            'upstreams["https://ghcr.io"]: is not the host of a registry',
        ),
        ({"upstreams": {"ghcr.io/acme": {}}}, 'upstreams["ghcr.io/acme"]: is not the host of a registry'),
        ({"upstreams": {"docker": {}}}, "upstreams.docker: is not the host of a registry"),
        ({"upstreams": {"index.docker.io": {}}}, 'upstreams["index.docker.io"]: is not the host'),
        (
            {"upstreams": {"us-docker.pkg.dev": {}}},
            'upstreams["us-docker.pkg.dev"]: is Artifact Registry itself',
        ),
        (
            {"upstreams": {"a.b.c": {}, "a-b.c": {}}},
            'upstreams["a-b.c"]: has the same name in Google Cloud as',
        ),
        ({"upstreams": {"ghcr.io": {"credential": {}}}}, "credentials"),
        (
            {"upstreams": credentials("hunter2")},
            'upstreams["docker.io"].credentials.password_secret_version: is no version of a secret',
        ),
        ({"kms_key_name": "k"}, "kms_key_name: is no name of a key"),
        (
            {"kms_key_name": KEY.replace("europe-west4", "global")},
            "kms_key_name: lies in another location than the repositories",
        ),
        ({"readers": {"Team": "user:a@example.com"}}, "readers.Team: is no name"),
        ({"readers": {"all": "allUsers"}}, "readers.all: is everybody"),
        ({"readers": {"all": "allAuthenticatedUsers"}}, "readers.all: is everybody"),
        ({"readers": {"a": "nodes@acme.iam.gserviceaccount.com"}}, "readers.a: is no IAM member"),
        ({"readers": {"a": "serviceAccount: x"}}, "readers.a: is no IAM member"),
        ({"cleanup": {"older_than_days": 0}}, "cleanup.older_than_days: is less than 1"),
        ({"cleanup": {}}, "cleanup.older_than_days"),
        ({"labels": {"Team": "a"}}, "labels.Team: is no label of Google Cloud"),
        ({"labels": {"team": "A b"}}, "labels.team: is no label of Google Cloud"),
        ({"locatoin": "x"}, "location"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_made(args: dict[str, Any], said: str) -> None:
    assert said in refusal(**args)


def test_everything_is_told_at_once() -> None:
    text = refusal(location="x-y-z", readers={"all": "allUsers"}, cleanup={"older_than_days": 0})
    assert text.startswith("RemoteImageRepositories images: 3 problems")


def test_a_password_in_the_wrong_place_is_not_repeated() -> None:
    assert "hunter2" not in refusal(upstreams=credentials("hunter2"))
    later = pulumi.Output.secret("hunter2")
    text = refusal(upstreams=credentials(later))
    assert "is no version of a secret" in text
    assert "hunter2" not in text


def test_outputs_are_checked_once_they_are_known() -> None:
    assert "location: is a zone" in refusal(location=pulumi.Output.from_input("europe-west4-a"))
    assert "readers.all: is everybody" in refusal(readers={"all": pulumi.Output.from_input("allUsers")})
