"""Which files are read."""

import os
from pathlib import Path

import pytest

from gke_agent_sandbox.cli.reading import Read, read_sources, sources
from tests.unit.cli.files import Command, good_pod, state, text_of


def names(*paths: str) -> list[str]:
    return [each.name for each in sources(paths)]


def read(*paths: str) -> Read:
    return read_sources(sources(paths))


def test_of_a_folder_the_yaml_and_json_files_but_none_in_hidden_folders(command: Command) -> None:
    for name in ("b/x.yml", "a.yaml", "b/c/d.json", "notes.md", ".github/w.yaml", "b/.git/x.yaml", ".e.yaml"):
        command.write(f"m/{name}", "")
    assert names("m") == ["m/.e.yaml", "m/a.yaml", "m/b/x.yml", "m/b/c/d.json"]
    assert names("m/.github") == ["m/.github/w.yaml"]


def test_a_file_is_read_whatever_its_name_and_once(command: Command) -> None:
    command.write("m/rendered.txt", text_of(good_pod()))
    os.symlink("rendered.txt", command.folder / "m" / "link.yaml")
    assert names("m/rendered.txt", "./m/rendered.txt", "m", str(command.folder / "m")) == ["m/rendered.txt"]
    assert len(read("m/rendered.txt").subjects) == 1


def test_what_is_not_there_or_holds_nothing_is_told(command: Command) -> None:
    command.write("empty/notes.md", "")
    os.symlink("nowhere", command.folder / "broken.yaml")
    unread = {each.file: each.what for each in read("nope.yaml", "empty", "broken.yaml").unread}
    assert set(unread) == {"nope.yaml", "empty", "broken.yaml"}
    assert "does not exist" in unread["nope.yaml"]
    assert "without" in unread["empty"]


def test_a_loop_of_folders_ends(command: Command) -> None:
    command.write("m/a.yaml", "")
    os.symlink(".", command.folder / "m" / "again", target_is_directory=True)
    assert names("m") == ["m/a.yaml"]


def test_what_may_not_be_opened_is_told(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    command.write("a.yaml", "")
    monkeypatch.setattr(Path, "read_bytes", refused)
    assert read("a.yaml").unread[0].what == "cannot be opened: Permission denied"


def test_a_folder_that_may_not_be_opened_is_told(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "m/locked")

    command.write("m/a.yaml", "")
    monkeypatch.setattr(os, "scandir", refused)
    assert [(each.file, each.what) for each in read("m").unread] == [
        ("m/locked", "cannot be opened: Permission denied")
    ]


def test_a_text_of_another_encoding_is_told(command: Command) -> None:
    (command.folder / "a.yaml").write_bytes("kind: Pod".encode("utf-16"))
    (command.folder / "b.yaml").write_bytes(b"\xef\xbb\xbf" + text_of(good_pod()).encode())
    found = read("a.yaml", "b.yaml")
    assert [each.file for each in found.unread] == ["a.yaml"]
    assert [each.file for each in found.subjects] == ["b.yaml"]


def test_a_name_that_is_no_text_is_shown_with_marks(command: Command) -> None:
    Path(os.fsdecode(bytes(command.folder) + b"/a\xff.yaml")).write_text(text_of(good_pod()))
    (subject,) = read(".").subjects
    assert subject.file == "a\ufffd.yaml"


@pytest.mark.parametrize(
    ("text", "unjudged", "unread"),
    [
        ("replicas: 3\nimage: {tag: x}\n", 1, 0),
        ("- op: add\n  path: /spec\n", 1, 0),
        ("apiVersion: v1\n", 0, 1),
        ("kind: Pod\n", 0, 1),
        ("apiVersion: 1\nkind: Pod\n", 0, 1),
        ("apiVersion: v1\nkind: ''\n", 0, 1),
        ("- apiVersion: v1\n  kind: Pod\n", 0, 1),
        ("just words\n", 0, 1),
        ("5\n", 0, 1),
        ("# nothing\n", 0, 0),
        ("{}\n", 1, 0),
    ],
)
def test_what_is_no_object_of_the_api(command: Command, text: str, unjudged: int, unread: int) -> None:
    found = read(command.write("a.yaml", f"---\n{text}"))
    assert (len(found.unjudged), len(found.unread)) == (unjudged, unread)
    assert not found.subjects
    assert {each.mark and each.mark.line for each in (*found.unjudged, *found.unread)} <= {2}


def test_what_comes_before_a_fault_is_judged(command: Command) -> None:
    found = read(command.write("a.yaml", f"{text_of(good_pod())}---\n{{{{ broken }}}}\n"))
    assert (len(found.subjects), len(found.unread)) == (1, 1)


def test_helm_says_what_a_chart_is_without_a_kind(command: Command) -> None:
    found = read(command.write("chart/Chart.yaml", "apiVersion: v2\nname: x\n"))
    assert (len(found.unjudged), len(found.unread)) == (1, 0)


def test_what_kustomize_reads_is_no_object(command: Command) -> None:
    written = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n"
    (unjudged,) = read(command.write("kustomization.yaml", written)).unjudged
    assert "kustomize build" in unjudged.why


def test_json_is_told_from_yaml_by_what_it_holds(command: Command) -> None:
    command.write("flow.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: x}}")
    command.write("flow.json", "{apiVersion: v1, kind: Pod, metadata: {name: x}}")
    found = read("flow.yaml", "flow.json")
    assert [each.file for each in found.subjects] == ["flow.yaml"]
    assert [each.file for each in found.unread] == ["flow.json"]


def test_every_document_has_a_urn_of_its_own(command: Command) -> None:
    command.write("a.yaml", text_of(good_pod(), good_pod()))
    command.write("b.yaml", text_of(good_pod()))
    assert [each.resource.urn for each in read(".").subjects] == ["a.yaml#1", "a.yaml#2", "b.yaml#1"]
    assert {each.stack for each in read(".").subjects} == {""}


def test_a_yaml_state_is_a_state(command: Command) -> None:
    """YAML holds all of JSON, and somebody may have converted it."""
    command.write("a.yaml", text_of(state()))
    found = read("a.yaml")
    assert not found.subjects
    assert not found.unread
