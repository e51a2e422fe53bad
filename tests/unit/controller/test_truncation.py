"""A release file that was cut is never accepted: neither at a byte, nor at a line, nor at a document."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gke_agent_sandbox.controller.completeness import mapping
from gke_agent_sandbox.controller.manifest import Manifest, ManifestFile, load_all, manifest_of, read_manifest
from gke_agent_sandbox.problems import ProblemsError

CALM = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)


def accepted(content: bytes) -> bool:
    try:
        read_manifest([ManifestFile("release.yaml", content)])
    except ProblemsError:
        return False
    return True


@CALM
@given(data=st.data())
def test_cut_at_any_byte(release_file: ManifestFile, data: st.DataObject):
    whole = release_file.content.rstrip()
    cut = data.draw(st.integers(min_value=0, max_value=len(whole) - 1))
    assert not accepted(whole[:cut])


@CALM
@given(data=st.data())
def test_cut_at_any_line(release_file: ManifestFile, data: st.DataObject):
    lines = release_file.content.rstrip().splitlines(keepends=True)
    kept = data.draw(st.integers(min_value=0, max_value=len(lines) - 1))
    assert not accepted(b"".join(lines[:kept]))


def test_cut_within_the_last_lines(release_file: ManifestFile, objects: list[dict[str, Any]]):
    """Where a cut leaves valid YAML with every object: only the last CRD tells that it is not whole."""
    lines = release_file.content.rstrip().split(b"\n---\n")[-1].decode().splitlines(keepends=True)
    for missing in range(1, 60):
        last = load_all("".join(lines[:-missing]))
        with pytest.raises(ProblemsError):
            manifest_of([*objects[:-1], *(mapping(obj) for obj in last)], "")


@pytest.mark.parametrize("missing", ["first", "last"])
def test_cut_at_a_document(release_file: ManifestFile, missing: str):
    documents = release_file.content.rstrip().split(b"\n---\n")
    kept = documents[1:] if missing == "first" else documents[:-1]
    assert not accepted(b"\n---\n".join(kept) + b"\n")


@CALM
@given(data=st.data())
def test_any_objects_left_out(objects: list[dict[str, Any]], data: st.DataObject):
    kept = data.draw(st.lists(st.booleans(), min_size=len(objects), max_size=len(objects)))
    chosen = [obj for obj, keep in zip(objects, kept, strict=True) if keep]
    if all(kept):
        assert len(manifest_of(chosen, "").objects) == len(objects)
    else:
        with pytest.raises(ProblemsError):
            manifest_of(chosen, "")


@CALM
@given(data=st.data())
def test_the_order_of_objects_does_not_matter(
    manifest: Manifest, objects: list[dict[str, Any]], data: st.DataObject
):
    shuffled = data.draw(st.permutations(objects))
    assert manifest_of(shuffled, "").objects == manifest.objects


def test_trailing_blank_lines_do_not_matter(release_file: ManifestFile):
    assert accepted(release_file.content.rstrip() + b"\n")
    assert accepted(release_file.content + b"\n\n")
