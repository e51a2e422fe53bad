"""The real engine over the stand-in for Google Cloud: the key of a cluster, without the cluster."""

from collections.abc import Callable
from pathlib import Path

import pulumi
import pulumi_gcp
import pytest
from pulumi.automation import CommandError, EngineEvent

from gke_agent_sandbox.cluster.encryption import encryption_key
from tests.engine.fake_gcp.project import PROJECT, Project
from tests.fakes.gcp.cloud import Resource
from tests.fakes.gcp.places import identity
from tests.fakes.gcp.tokens import CRYPTO_KEY, KEY_RING, SERVICE

pytestmark = pytest.mark.engine

NAME = "main-secrets"
AGENT = "agent@demo-project.iam.gserviceaccount.com"


class Cluster(pulumi.ComponentResource):
    """What makes a key."""

    def __init__(
        self, name: str, days: int, location: pulumi.Input[str], opts: pulumi.ResourceOptions | None
    ) -> None:
        super().__init__("test:index:Cluster", name, {}, opts)
        encryption = {"rotation_days": days, "service_agent": AGENT}
        children = pulumi.ResourceOptions(parent=self)
        key = encryption_key(name, encryption, location, PROJECT, children)
        assert key is not None
        pulumi.export("key", key.name)


def program(
    days: int = 90, *, location: pulumi.Input[str] = "europe-west4", provider: bool = False
) -> Callable[[], None]:
    def run() -> None:
        own = pulumi_gcp.Provider("own", project=PROJECT) if provider else None
        opts = None if own is None else pulumi.ResourceOptions(providers=[own])
        Cluster("main", days, location, opts)

    return run


def told(project: Project, operation: str) -> tuple[list[str], str]:
    """The warnings and errors of an operation, and why it failed."""
    events: list[EngineEvent] = []
    error = ""
    try:
        getattr(project.stack, operation)(on_event=events.append)
    except CommandError as failure:
        error = str(failure)
    said = [each.diagnostic_event for each in events if each.diagnostic_event is not None]
    messages = [each.message for each in said if each.severity in ("warning", "error")]
    return [each for each in messages if not each.startswith("using pulumi-resource-")], error


def of_the_key(steps: list[tuple[str, str]]) -> list[str]:
    """What happens to ring, key and grant, which are called alike."""
    return [step for step, name in steps if name == NAME]


def kept(project: Project) -> tuple[str, str]:
    """The ids of the one ring and the one key."""
    return project.cloud.only(KEY_RING).id, project.cloud.only(CRYPTO_KEY).id


def test_a_key_through_two_lives_of_a_stack(tmp_path: Path) -> None:
    project = Project(tmp_path, program(provider=True))
    # An API that is off tells of no key, and is no trouble before it is on.
    project.cloud.spread(0)
    assert told(project, "preview") == ([], "")
    properties = {"project": PROJECT, "service": "cloudkms.googleapis.com"}
    project.cloud.put(Resource(SERVICE, identity(SERVICE, properties, ""), properties))
    assert of_the_key(project.run("up")) == ["create"] * 3
    ids = kept(project)

    project.run("destroy")
    assert kept(project) == ids
    # It is taken as it is, and then gets what the program says, and the provider's own label.
    project.program = program(30, provider=True)
    taken = ["import", "import", "update", "create"]
    assert of_the_key(project.run("preview")) == taken
    assert of_the_key(project.run("up")) == taken
    assert kept(project) == ids
    assert project.outputs()["key"].value == ids[1]
    assert project.cloud.only(CRYPTO_KEY).properties["rotationPeriod"] == "2592000s"
    # That it is there means nothing for a key that the stack has.
    assert project.run("preview") == []


def test_a_name_of_the_engines_is_no_reason_for_another_key(tmp_path: Path) -> None:
    def later() -> None:
        program(location=pulumi.Output.from_input("europe-west4"))()

    project = Project(tmp_path, later)
    project.run("up")
    ring, _ = kept(project)
    assert ring.rpartition("/")[2].startswith(f"{NAME}-")
    assert project.cloud.calls("invoke") == []
    assert project.run("preview", program()) == []
