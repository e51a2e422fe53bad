"""The pack as a process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from pulumi.runtime.proto import analyzer_pb2_grpc

PACK = Path(__file__).parents[3] / "policies"
AS_EXECUTABLE = [sys.executable, "-c", "from gke_agent_sandbox_policies.executable import main; main()"]
# As pulumi-language-python starts a pack that is a directory.
AS_DIRECTORY = [sys.executable, "-u", "-m", "pulumi.policy"]
ENGINE = "127.0.0.1:1"


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=30)


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


@pytest.mark.parametrize("command", [[*AS_EXECUTABLE, ENGINE], [*AS_DIRECTORY, ENGINE, str(PACK)]])
def test_the_first_line_is_the_port_and_a_signal_ends_it_in_silence(command: list[str]) -> None:
    with running(command) as process:
        port = port_of(process)
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            assert analyzer_pb2_grpc.AnalyzerStub(channel).GetAnalyzerInfo(Empty(), timeout=30).policies
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30) == ("", "")
        assert process.returncode == 0


def test_a_pack_does_not_outlive_its_engine() -> None:
    start = f"import subprocess, sys; subprocess.Popen({[*AS_EXECUTABLE, ENGINE]!r}).wait()"
    with running([sys.executable, "-c", start]) as engine:
        port = port_of(engine)
        engine.send_signal(signal.SIGKILL)
        engine.wait(timeout=30)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                try:
                    analyzer_pb2_grpc.AnalyzerStub(channel).GetPluginInfo(Empty(), timeout=2)
                except grpc.RpcError:
                    return
            time.sleep(0.2)
        pytest.fail("the pack still answers")


@pytest.mark.parametrize(("arguments", "status"), [([], 2), (["--help"], 0)])
def test_a_person_who_starts_it_is_told_how_it_is_used(arguments: list[str], status: int) -> None:
    run = subprocess.run(
        [*AS_EXECUTABLE, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == status
    assert run.stdout == ""
    assert "pulumi preview --policy-pack" in run.stderr


def test_the_pack_loads_no_provider() -> None:
    loaded = (
        "import sys, gke_agent_sandbox_policies.executable;"
        " print(sorted(sys.modules.keys() & {'pulumi_kubernetes', 'pulumi_gcp', 'pulumi_policy',"
        " 'kubernetes', 'pydantic'}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, timeout=60, check=True, env=os.environ
    )
    assert run.stdout.strip() == "[]"
