"""Finding, building and linking programs."""

import os
import stat
import venv
from pathlib import Path

import pytest

from tools import build, disk, environment
from tools.__main__ import link
from tools.cache import cache_folder, cache_root
from tools.catalogue import (
    SHARES,
    TOOLS,
    exactly,
    link_flags,
    one_minor_apart,
    parse_version,
    pinned_version,
    runs_executable_packs,
    same_minor,
)
from tools.failure import ToolError
from tools.find import find_in_cache, find_on_path
from tools.progress import Count, Progress
from tools.release import render_manifest

KUBECTL = next(tool for tool in TOOLS if tool.name == "kubectl")


def program(folder: Path, name: str, script: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_every_program_and_folder_is_pinned() -> None:
    for pinned in (*TOOLS, *SHARES):
        assert parse_version(pinned_version(pinned.module)) is not None


def test_an_unpinned_module_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"example\.com/other"):
        pinned_version("example.com/other")


def test_the_built_names() -> None:
    assert {tool.name: tool.built_name for tool in TOOLS if tool.name != tool.built_name} == {
        "etcd": "server"
    }


def test_the_stamps_name_the_pinned_versions() -> None:
    assert f"-X sigs.k8s.io/kwok/pkg/consts.Version={pinned_version('sigs.k8s.io/kwok')}" in link_flags()


@pytest.mark.parametrize(
    ("accepts", "found", "expected"),
    [
        (same_minor, (1, 36, 9), True),
        (same_minor, (1, 35, 3), False),
        (one_minor_apart, (1, 35, 0), True),
        (one_minor_apart, (1, 34, 0), False),
        (one_minor_apart, (2, 36, 0), False),
        (exactly, (1, 36, 3), True),
        (exactly, (1, 36, 4), False),
    ],
)
def test_which_other_versions_serve(accepts: object, found: object, expected: bool) -> None:
    assert accepts(found, (1, 36, 3)) is expected  # type: ignore[operator]


def test_which_pulumi_serves() -> None:
    assert runs_executable_packs((3, 255, 0), (3, 274, 1))
    assert not runs_executable_packs((3, 254, 9), (3, 274, 1))
    assert not runs_executable_packs((4, 0, 0), (3, 274, 1))


def test_path_comes_first_when_the_version_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = program(
        tmp_path / "there", "kubectl", f"echo Client Version: {pinned_version('k8s.io/kubernetes')}"
    )
    monkeypatch.setenv("PATH", str(found.parent))
    assert find_on_path(KUBECTL, exclude=tmp_path / "links") == found
    assert find_on_path(KUBECTL, exclude=found.parent) is None, "our own links do not count"


@pytest.mark.parametrize("script", ["echo v1.2.3", "echo no version", "echo v1.36.3; exit 1"])
def test_a_program_that_does_not_serve_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setenv("PATH", str(program(tmp_path, "kubectl", script).parent))
    assert find_on_path(KUBECTL, exclude=tmp_path / "links") is None


def test_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GKE_AGENT_SANDBOX_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    assert find_in_cache(KUBECTL, cache_folder()) is None
    built = program(cache_folder() / "bin", "kubectl", "true")
    assert find_in_cache(KUBECTL, cache_folder()) == built
    monkeypatch.delenv("GKE_AGENT_SANDBOX_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "gke-agent-sandbox"


def test_a_full_disk_is_named_before_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk.require_space([tmp_path / "not" / "there"], needed=1)
    with pytest.raises(ToolError, match=r"GB free.*GKE_AGENT_SANDBOX_CACHE"):
        disk.require_space([tmp_path], needed=1 << 62)


def test_without_go_the_remedy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match=r"Go is not installed.*kubectl.*Install Go"):
        build.build([KUBECTL], tmp_path / "cache", tmp_path / "build.log")
    assert not (tmp_path / "cache").exists(), "nothing half-made is left"


def test_a_go_that_is_too_old_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "go: go.mod requires go >= 1.26.6 (running go 1.20; GOTOOLCHAIN=local)"
    program(tmp_path, "go", f"echo '{said}' >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match=r"cannot build kubectl.*requires go >= 1\.26\.6"):
        build.require_go([KUBECTL])


def test_a_failed_build_shows_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
case "$1 $2" in
  "build -v") echo "some/package"; echo "broken.go:1: syntax error" ; exit 1 ;;
  "env GOVERSION") echo go1.26.8 ;;
  "env "*) pwd ;;
  "list -m") pwd ;;
  "list -deps") echo some/package ;;
esac"""
    program(tmp_path / "bin", "go", script.replace("exit 1", "exit 1 1>&2").replace('echo "', '>&2 echo "'))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(disk, "NEEDED", 1)
    with pytest.raises(ToolError, match=r"building failed.*build-kubernetes\.log(.|\n)*syntax error"):
        build.build([KUBECTL], tmp_path / "cache", tmp_path / "logs" / "build.log")
    assert not any((tmp_path / "cache" / "bin").iterdir()), "no program that is not whole"
    assert not list((tmp_path / "cache").glob("building-*"))


FAKE_GO = """
case "$1 $2" in
  "build -v")
    echo "$(basename $PWD) $*" >> {record}
    case "$*" in *" -o "*) ;; *) exit 0 ;; esac
    test $(basename $PWD) = {broken} && echo "broken in $(basename $PWD)" >&2 && exit 1
    for each in "$@"; do case "$each" in */building-*) touch $each/server $each/pulumi ;; esac; done ;;
  "env GOVERSION") echo go1.26.8 ;;
  "env "*) pwd ;;
  "list -m") pwd ;;
  "list -deps") printf '%s\\n' fmt internal/abi $(basename $PWD)/own ;;
esac"""


def two_lanes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> list[str]:
    """Build one program of each lane with a stand-in for Go; what it was asked to compile, in this order."""
    record = tmp_path / "record"
    program(tmp_path / "bin", "go", FAKE_GO.format(record=record, broken=broken))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(disk, "NEEDED", 1)
    monkeypatch.setattr(build, "SHARES", ())
    chosen = [tool for tool in TOOLS if tool.name in ("etcd", "pulumi")]
    try:
        build.build(chosen, tmp_path / "cache", tmp_path / "logs" / "build.log")
    finally:
        asked = record.read_text().splitlines()
    return asked


def test_what_the_lanes_share_is_compiled_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = two_lanes(tmp_path, monkeypatch, broken="none")
    assert first.split()[0] == "kubernetes"
    assert first.endswith(" fmt"), "only what both need, and nothing that may not be named"
    assert sorted(each.split()[0] for each in rest) == ["kubernetes", "pulumi"]
    assert {path.name for path in (tmp_path / "cache" / "bin").iterdir()} == {"etcd", "pulumi"}


def test_a_lane_that_fails_does_not_stop_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ToolError, match=r"build-kubernetes\.log(.|\n)*broken in kubernetes"):
        two_lanes(tmp_path, monkeypatch, broken="kubernetes")
    assert {path.name for path in (tmp_path / "cache" / "bin").iterdir()} == {"pulumi"}


def test_a_link_is_moved_in_one_step(tmp_path: Path) -> None:
    link(tmp_path / "a", tmp_path / "bin" / "tool")
    link(tmp_path / "b", tmp_path / "bin" / "tool")
    assert os.readlink(tmp_path / "bin" / "tool") == str(tmp_path / "b")
    assert [path.name for path in (tmp_path / "bin").iterdir()] == ["tool"]


def test_a_manifest_without_an_image_to_fill_in_is_refused(tmp_path: Path) -> None:
    kubectl = program(tmp_path, "kubectl", "echo 'kind: Namespace'")
    with pytest.raises(ToolError, match="no controller image"):
        render_manifest(kubectl, tmp_path, tmp_path / "out" / "manifest.yaml")
    assert not (tmp_path / "out").exists()


def test_the_image_is_filled_in(tmp_path: Path) -> None:
    line = "image: ko://sigs.k8s.io/agent-sandbox/cmd/agent-sandbox-controller"
    kubectl = program(tmp_path, "kubectl", f"echo '{line}'")
    render_manifest(kubectl, tmp_path, tmp_path / "manifest.yaml")
    tag = pinned_version("sigs.k8s.io/agent-sandbox")
    expected = f"image: registry.k8s.io/agent-sandbox/agent-sandbox-controller:{tag}\n"
    assert (tmp_path / "manifest.yaml").read_text() == expected


@pytest.mark.parametrize("symlinks", [True, False])
def test_an_environment_that_is_there_is_no_fault(tmp_path: Path, symlinks: bool) -> None:
    venv.EnvBuilder(symlinks=symlinks).create(tmp_path)
    environment.make(tmp_path, with_pip=False)
    assert (tmp_path / "bin" / "python3").exists()


def test_a_long_step_is_told_while_nothing_new_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("building", every=0.01) as progress:
        Count(progress, "kubernetes", 7).one_more()
        while "1 of at most 7" not in (told := capsys.readouterr().err):
            pass
    assert "building: kubernetes 1 of at most 7, 0s\n" in told
    assert capsys.readouterr().err.endswith("building: done, 0s\n")


def test_a_step_that_fails_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ToolError), Progress("building"):
        raise ToolError("no")
    assert capsys.readouterr().err == "building ...\nbuilding: failed, 0s\n"
