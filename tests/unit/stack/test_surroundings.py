"""What lies around the cluster of a stack config, and what the rest takes over from it."""

import copy
from typing import Any, cast

import pytest

from gke_agent_sandbox.stack.config import StackConfig
from gke_agent_sandbox.stack.surrounding_problems import surrounding_notices
from gke_agent_sandbox.stack.surroundings import (
    Surroundings,
    api_args,
    image_args,
    network_args,
    planned_stack,
    surrounded,
)
from tests.unit.stack.configs import autopilot, existing, problems, stack, standard

RANGES = {"nodes": "10.0.0.0/22", "pods": "10.4.0.0/16", "services": "10.8.0.0/20"}
NETWORK = {"ranges": RANGES}
MIRRORED = {"registry.k8s.io": "europe-docker.pkg.dev/acme/mirror"}
AROUND = Surroundings(
    network={"network": "made", "subnetwork": "made-sub"},
    sandbox_tag="tag",
    image_map=MIRRORED,
    repositories={"mirror": {"location": "europe", "repository": "mirror"}},
    service_agent="agent@example.com",
)


def own_network(config: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The same stack in a network of its own."""
    changed = copy.deepcopy(config)
    (kind,) = set(changed["cluster"]) - {"name"}
    changed["cluster"][kind].pop("network", None)
    return {**changed, "network": copy.deepcopy(NETWORK), **more}


def given(config: dict[str, Any], around: Surroundings = AROUND) -> Any:
    """The config with what its surroundings give."""
    return surrounded(cast("StackConfig", config), around)


@pytest.mark.parametrize("make", [standard, autopilot])
def test_a_stack_in_a_network_of_its_own(make: Any) -> None:
    assert (
        problems(
            own_network(make(), images={"upstreams": {"registry.example.com": {}, "registry.k8s.io": {}}})
        )
        == {}
    )


def test_a_pool_takes_over_repositories_and_the_tag_of_the_sandboxes() -> None:
    config = standard()
    pool = config["cluster"]["standard"]["pools"]["sandboxes"]
    pool["repositories"] = {"own": {"location": "europe", "repository": "own"}}
    pool["machine"]["network_tags"] = ["own"]
    made = given(config)["cluster"]["standard"]
    assert set(made["pools"]["sandboxes"]["repositories"]) == {"own", "mirror"}
    assert made["pools"]["sandboxes"]["machine"]["network_tags"] == ["own", "tag"]
    assert made["network"] == AROUND.network
    # Sandboxes do not run on the system's nodes, which the egress rules leave alone.
    assert made["nodes"] == {"image_repositories": AROUND.repositories}
    assert made["security"]["encryption"]["service_agent"] == "agent@example.com"


def test_the_nodes_of_autopilot_are_all_for_sandboxes() -> None:
    nodes = given(autopilot(nodes={"network_tags": ["own"]}))["cluster"]["autopilot"]["nodes"]
    assert nodes["network_tags"] == ["own", "tag"]


def test_an_account_of_the_users_own_is_given_nothing() -> None:
    nodes = given(standard(nodes={"service_account": "a@b.iam.gserviceaccount.com"}))["cluster"]["standard"][
        "nodes"
    ]
    assert nodes == {"service_account": "a@b.iam.gserviceaccount.com"}


@pytest.mark.parametrize(
    "encryption",
    [{"customer_managed": False}, {"key_name": "k"}, {"key_name": "k", "grant_service_agent": False}],
)
def test_no_service_agent_is_named_where_it_is_given_no_key(encryption: dict[str, Any]) -> None:
    made = given(standard(security={"encryption": encryption}))
    assert made["cluster"]["standard"]["security"]["encryption"] == encryption


def test_controller_and_templates_take_over_the_image_map_unless_they_have_one() -> None:
    config = standard()
    config["tenants"]["demo"]["templates"]["own"] = {"image": "a", "image_map": {"x": "y"}}
    made = given(config)
    assert made["controller"]["manifest"] == {"image_map": MIRRORED}
    templates = made["tenants"]["demo"]["templates"]
    assert [templates[key]["image_map"] for key in ("python", "own")] == [MIRRORED, {"x": "y"}]
    assert "image_map" not in config["tenants"]["demo"]["templates"]["python"]


def test_nothing_around_changes_nothing() -> None:
    for config in (standard(), autopilot(), existing(), stack(kubeconfig="k")):
        assert given(config, Surroundings()) == config


def test_place_and_project_come_from_the_cluster() -> None:
    config = own_network(standard(location="europe-west4-a"), images={}, apis={})
    planned = cast("StackConfig", config)
    assert network_args(planned) == {"project": "my-project", "region": "europe-west4", **NETWORK}
    assert image_args(planned) == {"project": "my-project", "location": "europe-west4"}
    config["images"] = {"location": "europe", "project": "images"}
    assert image_args(planned) == config["images"]
    shared = {"project": "host", "shared_vpc": {"grant_roles": True}, **NETWORK}
    config["network"] = shared
    assert cast(Any, network_args(planned))["shared_vpc"] == {
        "service_project": "my-project",
        "grant_roles": True,
    }


def test_the_apis_are_those_that_the_stack_needs() -> None:
    def apis(config: dict[str, Any]) -> set[str]:
        return set(cast(Any, api_args(cast("StackConfig", {**config, "apis": {}})))["apis"])

    plain = standard(
        security={
            "encryption": {"customer_managed": False},
            "binary_authorization": False,
            "posture": "DISABLED",
        },
        addons={"image_streaming": False},
    )
    assert not {each for each in apis(plain) if each.split(".")[0] in ("cloudkms", "dns", "artifactregistry")}
    assert "dns.googleapis.com" in apis(own_network(plain))
    assert "artifactregistry.googleapis.com" in apis({**plain, "images": {}})
    assert "cloudkms.googleapis.com" in apis({**plain, "images": {"kms_key_name": "k"}})
    login = {"username": "u", "password_secret_version": "projects/p/secrets/s/versions/1"}
    mirrors = {"upstreams": {"ghcr.io": {"credentials": login}}}
    assert "secretmanager.googleapis.com" in apis({**plain, "images": mirrors})
    assert "secretmanager.googleapis.com" not in apis({**plain, "images": {}})
    assert "cloudkms.googleapis.com" in apis(standard())
    assert "dns.googleapis.com" not in apis(
        own_network(plain, network={**NETWORK, "google_apis": {"dns_zones": False}})
    )


@pytest.mark.parametrize(
    ("config", "path", "part"),
    [
        ({**standard(), "network": NETWORK}, "cluster.standard.network", "is given beside network"),
        (own_network(standard(), network=None), "cluster.standard.network", "is missing, and so is network"),
        ({**existing(), "network": NETWORK}, "network", "is given beside cluster.existing"),
        ({**stack(kubeconfig="k"), "network": NETWORK}, "network", "is given beside cluster.kubeconfig"),
        (
            own_network(standard(), network={"ranges": {**RANGES, "pods": "10.0.0.0/16"}}),
            "network.ranges.pods",
            "overlap",
        ),
        (
            own_network(standard(), network={**NETWORK, "planned": {"nodes": 5000}}),
            "network.ranges.pods",
            "5000",
        ),
        (
            own_network(standard(), network={**NETWORK, "region": "us-central1"}),
            "network.region",
            "is us-central1, and the cluster is in europe-west4",
        ),
        (
            own_network(standard(), network={**NETWORK, "project": "host"}),
            "network.shared_vpc.service_project",
            "is not my-project",
        ),
        ({**stack(kubeconfig="k"), "images": {}}, "images.location", "is missing"),
        ({**stack(kubeconfig="k"), "images": {}}, "images.project", "is missing"),
        ({**standard(), "images": {"upstreams": {}}}, "images.upstreams", "is empty"),
        ({**stack(kubeconfig="k"), "apis": {}}, "apis", "is given beside cluster.kubeconfig"),
        ({**standard(), "apis": {"apis": ["container"]}}, "apis.apis[0]", "no name of a Google API"),
        (existing(stack="acme/infra/prod"), "cluster.existing.cluster_name", "is given beside stack"),
        (stack(existing={"location": "europe-west4"}), "cluster.existing.cluster_name", "and so is stack"),
        (stack(existing={"cluster_name": "main"}), "cluster.existing.location", "is missing"),
    ],
)
def test_what_does_not_go_together(config: dict[str, Any], path: str, part: str) -> None:
    found = problems({key: value for key, value in config.items() if value is not None})
    assert part in str(found[path]), found


CLOSED = {**NETWORK, "nat": {"enabled": False}}
OPEN = {**NETWORK, "egress": {"internet_ports": ["443"]}}
EXAMPLE = "tenants.demo.templates.python.image"


@pytest.mark.parametrize(
    ("config", "paths"),
    [
        # Neither NAT nor a mirror: nothing starts, the controller neither.
        (own_network(standard(), network=CLOSED), {EXAMPLE, "controller"}),
        (own_network(autopilot(), network=CLOSED), {EXAMPLE, "controller"}),
        # NAT is there, but what leaves the sandboxes' nodes is limited: on Autopilot those are all nodes.
        (own_network(standard()), {EXAMPLE}),
        (own_network(autopilot()), {EXAMPLE, "controller"}),
        (own_network(standard(), network=OPEN), set()),
        (own_network(autopilot(), network={**NETWORK, "egress": {"enabled": False}}), set()),
        # A mirror of the one registry, and not of the other.
        (own_network(standard(), network=CLOSED, images={}), {EXAMPLE}),
        (
            own_network(standard(), network=CLOSED, images={"upstreams": {"ghcr.io": {}}}),
            {"controller"},
        ),
    ],
)
def test_nodes_that_cannot_pull_are_refused(config: dict[str, Any], paths: set[str]) -> None:
    config["tenants"]["demo"]["templates"]["python"]["image"] = "ghcr.io/acme/python:1"
    found = problems(config)
    assert set(found) == paths
    assert all("do not reach" in str(each) for each in found.values())


@pytest.mark.parametrize("network", [None, {"existing": {"network": "n", "subnetwork": "s"}}])
def test_a_network_of_somebody_else_is_told_as_undetermined(network: dict[str, Any] | None) -> None:
    config = standard() if network is None else own_network(standard(), network=network)
    assert problems(config) == {}
    told = {each.path for each in surrounding_notices(cast("StackConfig", config))}
    assert told == {EXAMPLE, "controller"}


IMAGE = "europe-west4-docker.pkg.dev/my-project/agents/python:1"
AGENTS = {"agents": {"location": "europe-west4", "repository": "agents"}}


def test_a_pool_that_may_not_pull_an_image_of_its_templates() -> None:
    config = standard()
    config["tenants"]["demo"]["templates"]["python"]["image"] = IMAGE
    path = "cluster.standard.pools.sandboxes.repositories"
    assert "agents: {location: europe-west4, repository: agents}" in problems(config)[path].fix
    config["cluster"]["standard"]["pools"]["sandboxes"]["repositories"] = AGENTS
    assert problems(config) == {}


def test_nodes_of_autopilot_that_may_not_pull() -> None:
    config = autopilot()
    config["tenants"]["demo"]["templates"]["python"] = {
        "pod": {"containers": [{"name": "a", "image": IMAGE}]}
    }
    path = "cluster.autopilot.nodes.image_repositories"
    assert "tenants.demo.templates.python.pod.containers[0].image" in problems(config)[path].what
    config["cluster"]["autopilot"]["nodes"] = {"image_repositories": AGENTS}
    assert problems(config) == {}
    # What an account of the user's own may do is not known.
    config["cluster"]["autopilot"]["nodes"] = {"service_account": "a@my-project.iam.gserviceaccount.com"}
    assert problems(config) == {}


def test_the_controllers_own_image_is_pulled_by_the_nodes_of_the_system() -> None:
    config = standard()
    config["controller"] = {"release": "v1.0.11", "image": IMAGE}
    assert set(problems(config)) == {"cluster.standard.nodes.image_repositories"}


def test_mirrors_may_be_pulled_from_without_a_word() -> None:
    config = own_network(standard(), images={})
    config["tenants"]["demo"]["templates"]["python"]["image"] = "registry.k8s.io/agent-sandbox/python:1"
    assert problems(config) == {}
    pool = cast(Any, planned_stack(cast("StackConfig", config)))["cluster"]["standard"]["pools"]["sandboxes"]
    assert [each["location"] for each in pool["repositories"].values()] == ["europe-west4"]
