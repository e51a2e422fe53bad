"""What is killed is named by `status`, and repaired by the next `up` with everything still there."""

import os
import signal
from collections.abc import Iterator

import pytest

from localcluster import Standing
from localcluster.processes import marked
from tests.engine.localcluster.workbench import Workbench, eventually

pytestmark = pytest.mark.engine

NAMESPACE = "/api/v1/namespaces/kept"


@pytest.fixture(autouse=True)
def kept(bench: Workbench) -> Iterator[None]:
    """An object from before the damage, which must be there after the repair."""
    bench.api.apply(NAMESPACE, {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kept"}})
    uid = bench.api.get(NAMESPACE)["metadata"]["uid"]
    ports = bench.plan.ports
    yield
    assert bench.api.get(NAMESPACE)["metadata"]["uid"] == uid
    assert bench.plan.ports == ports
    assert all(part.is_well for part in bench.cluster.status())
    run_a_pod(bench)


def run_a_pod(bench: Workbench) -> None:
    """All of it works: the API takes a pod, the scheduler binds it, kwok plays it."""
    account = "/api/v1/namespaces/kept/serviceaccounts/default"
    eventually(lambda: bench.api.get(account))
    spec = {"containers": [{"name": "main", "image": "registry.k8s.io/pause:3.10"}]}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "works-"}, "spec": spec}
    name = bench.api.create(f"{NAMESPACE}/pods", pod)["metadata"]["name"]
    eventually(lambda: bench.api.get(f"{NAMESPACE}/pods/{name}")["status"]["phase"] == "Running", seconds=10)


def test_up_on_a_well_cluster_changes_nothing(bench: Workbench):
    before = bench.cluster.status()
    bench.cluster.up()
    assert bench.cluster.status() == before


@pytest.mark.parametrize("name", ["kube-apiserver", "etcd", "kwok", "pod-runner"])
def test_a_killed_part_is_named_and_repaired_alone(bench: Workbench, name: str):
    before = {part.name: part.pid for part in bench.cluster.status()}
    os.kill(bench.pid(name), signal.SIGKILL)
    eventually(lambda: bench.part(name).standing is Standing.DEAD)
    assert "was killed by SIGKILL" in bench.part(name).detail
    bench.cluster.up()
    after = {part.name: part.pid for part in bench.cluster.status()}
    assert {part for part in after if after[part] != before[part]} == {name}


def test_a_hanging_part_is_named_and_repaired(bench: Workbench):
    pid = bench.pid("kube-scheduler")
    os.kill(pid, signal.SIGSTOP)
    assert bench.part("kube-scheduler").standing is Standing.NOT_ANSWERING
    bench.cluster.up()
    assert bench.pid("kube-scheduler") != pid


def test_after_the_keepers_death_up_ends_what_is_left_and_starts_anew_on_the_same_data(bench: Workbench):
    old = {member.pid for member in marked(bench.plan.mark)}
    os.kill(bench.pid("keeper"), signal.SIGKILL)
    os.kill(bench.pid("kube-controller-manager"), signal.SIGKILL)
    eventually(lambda: bench.part("keeper").standing is Standing.DEAD)
    assert bench.part("kube-controller-manager").standing is Standing.DEAD
    status = bench.command("status")
    assert "not running: keeper" in status.communicate(timeout=20)[0]
    assert status.returncode == 1
    bench.cluster.up()
    assert not old & {member.pid for member in marked(bench.plan.mark)}
