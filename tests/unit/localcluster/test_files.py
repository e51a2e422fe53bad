"""Files and records: whole or absent, private, and read back as they were written."""

import stat
from pathlib import Path

import pytest
import yaml

from localcluster.certificates import CLUSTER_CA, ensure_certificates
from localcluster.configuration import write_admin_kubeconfig, write_configuration
from localcluster.files import last_lines, read_json, write_private
from localcluster.kubeconfig import token_kubeconfig
from localcluster.layout import Layout
from localcluster.plan import Plan, load_plan, make_plan, save_plan
from localcluster.pods_state import PodRecord, PodState, load_pods, save_pods
from localcluster.processes import ProcessId
from localcluster.settings import Settings
from localcluster.state import KeeperState, PartRecord, PartState, load_state, save_state


@pytest.fixture
def plan(layout: Layout, settings: Settings) -> Plan:
    layout.cluster.mkdir()
    ensure_certificates(layout.pki)
    return make_plan(settings, None)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_private_file_is_private_from_the_first_byte_even_if_it_was_not(tmp_path: Path):
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o644)
    write_private(path, "new")
    assert (path.read_text(), mode(path)) == ("new", 0o600)


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path):
    path = tmp_path / "file"
    write_private(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_private(path, "\udc80")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert path.read_text() == "old"


def test_no_file_is_none(tmp_path: Path):
    assert read_json(tmp_path / "absent.json") is None
    assert last_lines(tmp_path / "absent.log") == []


def test_the_last_lines_of_a_log(tmp_path: Path):
    log = tmp_path / "log"
    log.write_text("".join(f"line {number}\n" for number in range(20)))
    assert last_lines(log, 2) == ["line 18", "line 19"]


def test_plan_keeper_state_and_pods_are_read_back_as_written(layout: Layout, plan: Plan):
    save_plan(layout, plan)
    assert load_plan(layout) == plan
    dead = PartRecord().become(PartState.DEAD, ProcessId(7, 1.25), "was killed by SIGKILL")
    state = KeeperState(ProcessId(5, 2.5), "request", True, "trouble", {"etcd": dead, "kwok": PartRecord()})
    save_state(layout, state)
    assert load_state(layout) == state
    pods = (
        PodRecord("pod", PodState.RUNNING, "ready", ProcessId(9, 0.5), 1234, "now"),
        PodRecord("b", PodState.DEAD),
    )
    save_pods(layout, ProcessId(8, 0.5), pods)
    assert load_pods(layout) == pods


def test_without_a_cluster_there_is_no_record(layout: Layout):
    assert (load_plan(layout), load_state(layout), load_pods(layout)) == (None, None, ())


def test_every_kubeconfig_and_configuration_is_private(layout: Layout, plan: Plan):
    write_configuration(layout, plan)
    write_admin_kubeconfig(layout, plan)
    files = [layout.kubeconfig, *layout.cluster.glob("*.kubeconfig"), *layout.cluster.glob("*.yaml")]
    assert len(files) == 6
    assert {mode(file) for file in files} == {0o600}


def test_the_admin_kubeconfig_embeds_everything_and_verifies_the_server(layout: Layout, plan: Plan):
    write_admin_kubeconfig(layout, plan)
    config = yaml.safe_load(layout.kubeconfig.read_text())
    assert config["clusters"][0]["cluster"].keys() == {"server", "certificate-authority-data"}
    assert config["clusters"][0]["cluster"]["server"] == f"https://127.0.0.1:{plan.api_port}"
    assert config["users"][0]["user"].keys() == {"client-certificate-data", "client-key-data"}


def test_a_token_kubeconfig_names_the_file_and_holds_no_secret(layout: Layout, plan: Plan):
    config = yaml.safe_load(token_kubeconfig(layout.pki, plan.api_port, "controller", Path("/some/token")))
    assert config["users"][0]["user"] == {"tokenFile": "/some/token"}
    assert (layout.pki / f"{CLUSTER_CA}.crt").exists()


def test_nobody_is_anonymous_but_who_asks_for_health(layout: Layout, plan: Plan):
    write_configuration(layout, plan)
    anonymous = yaml.safe_load(layout.authentication_config.read_text())["anonymous"]
    assert {condition["path"] for condition in anonymous["conditions"]} == {"/livez", "/readyz", "/healthz"}
