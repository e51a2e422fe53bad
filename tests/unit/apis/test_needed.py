"""Which APIs a cluster needs."""

from typing import Any

import pulumi
import pytest

from gke_agent_sandbox.apis import needed_apis, needed_service_agents
from gke_agent_sandbox.apis.google_apis import API
from gke_agent_sandbox.apis.table import NEEDED_APIS, SERVICE_AGENTS
from gke_agent_sandbox.cluster import StandardClusterArgs
from gke_agent_sandbox.cluster.requirements import REQUIREMENTS, Feature
from gke_agent_sandbox.composition import is_opaque
from gke_agent_sandbox.shapes import value_problems

PLAIN: dict[str, Any] = {
    "security": {
        "encryption": {"customer_managed": False},
        "binary_authorization": False,
        "posture": "DISABLED",
    },
    "addons": {"image_streaming": False},
}
LEAST = {each.name for each in NEEDED_APIS if not each.setting}


def test_a_cluster_that_wants_nothing_needs_the_least() -> None:
    assert set(needed_apis(PLAIN)) == LEAST
    assert needed_service_agents(PLAIN) == ()


def test_defaults_count() -> None:
    by_default = {"artifactregistry", "binaryauthorization", "cloudkms", "containersecurity"}
    assert set(needed_apis()) - LEAST == {f"{each}.googleapis.com" for each in by_default}
    assert needed_apis({}) == needed_apis()
    assert list(needed_apis()) == sorted(needed_apis())
    assert needed_service_agents() == ("container.googleapis.com",)


@pytest.mark.parametrize(
    ("args", "api"),
    [
        ({"addons": {"backup_agent": True}}, "gkebackup"),
        ({"addons": {"secret_manager": True}}, "secretmanager"),
        ({"addons": {"fleet_project": "fleet"}}, "gkehub"),
        ({"addons": {"pod_snapshots": True}}, "storage"),
        ({"release": {"notifications": {"topic": "projects/p/topics/t"}}}, "pubsub"),
    ],
)
def test_what_is_turned_on_needs_its_api(args: dict[str, Any], api: str) -> None:
    assert set(needed_apis(args)) - set(needed_apis()) == {f"{api}.googleapis.com"}


@pytest.mark.parametrize(
    "args",
    [
        {"addons": {"image_streaming": False, "agent_sandbox": True}},
        {"addons": {"image_streaming": False}, "nodes": {"image_repositories": {"own": {}}}},
    ],
)
def test_repositories_and_the_add_on_need_the_registry(args: dict[str, Any]) -> None:
    assert "artifactregistry.googleapis.com" in needed_apis({**PLAIN, **args})


def test_features_need_what_the_requirement_table_says() -> None:
    assert "artifactregistry.googleapis.com" in needed_apis(PLAIN, [Feature.AGENT_SANDBOX])
    row = REQUIREMENTS[Feature.GVISOR]
    table = {
        **REQUIREMENTS,
        Feature.GVISOR: type(row)(row.title, "a test", "now", apis=("x.googleapis.com",)),
    }
    assert "x.googleapis.com" in needed_apis(PLAIN, [Feature.GVISOR], table)


def test_an_output_counts_as_asked_for() -> None:
    later: Any = pulumi.Output.from_input("fleet")
    assert "gkehub.googleapis.com" in needed_apis({"addons": {"fleet_project": later}})


def test_settings_are_arguments_of_a_cluster() -> None:
    """A misspelt path would turn nothing on."""
    for path in {each.setting for each in NEEDED_APIS if each.setting} | set(SERVICE_AGENTS.values()):
        args: Any = None
        for name in reversed(path.split(".")):
            args = {name: args}
        found = value_problems(StandardClusterArgs, args, "", is_opaque)
        assert [each for each in found if each.path == path and "no setting" in each.what] == []


def test_rows_are_in_order() -> None:
    for each in NEEDED_APIS:
        assert API.fullmatch(each.name)
        assert each.why
        assert each.source
    assert {each.setting for each in NEEDED_APIS} >= set(SERVICE_AGENTS.values())
