"""Whether nodes may pull what is to run on them."""

from typing import Any

import pytest

from gke_agent_sandbox.images import pull_notices, pull_problems
from gke_agent_sandbox.images.pulls import ArtifactRepository, repository_of

HOST = "europe-west4-docker.pkg.dev"
PATH = "cluster.standard.pools.sandboxes.repositories"
AGENTS: dict[str, Any] = {"location": "europe-west4", "repository": "agents"}


@pytest.mark.parametrize(
    ("image", "repository"),
    [
        (f"{HOST}/acme/agents/python:1", ArtifactRepository("europe-west4", "acme", "agents")),
        (f"{HOST}/acme/agents/a/b/c:1", ArtifactRepository("europe-west4", "acme", "agents")),
        (
            "us-docker.pkg.dev/example.com/acme/agents/a",
            ArtifactRepository("us", "example.com:acme", "agents"),
        ),
        (f"{HOST}/acme/agents", None),
        (f"{HOST}/python:1", None),
        ("us-python.pkg.dev/acme/agents/python:1", None),
        ("gcr.io/acme/agents/python:1", None),
        ("python", None),
        ("${IMAGE}", None),
        (None, None),
    ],
)
def test_the_repository_of_an_image(image: Any, repository: ArtifactRepository | None) -> None:
    assert repository_of(image) == repository


def problems(images: dict[str, str], *groups: dict[str, Any]) -> list[str]:
    named = {f"r{index}": group for index, group in enumerate(groups)}
    found = pull_problems(images, {"registry.k8s.io": f"{HOST}/acme/k8s"}, named, PATH, "acme")
    return [str(each) for each in found]


def test_a_repository_that_the_nodes_may_not_read_is_told_with_the_entry_to_write() -> None:
    images = {"a.image": f"{HOST}/acme/agents/python:1", "b.image": f"{HOST}/acme/agents/other:1"}
    assert problems(images) == [
        f"{PATH}: lacks agents in europe-west4, from which a.image is pulled (the nodes' account may read "
        "the named repositories alone: its pods would wait for their image for ever). Write instead: agents: "
        "{location: europe-west4, repository: agents}"
    ]
    assert problems(images, AGENTS) == []
    assert problems(images, {**AGENTS, "project": "acme"}) == []
    assert len(problems(images, {**AGENTS, "project": "other"})) == 1
    assert len(problems(images, {**AGENTS, "location": "europe"})) == 1


def test_it_is_judged_by_the_name_under_which_the_image_is_pulled() -> None:
    images = {"a.image": "registry.k8s.io/pause:3.9"}
    (problem,) = problems(images)
    assert "lacks k8s in europe-west4" in problem
    assert problems(images, {"location": "europe-west4", "repository": "k8s"}) == []


def test_of_other_projects_nobody_knows_whether_all_may_read() -> None:
    images = {"a.image": "us-docker.pkg.dev/google-samples/containers/hello:1"}
    assert problems(images) == []
    (notice,) = pull_notices(images, {}, {}, PATH, "acme")
    assert "lacks containers in us of google-samples, from which a.image is pulled" in notice.what
    assert "undetermined" in notice.what
    assert notice.fix == (
        "containers: {location: us, repository: containers, project: google-samples}, unless all may read it"
    )
    named = {"samples": {"location": "us", "repository": "containers", "project": "google-samples"}}
    assert pull_notices(images, {}, named, PATH, "acme") == []
    own = {"a.image": f"{HOST}/acme/agents/python:1"}
    assert pull_notices(own, {}, {}, PATH, "acme") == []
