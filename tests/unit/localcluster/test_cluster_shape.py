"""Parts, objects, checks, the lock and the table: what can be said of a cluster without one."""

import threading
from pathlib import Path

import pytest

from localcluster.api import tls_context
from localcluster.certificates import ensure_certificates
from localcluster.checks import NEEDED_BYTES, check_directory, check_tools, space_problem
from localcluster.command import EXIT_NO_CLUSTER, main, table
from localcluster.errors import LocalClusterError
from localcluster.layout import PART_NAMES, Layout
from localcluster.lock import exclusive
from localcluster.objects import GVISOR_KEY, cluster_objects, nodes
from localcluster.parts import OBJECTS, make_parts, stage_files
from localcluster.plan import make_plan
from localcluster.readiness import is_usable
from localcluster.settings import Settings
from localcluster.status import PartStatus, Standing


def test_parts_start_after_what_they_need_and_are_those_that_have_logs(layout: Layout, settings: Settings):
    parts = make_parts(layout, make_plan(settings, None))
    assert tuple(part.name for part in parts) == PART_NAMES
    started: set[str] = set()
    for part in parts:
        assert set(part.after) <= started | {OBJECTS}
        started.add(part.name)


def test_every_address_of_every_part_is_the_loopback(layout: Layout, settings: Settings):
    words = " ".join(word for part in make_parts(layout, make_plan(settings, None)) for word in part.command)
    assert "0.0.0.0" not in words
    assert words.count("--bind-address=127.0.0.1") == 3
    assert words.count("https://127.0.0.1:") == 6


def test_without_the_controller_kwok_plays_all_pods(layout: Layout, settings: Settings):
    alone = Settings(settings.bin_directory, settings.share_directory, run_controller=False)
    parts = make_parts(layout, make_plan(alone, None))
    assert [part.name for part in parts][-1] == "kwok"
    assert not any("disregard" in word for word in parts[-1].command)
    assert "agent-sandbox-controller" not in alone.binaries


def test_gvisor_nodes_have_gkes_label_and_taint_and_the_others_neither(settings: Settings):
    system, first, second = nodes(settings)
    assert GVISOR_KEY not in system["metadata"]["labels"]
    assert "taints" not in system["spec"]
    for node in (first, second):
        assert node["metadata"]["labels"][GVISOR_KEY] == "gvisor"
        assert node["spec"]["taints"] == [{"key": GVISOR_KEY, "value": "gvisor", "effect": "NoSchedule"}]


def test_nodes_have_names_and_addresses_of_their_own(settings: Settings):
    many = nodes(Settings(settings.bin_directory, settings.share_directory, system_nodes=3, gvisor_nodes=4))
    assert len({node["metadata"]["name"] for node in many}) == 7
    assert len({node["status"]["addresses"][0]["address"] for node in many}) == 7


def test_each_object_goes_to_the_path_of_its_own_name(settings: Settings):
    for path, body in cluster_objects(settings):
        assert path.endswith(f"/{body['metadata']['name']}")
        assert f"/apis/{body['apiVersion']}/" in path


def test_a_node_is_usable_when_it_is_ready_and_has_lost_its_taint():
    ready = {"conditions": [{"type": "Ready", "status": "True"}]}
    taint = {"taints": [{"key": "node.kubernetes.io/not-ready"}]}
    assert is_usable({"spec": {}, "status": ready})
    assert not is_usable({"spec": taint, "status": ready})
    assert not is_usable({"spec": {}, "status": {}})


def test_all_missing_tools_are_named_at_once_with_the_remedy(settings: Settings):
    settings.bin_directory.mkdir()
    (settings.bin_directory / "etcd").touch(mode=0o644)
    with pytest.raises(LocalClusterError, match="make tools") as caught:
        check_tools(settings)
    for name in settings.binaries:
        assert str(settings.bin_directory / name) in str(caught.value)
    assert str(stage_files(settings.share_directory)[0]) in str(caught.value)


def test_a_directory_that_cannot_be_written_is_named_with_the_reason(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(LocalClusterError, match=r"file/local: Not a directory.*--local-directory"):
        check_directory(tmp_path / "file" / "local")


def test_a_full_disk_is_a_problem_and_a_roomy_one_is_not():
    assert space_problem(NEEDED_BYTES) == ""
    assert space_problem(5 * 2**20).startswith("5 MB are free")


def test_the_second_waits_for_the_first_says_so_and_the_file_goes_away(tmp_path: Path):
    path = tmp_path / "lock"
    said: list[str] = []
    order: list[str] = []
    is_waiting = threading.Event()

    def say(line: str) -> None:
        said.append(line)
        is_waiting.set()

    def second() -> None:
        with exclusive(path, "down", say):
            order.append("second")

    with exclusive(path, "up", say):
        waiter = threading.Thread(target=second)
        waiter.start()
        assert is_waiting.wait(10)
        order.append("first")
    waiter.join(10)
    assert order == ["first", "second"]
    assert len(said) == 1
    assert said[0].startswith("waiting for `up` of process")
    assert not path.exists()


def test_the_lock_is_given_back_after_an_error(tmp_path: Path):
    with pytest.raises(ValueError, match="inside"), exclusive(tmp_path / "lock", "up", print):
        raise ValueError("inside")
    with exclusive(tmp_path / "lock", "up", pytest.fail):
        pass


def test_the_table_is_aligned_and_says_how_a_part_ended():
    lines = table(
        [
            PartStatus("etcd", Standing.RUNNING, 12, 2379),
            PartStatus("kube-apiserver", Standing.DEAD, 1234, 6443, "was killed by SIGKILL"),
        ]
    ).splitlines()
    assert lines[0].split() == ["PART", "STATE", "PID", "PORT", "DETAIL"]
    assert lines[1].split() == ["etcd", "running", "12", "2379"]
    assert lines[2].index("dead") == lines[0].index("STATE")
    assert lines[2].endswith("was killed by SIGKILL")


def test_only_running_and_waiting_for_a_deployment_is_well():
    well = {standing for standing in Standing if PartStatus("x", standing).is_well}
    assert well == {Standing.RUNNING, Standing.WAITING}


def test_status_and_down_without_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["status", "--local-directory", str(tmp_path)]) == EXIT_NO_CLUSTER
    assert main(["down", "--local-directory", str(tmp_path)]) == 0
    assert main(["down", "--local-directory", str(tmp_path / "absent")]) == 0
    assert "there is no cluster" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_up_without_tools_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    local = tmp_path / "local"
    assert main(["up", "--local-directory", str(local)]) == 1
    assert capsys.readouterr().err.startswith("error: missing or not executable: ")
    assert not local.exists()


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_a_port_that_is_none_is_wrong_usage(port: str):
    with pytest.raises(SystemExit) as caught:
        main(["up", "--api-port", port])
    assert caught.value.code == 2


def test_a_tls_context_verifies_names_and_certificates(layout: Layout):
    layout.cluster.mkdir()
    ensure_certificates(layout.pki)
    context = tls_context(layout.pki, None)
    assert context.check_hostname
    assert context.verify_mode.name == "CERT_REQUIRED"
    assert len(context.get_ca_certs()) == 1
