"""From nothing to a cluster and back, through the command line, with all that can come between."""

import os
import signal
import socket
import stat
from pathlib import Path

import pytest

from localcluster import Cluster, LocalClusterError, Settings, Standing
from localcluster.objects import GVISOR_KEY
from localcluster.processes import marked
from localcluster.readiness import is_usable
from localcluster.state import PartState, load_state
from tests.engine.localcluster.workbench import LOCAL_DIRECTORY, Workbench, eventually

pytestmark = pytest.mark.engine

# The aim is 10 s on two idle cores; a test machine may have other work.
CLEAN_CLUSTER_SECONDS = 30.0


def test_a_clean_cluster_comes_in_seconds_with_all_parts_in_one_group(bench: Workbench):
    assert bench.seconds < CLEAN_CLUSTER_SECONDS
    assert stat.S_IMODE(bench.cluster.kubeconfig.stat().st_mode) == 0o600
    assert all(part.is_well for part in bench.cluster.status())
    nodes = bench.api.get("/api/v1/nodes")["items"]
    assert all(is_usable(node) for node in nodes)
    assert sum(node["metadata"]["labels"].get(GVISOR_KEY) == "gvisor" for node in nodes) == 2
    members = marked(bench.plan.mark)
    assert {os.getpgid(member.pid) for member in members} == {bench.pid("keeper")}
    assert {os.getsid(member.pid) for member in members} == {bench.pid("keeper")}


def interrupt(own: Workbench, line: str, number: signal.Signals) -> int:
    """Signal an `up` as soon as it has said this line; its exit code."""
    up = own.command("up")
    assert up.stdout
    while line not in up.stdout.readline():
        assert up.poll() is None
    up.send_signal(number)
    up.communicate(timeout=10)
    return up.returncode


def test_an_interrupted_up_is_finished_by_two_at_once_and_status_and_down_tell_the_truth(own: Workbench):
    assert interrupt(own, "starting the cluster", signal.SIGTERM) == 143
    assert interrupt(own, "etcd is running", signal.SIGINT) == 130

    ups = [own.command("up"), own.command("up")]
    answers = [up.communicate(timeout=60) for up in ups]
    assert [up.returncode for up in ups] == [0, 0], answers
    lines = [line for out, _ in answers for line in out.splitlines()]
    assert [line for line in lines if line.startswith("waiting for `up` of process")]
    assert len([line for line in lines if line.startswith("the cluster is up")]) == 2
    keepers = [member for member in marked(own.plan.mark) if os.getpgid(member.pid) == member.pid]
    assert len(keepers) == 1

    status = own.command("status")
    out, _ = status.communicate(timeout=20)
    assert status.returncode == 0, out
    assert "waiting for its Deployment" in out

    os.kill(own.pid("keeper"), signal.SIGTERM)
    eventually(lambda: own.part("keeper").standing is Standing.DEAD)
    mark = own.plan.mark
    assert marked(mark) == []
    ends = load_state(own.layout)
    assert ends
    assert all(part.state is PartState.DEAD and "SIGKILL" not in part.ended for part in ends.parts.values())
    assert ends.parts["etcd"].since >= ends.parts["kube-apiserver"].since >= ends.parts["pod-runner"].since

    down = own.command("down")
    assert down.communicate(timeout=60)[0].splitlines()[-1] == "the cluster is gone"
    assert marked(mark) == []
    assert {file.name for file in own.directory.iterdir()} == {"bin", "share"}
    assert own.command("status").wait(20) == 3


def test_an_occupied_port_is_one_sentence_and_nothing_is_made(own: Workbench):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        up = own.command("up", "--api-port", str(port))
        _, error = up.communicate(timeout=20)
    assert up.returncode == 1
    assert f"port {port} on 127.0.0.1, wanted for the API server, is in use by process {os.getpid()}" in error
    assert len(error.splitlines()) == 1
    assert {file.name for file in own.directory.iterdir()} == {"bin", "share"}


def test_a_part_that_dies_at_its_start_is_named_with_its_last_words(tmp_path: Path):
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in (LOCAL_DIRECTORY / "bin").iterdir():
        (tools / tool.name).symlink_to(tool)
    (tools / "etcd").unlink()
    (tools / "etcd").write_text("#!/bin/sh\necho the data is sour\nexit 3\n")
    (tools / "etcd").chmod(0o755)
    cluster = Cluster(tmp_path, Settings(tools, LOCAL_DIRECTORY / "share"))
    with pytest.raises(
        LocalClusterError, match=r"(?s)etcd ended with exit code 3.*the data is sour"
    ) as caught:
        cluster.up()
    assert str(tmp_path / "logs" / "etcd.log") in str(caught.value)
    assert cluster.status() == ()
    assert {file.name for file in tmp_path.iterdir()} == {"bin", "logs"}
    cluster.down()
    assert {file.name for file in tmp_path.iterdir()} == {"bin"}
