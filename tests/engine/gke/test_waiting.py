"""The real engine over a Google Cloud where nothing takes effect at once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pulumi.automation import CommandError, EngineEvent

from gke_agent_sandbox import AutopilotCluster, GoogleApis
from gke_agent_sandbox.waiting import passing
from tests.engine.fake_gcp.project import PROJECT, Project
from tests.fakes.gcp.cloud import Resource
from tests.fakes.gcp.places import identity
from tests.fakes.gcp.spreading import AGENT
from tests.fakes.gcp.tokens import CLUSTER, CRYPTO_KEY, KEY_RING, SERVICE, SERVICE_IDENTITY

pytestmark = pytest.mark.engine


def program(*, apis: bool = True, **more: Any) -> Callable[[], None]:
    """A cluster with its key and its nodes' account, in a project where no API was ever used."""

    def run() -> None:
        args: Any = {
            "project": PROJECT,
            "location": "europe-west4",
            "network": {"network": "net", "subnetwork": "sub"},
            "deletion_protection": False,
            **more,
        }
        if apis:
            made = GoogleApis("apis", {"project": PROJECT})
            args["project"] = made.project
            agent = made.service_agents["container.googleapis.com"]
            args["security"] = {"encryption": {"service_agent": agent}}
        AutopilotCluster("dev", args)

    return run


def service(api: str) -> Resource:
    """An API that somebody turned on."""
    properties = {"project": PROJECT, "service": api}
    return Resource(SERVICE, identity(SERVICE, properties, ""), properties)


def agent() -> Resource:
    """GKE's service agent."""
    properties = {"project": PROJECT, "service": "container.googleapis.com", "email": AGENT}
    return Resource(SERVICE_IDENTITY, identity(SERVICE_IDENTITY, properties, ""), properties)


def up(project: Project) -> tuple[list[str], str]:
    """What an `up` says, line by line, and its error."""
    events: list[EngineEvent] = []
    error = ""
    try:
        project.stack.up(on_event=events.append)
    except CommandError as failure:
        error = str(failure)
    said = [each.diagnostic_event.message for each in events if each.diagnostic_event is not None]
    return said, error


def test_a_new_project(tmp_path: Path) -> None:
    project = Project(tmp_path, program())
    cloud = project.cloud
    cloud.spread(2, CryptoKeyIAMMember=6)
    project.run("preview")

    said, error = up(project)
    assert error == "", error
    waits = [each for each in said if " waits for " in each]
    for what in (
        "its Google API to be on",
        "its service account to be there",
        "the service agent's permission to use the key",
    ):
        assert any(what in each for each in waits), what
    made = [each.type for each in cloud.calls("create") if not each.error]
    assert made.count(CLUSTER) == 1
    assert max(at for at, type in enumerate(made) if type in (SERVICE, SERVICE_IDENTITY)) < made.index(
        KEY_RING
    )
    assert project.run("preview") == []

    project.run("destroy")
    assert {each.type for each in cloud.all()} == {KEY_RING, CRYPTO_KEY, SERVICE, SERVICE_IDENTITY}


def test_what_never_comes_and_what_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    soon = tuple(replace(each, seconds=1) for each in passing.PASSING_ERRORS)
    monkeypatch.setattr(passing, "PASSING_ERRORS", soon)
    others = [service(f"{api}.googleapis.com") for api in ("cloudkms", "container", "iam")]
    # Nothing else is under way: where other operations fail with it, the SDK tells of them alone.
    own_account = program(apis=False, nodes={"service_account": "nodes@demo-project.iam.gserviceaccount.com"})
    asking = Project(tmp_path / "asking", own_account)
    asking.cloud.spread(0)
    for api in others:
        asking.cloud.put(api)
    said, error = up(asking)
    assert "Cloud Resource Manager API has not been used in project" in error
    assert not any("retrying" in each for each in said), "a question to Google is not an operation"

    # With that API on, the others are missed by what they are needed for.
    project = Project(tmp_path / "others", program(apis=False))
    project.cloud.spread(0)
    put = project.cloud.put
    put(service("cloudresourcemanager.googleapis.com"))
    said, error = up(project)
    assert "Key Management Service (KMS) API has not been used" in error
    assert "KeyRing dev-secrets waited 1 s for its Google API to be on, and it did not come" in error

    # An operation that Google had accepted fails at once, whatever it says.
    for api in others:
        put(api)
    late = (
        "Error waiting for creating GKE cluster: Permission 'cloudkms.cryptoKeyVersions.useToEncrypt' denied"
    )
    project.cloud.fail_next(CLUSTER, late, leaves_behind=True)
    project.cloud.forget_calls()
    project.cloud.put(agent())
    said, error = up(project)
    assert late in error
    assert len([each for each in project.cloud.calls("create") if each.type == CLUSTER]) == 1
