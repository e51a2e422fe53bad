"""Where images are pulled from instead of from where their names say."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.images import fault_of, image_map_problems, mapped, name_of
from gke_agent_sandbox.images.reference import version_of

SHA = "sha256:" + "0a" * 32
ACME = "europe-west4-docker.pkg.dev/acme"
MAP = {
    "registry.k8s.io": f"{ACME}/k8s",
    "registry.k8s.io/agent-sandbox": f"{ACME}/agents",
    "docker.io": f"{ACME}/hub",
    "ghcr.io/one": f"{ACME}/one/",
}


@pytest.mark.parametrize(
    ("image", "pulled"),
    [
        ("registry.k8s.io/pause:3.9", f"{ACME}/k8s/pause:3.9"),
        ("registry.k8s.io/agent-sandbox/router:v1", f"{ACME}/agents/router:v1"),
        ("registry.k8s.io/agent-sandbox-evil/router:v1", f"{ACME}/k8s/agent-sandbox-evil/router:v1"),
        (f"registry.k8s.io/pause@{SHA}", f"{ACME}/k8s/pause@{SHA}"),
        (f"registry.k8s.io/pause:3.9@{SHA}", f"{ACME}/k8s/pause:3.9@{SHA}"),
        ("Registry.K8s.io/pause", f"{ACME}/k8s/pause"),
        ("python:3.12", f"{ACME}/hub/library/python:3.12"),
        ("bitnami/redis", f"{ACME}/hub/bitnami/redis"),
        ("docker.io/python:3.12", f"{ACME}/hub/library/python:3.12"),
        ("index.docker.io/bitnami/redis:1", f"{ACME}/hub/bitnami/redis:1"),
        ("ghcr.io/one/a:1", f"{ACME}/one/a:1"),
        ("ghcr.io/one-more/a:1", "ghcr.io/one-more/a:1"),
        ("registry.k8s.io.evil.example/a:1", "registry.k8s.io.evil.example/a:1"),
        ("registry.k8s.io:5000/a:1", "registry.k8s.io:5000/a:1"),
        (f"{ACME}/k8s/pause:3.9", f"{ACME}/k8s/pause:3.9"),
        ("${IMAGE}", "${IMAGE}"),
        ("", ""),
        (None, None),
        (7, 7),
    ],
)
def test_an_image_by_the_name_under_which_it_is_pulled(image: Any, pulled: Any) -> None:
    assert mapped(image, MAP) == pulled


def test_a_map_may_hold_a_single_image_and_its_own_surroundings() -> None:
    assert (
        mapped("python:3.12", {"docker.io/library/python": f"{ACME}/py/python"}) == f"{ACME}/py/python:3.12"
    )
    inner = {ACME: f"{ACME}/mirror"}
    assert mapped(f"{ACME}/agents/a:1", inner) == f"{ACME}/mirror/agents/a:1"
    assert mapped(f"{ACME}/mirror/agents/a:1", inner) == f"{ACME}/mirror/agents/a:1"


def test_what_is_no_valid_entry_maps_nothing() -> None:
    wrong: dict[str, Any] = {"acme": f"{ACME}/a", "docker.io": "https://mirror", "quay.io": None}
    assert mapped("acme/x:1", wrong) == "acme/x:1"
    assert mapped("quay.io/x:1", wrong) == "quay.io/x:1"


COMPONENTS = st.lists(st.sampled_from(["a", "b", "library", "a-b", "x.y"]), min_size=1, max_size=4)
HOSTS = st.sampled_from(["", "docker.io/", "ghcr.io/", "registry.k8s.io/", "localhost:5000/", f"{ACME}/"])
VERSIONS = st.sampled_from(["", ":1", ":latest", f"@{SHA}", f":1.2@{SHA}"])
IMAGES = st.builds(lambda host, path, version: host + "/".join(path) + version, HOSTS, COMPONENTS, VERSIONS)
REGISTRIES = st.builds(
    lambda host, path: (host + "/".join(path)).rstrip("/"),
    st.sampled_from(["docker.io/", "ghcr.io/", "registry.k8s.io/", f"{ACME}/"]),
    st.lists(st.sampled_from(["a", "b", "library"]), max_size=2),
)
MAPS = st.dictionaries(REGISTRIES, REGISTRIES, max_size=4)


@given(IMAGES, MAPS)
def test_mapping_twice_is_mapping_once(image: str, image_map: dict[str, str]) -> None:
    once = mapped(image, image_map)
    assert mapped(once, image_map) == once


@given(IMAGES, MAPS)
def test_a_mapped_image_is_valid_and_keeps_its_version(image: str, image_map: dict[str, str]) -> None:
    pulled = str(mapped(image, image_map))
    assert fault_of(pulled) == ""
    assert version_of(pulled) == version_of(image)


@given(IMAGES, MAPS)
def test_every_spelling_of_an_image_is_mapped_alike(image: str, image_map: dict[str, str]) -> None:
    full = f"{name_of(image)}{version_of(image)}"
    assert name_of(str(mapped(image, image_map))) == name_of(str(mapped(full, image_map)))


def longest_prefix(image: str, image_map: dict[str, str]) -> str:
    """The same in the most naive way: component by component, from the whole name down."""
    name = str(name_of(image)).split("/")
    if any(value.split("/") == name[: len(value.split("/"))] for value in image_map.values()):
        return image
    for length in range(len(name), 0, -1):
        key = "/".join(name[:length])
        if key in image_map:
            return "/".join([image_map[key], *name[length:]]) + version_of(image)
    return image


@given(IMAGES, MAPS)
def test_the_longest_entry_counts(image: str, image_map: dict[str, str]) -> None:
    assert mapped(image, image_map) == longest_prefix(image, image_map)


@pytest.mark.parametrize(
    ("image_map", "said"),
    [
        ({"acme": ACME}, "acme: is no registry, and no folder of one"),
        ({"https://ghcr.io": ACME}, '["https://ghcr.io"]: is no registry'),
        ({"ghcr.io/a:1": ACME}, '["ghcr.io/a:1"]: is no registry'),
        ({"ghcr.io": "mirror"}, '["ghcr.io"]: maps to what is no registry'),
        ({"ghcr.io": f"https://{ACME}"}, '["ghcr.io"]: maps to what is no registry'),
        ({"docker.io": ACME, "index.docker.io": ACME}, '["index.docker.io"]: is docker.io again'),
        (
            {"ghcr.io": "quay.io/x", "quay.io/x/y": ACME},
            '["quay.io/x/y"]: lies in what an entry maps to',
        ),
    ],
)
def test_entries_that_would_do_nothing_are_refused(image_map: dict[str, str], said: str) -> None:
    (problem,) = image_map_problems(image_map, "image_map")
    assert str(problem).startswith("image_map" + ("" if said.startswith("[") else ".") + said)


def test_a_sound_map_has_no_problem_and_what_is_not_known_is_not_judged() -> None:
    assert list(image_map_problems(MAP, "image_map")) == []
    assert list(image_map_problems({"ghcr.io": object()}, "image_map")) == []
    assert list(image_map_problems(None, "image_map")) == []
    assert list(image_map_problems({"x": "y"}, "image_map", lambda _value: True)) == []
