"""The table of releases, and how a tag becomes addresses."""

from collections.abc import Callable
from typing import Any

import pytest

from gke_agent_sandbox.controller.releases import (
    DEFAULT_RELEASE,
    RELEASES,
    TAGS,
    parse_version,
    resolve,
    served_api_versions,
)
from gke_agent_sandbox.problems import ProblemsError

DOWNLOADS = "https://github.com/kubernetes-sigs/agent-sandbox/releases/download"


def test_a_release_since_0_5_2_is_one_file():
    assert resolve("v0.5.2").urls == (f"{DOWNLOADS}/v0.5.2/sandbox-with-extensions.yaml",)


def test_a_release_up_to_0_5_1_is_two_files_core_first():
    assert resolve("v0.5.1").urls == (
        f"{DOWNLOADS}/v0.5.1/manifest.yaml",
        f"{DOWNLOADS}/v0.5.1/extensions.yaml",
    )


@pytest.mark.parametrize("tag", ["v9.9.9", "latest", "v0.5.2-rc.1", ""])
def test_an_unknown_release_is_refused_with_the_known_ones(tag: str):
    with pytest.raises(ProblemsError) as refused:
        resolve(tag)
    assert all(known in str(refused.value) for known in TAGS)
    assert "releases/download" not in str(refused.value)


def test_a_tag_without_its_v_is_suggested_with_it():
    with pytest.raises(ProblemsError, match=r"Write instead: v1\.0\.11$"):
        resolve("1.0.11")


def test_the_default_is_the_newest_and_has_no_trap():
    assert TAGS[-1] == DEFAULT_RELEASE
    assert not RELEASES[DEFAULT_RELEASE].trap


def test_the_tags_are_in_order():
    versions = [parse_version(tag) for tag in TAGS]
    assert None not in versions
    assert versions == sorted(versions, key=lambda version: version or (0, 0, 0))


@pytest.mark.parametrize(
    ("tag", "served"),
    [
        ("v0.4.6", ("v1alpha1",)),
        ("v0.5.0", ("v1alpha1", "v1beta1")),
        ("v0.5.6", ("v1alpha1", "v1beta1")),
        ("v1.0.0", ("v1beta1",)),
    ],
)
def test_served_api_versions(tag: str, served: tuple[str, ...]):
    version = parse_version(tag)
    assert version is not None
    assert served_api_versions(version) == served


def test_websockets_trap_is_on_record():
    assert "WebSockets" in RELEASES["v1.0.7"].trap


def test_case_33_release_asset_names(case: Callable[[str], list[dict[str, Any]]]):
    merged, single, unknown = (document["version"] for document in case("33-duplicate-controller"))
    assert resolve(merged).assets == ("manifest.yaml", "extensions.yaml")
    assert resolve(single).assets == ("sandbox-with-extensions.yaml",)
    with pytest.raises(ProblemsError, match="not a known release"):
        resolve(unknown)
