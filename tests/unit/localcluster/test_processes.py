"""Processes: told apart by id and start time, so that a reused id harms nobody."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from localcluster.processes import (
    MARK_VARIABLE,
    ProcessId,
    end,
    environment,
    how_it_ended,
    identify,
    is_alive,
    is_same,
    marked,
    process_from_json,
    send_signal,
)

STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(["sleep", "60"], env=environment("test-mark", tmp_path))
    yield process
    process.kill()
    process.wait()


def known(process: subprocess.Popen[bytes]) -> ProcessId:
    found = identify(process.pid)
    assert found
    return found


def test_a_process_is_alive_until_it_is_reaped_and_a_zombie_is_not(sleeper: subprocess.Popen[bytes]):
    process = known(sleeper)
    assert is_alive(process)
    sleeper.kill()
    os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)
    assert not is_alive(process)
    assert identify(sleeper.pid) is None


def test_the_same_id_with_another_start_is_another_process_and_is_not_touched(
    sleeper: subprocess.Popen[bytes],
):
    earlier = replace(known(sleeper), started=known(sleeper).started - 10)
    assert not is_alive(earlier)
    assert not send_signal(earlier, signal.SIGKILL)
    end([earlier], patience=0)
    assert sleeper.poll() is None


def test_two_readings_of_a_process_may_differ_by_the_rounding_of_the_boot_time():
    assert is_same(ProcessId(5, 100.25), ProcessId(5, 101.25))
    assert not is_same(ProcessId(5, 100.25), ProcessId(6, 100.25))
    assert not is_same(ProcessId(5, 100.25), ProcessId(5, 110.25))
    assert not is_same(None, None)


def test_no_process_is_not_alive():
    assert not is_alive(None)
    assert not send_signal(None, signal.SIGKILL)
    assert process_from_json(None) is None


def test_a_process_is_read_back_as_written(sleeper: subprocess.Popen[bytes]):
    process = known(sleeper)
    assert process_from_json(process.as_json()) == process


def test_end_kills_who_does_not_listen():
    stubborn = subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE)
    assert stubborn.stdout
    stubborn.stdout.readline()
    end([known(stubborn)], patience=0.1)
    assert stubborn.wait() == -signal.SIGKILL
    stubborn.stdout.close()


def test_end_reaches_a_stopped_process(sleeper: subprocess.Popen[bytes]):
    sleeper.send_signal(signal.SIGSTOP)
    started = time.monotonic()
    end([known(sleeper)], patience=10)
    assert sleeper.wait() == -signal.SIGTERM
    assert time.monotonic() - started < 5


def test_members_are_found_by_their_mark_alone(sleeper: subprocess.Popen[bytes]):
    assert [process.pid for process in marked("test-mark")] == [sleeper.pid]
    assert marked("another-mark") == []


def test_the_environment_brings_nothing_of_the_callers_but_the_search_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("KUBECONFIG", "/home/me/.kube/config")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy")
    variables = environment("mark", tmp_path, {"MORE": "1"})
    assert variables.keys() == {"PATH", "HOME", "LANG", MARK_VARIABLE, "MORE"}
    assert variables["HOME"] == str(tmp_path)


@pytest.mark.parametrize(
    ("returncode", "words"),
    [(0, "ended with exit code 0"), (3, "ended with exit code 3"), (-9, "was killed by SIGKILL")],
)
def test_how_it_ended(returncode: int, words: str):
    assert how_it_ended(returncode) == words
