"""Which cluster a stack is on, and what follows from it."""

import sys
from pathlib import Path
from typing import Any

import pytest
from pulumi import automation

import automation.__main__ as command
from automation import operations
from automation.clusters import has_dns_endpoint, is_embedded, left_elsewhere
from automation.operations import OperationError, listening
from tests.unit.automation.projects import EMBEDDED, MADE, PLACE, keep, project

EXISTING = {**PLACE, "cluster_name": "main"}


@pytest.mark.parametrize(
    ("cluster", "embedded"),
    [
        (EMBEDDED, True),
        ({"kubeconfig": "other"}, False),
        ({"autopilot": MADE}, False),
        ({"standard": MADE}, False),
        ({"existing": EXISTING}, False),
    ],
)
def test_the_embedded_cluster_is_known_by_its_kubeconfig(
    tmp_path: Path, cluster: dict[str, Any], embedded: bool
) -> None:
    assert is_embedded(project(tmp_path, it=cluster), "it") is embedded
    absolute = {"kubeconfig": str(tmp_path / ".local" / "kubeconfig")}
    assert is_embedded(project(tmp_path, it=absolute), "it")


@pytest.mark.parametrize(
    ("cluster", "by_name"),
    [
        ({"autopilot": MADE}, True),
        ({"standard": {**MADE, "access": {"endpoint": "private"}}}, False),
        ({"standard": {**MADE, "access": {"authorized_networks": {"office": "203.0.113.0/24"}}}}, False),
        ({"existing": EXISTING}, True),
        ({"existing": {**EXISTING, "endpoint": "ip"}}, False),
    ],
)
def test_the_endpoint(tmp_path: Path, cluster: dict[str, Any], by_name: bool) -> None:
    assert has_dns_endpoint(project(tmp_path, it=cluster), "it") is by_name


@pytest.mark.parametrize(("cluster", "told"), [(EMBEDDED, True), ({"autopilot": MADE}, False)])
def test_a_failure_speaks_of_the_embedded_cluster_only_where_the_stack_is_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cluster: dict[str, Any], told: bool
) -> None:
    paths = project(tmp_path, it=cluster)
    asked: list[Path] = []
    monkeypatch.setattr(operations, "dead_parts", lambda each: asked.append(each.local) or ["etcd is dead"])
    with pytest.raises(OperationError) as error, listening(paths, "it"):
        raise automation.CommandError(automation.CommandResult(stdout="", stderr="error: no", code=255))
    assert ("etcd is dead" in str(error.value)) is told
    assert bool(asked) is told


def test_no_state_is_dropped_that_another_cluster_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = project(tmp_path, local=EMBEDDED, dev={"autopilot": MADE}, empty={"autopilot": MADE})
    for stack, count in (("local", 4), ("dev", 3), ("empty", 0), ("gone", 2)):
        keep(paths, stack, count)
    assert left_elsewhere(paths) == {"dev": 3, "gone": 2}

    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["automation", "forget", "--local-directory", str(paths.local)])
    assert command.main() == 1
    message = capsys.readouterr().err
    assert "the stack dev still has 3 resources, elsewhere" in message
    assert "destroy --stack gone" in message
    assert paths.state.exists()

    for stack in ("dev", "gone"):
        keep(paths, stack, 0)
    assert command.main() == 0
    assert not paths.pulumi.exists()


def test_the_pools_of_another_cluster_are_not_asked_for_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project(tmp_path, dev={"autopilot": MADE})
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["automation", "status", "--stack", "dev"])
    assert command.main() == 1
    assert "the stack dev is not on the embedded cluster" in capsys.readouterr().err


@pytest.mark.parametrize(("cluster", "settles"), [(EMBEDDED, True), ({"autopilot": MADE}, False)])
def test_only_on_the_embedded_cluster_is_looked_for_what_was_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cluster: dict[str, Any], settles: bool
) -> None:
    paths = project(tmp_path, it=cluster)
    settled: list[object] = []
    monkeypatch.setattr(operations, "open_stack", lambda *_: None)
    monkeypatch.setattr(operations, "release_lock", lambda *_: None)
    monkeypatch.setattr(operations, "end_orphans", lambda *_: None)
    monkeypatch.setattr(operations, "settle", lambda *each: settled.append(each))
    with operations.opened(paths, "it", None):
        pass
    assert bool(settled) is settles
