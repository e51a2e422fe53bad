"""What the two cluster components create: the whole graph, against a file (tests/unit/golden.py)."""

import gc
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pulumi_gcp as gcp
import pytest
import yaml
from pulumi.provider.experimental.analyzer import Analyzer

from gke_agent_sandbox.cluster import AutopilotCluster, ExistingCluster, SandboxNodePool, StandardCluster
from gke_agent_sandbox.cluster.reachability import unreachable
from tests.unit.cluster.cluster_recorder import CERTIFICATE, PROJECT, Recorder, args, known, recorded
from tests.unit.golden import matches_golden

GOLDEN = Path(__file__).parent / "golden"
CLUSTER = "gcp:container/cluster:Cluster main"
POOL = "gcp:container/nodePool:NodePool main-system"
PROVIDER = "pulumi:providers:kubernetes main"
KEY = "projects/p/locations/europe-west4/keyRings/r/cryptoKeys/k"


@pytest.fixture(autouse=True)
def plugin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The plugin of gcloud is there, on any machine."""
    stand_in = tmp_path / "gke-gcloud-auth-plugin"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")


def standard(**more: Any) -> Recorder:
    given: Any = args(**more)
    return recorded(lambda: StandardCluster("main", given))


def autopilot(**more: Any) -> Recorder:
    given: Any = args(**more)
    return recorded(lambda: AutopilotCluster("main", given))


PROD: dict[str, Any] = {
    "release": {
        "channel": "STABLE",
        "maintenance": {
            "recurring": {
                "start_time": "2027-01-02T02:00:00Z",
                "end_time": "2027-01-02T08:00:00Z",
                "recurrence": "FREQ=WEEKLY;BYDAY=SA,SU",
            }
        },
    },
    "networking": {"policy_denial_logging": True},
    "nodes": {
        "image_repositories": {"images": {"location": "europe-west4", "repository": "images"}},
        "auto_provisioning": {"max_cpu": 64, "max_memory_gib": 256},
    },
}


@pytest.mark.parametrize(
    ("file", "program"),
    [("autopilot", lambda: autopilot()), ("standard", lambda: standard(**PROD))],
    ids=["autopilot", "standard"],
)
def test_the_whole_graph(file: str, program: Callable[[], Recorder]) -> None:
    matches_golden(GOLDEN / f"{file}.yaml", program().graph)


def test_the_cluster_waits_for_what_it_uses() -> None:
    graph = standard().graph
    assert graph[CLUSTER]["depends_on"] == [
        "gcp:kms/cryptoKey:CryptoKey main-secrets",
        "gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember main-secrets",
        "gcp:projects/iAMMember:IAMMember main-nodes",
    ]
    assert "gcp:container/cluster:Cluster main" in graph[POOL]["depends_on"]
    assert POOL in graph[PROVIDER]["depends_on"]


def test_no_name_is_fixed_but_what_is_kept_and_nothing_is_deleted_first() -> None:
    for graph in (standard().graph, autopilot().graph):
        for key, each in graph.items():
            fixed = key.startswith("pulumi:") or each["retain_on_delete"]
            assert fixed or "name" not in each["inputs"], key
            assert not each["delete_before_replace"], key


def test_the_engine_guards_the_cluster() -> None:
    protected = {"protect": True, "deletionProtection": False}
    off = {"protect": False, "deletionProtection": False}
    for more, expected in (
        ({}, protected),
        ({"deletion_protection": True}, protected),
        ({"overrides": {"deletion_protection": True}}, protected),
        ({"deletion_protection": False}, off),
        ({"overrides": {"deletion_protection": False}}, off),
        # The engine wants to know at once: the provider guards the cluster then.
        (
            {"deletion_protection": pulumi.Output.from_input(True)},
            {"protect": False, "deletionProtection": True},
        ),
    ):
        for graph in (standard(**more).graph, autopilot(**more).graph):
            cluster = graph[CLUSTER]
            found = {key: {**cluster, **cluster["inputs"]}[key] for key in expected}
            assert found == expected, more


def test_what_protects_the_component_protects_the_cluster() -> None:
    given: Any = args(deletion_protection=False)
    guarded = recorded(lambda: StandardCluster("main", given, pulumi.ResourceOptions(protect=True)))
    assert guarded.graph[CLUSTER]["protect"] is True


def test_key_and_ring_are_kept() -> None:
    kept = {key for key, each in standard().graph.items() if each["retain_on_delete"]}
    assert kept == {"gcp:kms/keyRing:KeyRing main-secrets", "gcp:kms/cryptoKey:CryptoKey main-secrets"}


def test_an_own_key_and_no_key() -> None:
    own = standard(security={"encryption": {"key_name": KEY}}).graph
    assert own[CLUSTER]["inputs"]["databaseEncryption"] == {"state": "ENCRYPTED", "keyName": KEY}
    assert not [key for key in own if key.startswith("gcp:kms")]
    granted = standard(security={"encryption": {"key_name": KEY, "grant_service_agent": True}}).graph
    (grant,) = [each for key, each in granted.items() if key.startswith("gcp:kms")]
    assert grant["inputs"]["cryptoKeyId"] == KEY
    assert grant["inputs"]["member"].startswith("serviceAccount:service-123456789012@container-engine-robot")
    none = standard(security={"encryption": {"customer_managed": False}}).graph
    assert "databaseEncryption" not in none[CLUSTER]["inputs"]


def test_an_own_account() -> None:
    graph = standard(nodes={"service_account": "nodes@p.iam.gserviceaccount.com"}).graph
    assert graph[POOL]["inputs"]["nodeConfig"]["serviceAccount"] == "nodes@p.iam.gserviceaccount.com"
    assert not [key for key in graph if key.startswith(("gcp:serviceaccount", "gcp:projects"))]


def test_what_gke_writes_back_is_ignored() -> None:
    for graph in (standard().graph, autopilot().graph):
        assert graph[CLUSTER]["ignore_changes"] == ["initialNodeCount", "nodeConfig", "nodePools"]
    assert standard().graph[POOL]["ignore_changes"] == ["initialNodeCount"]


def test_outputs() -> None:
    seen: dict[str, Any] = {}

    def program() -> None:
        given: Any = args()
        cluster = StandardCluster("main", given)
        for name in StandardCluster.__annotations__:
            known(getattr(cluster, name), seen, name)
        known(pulumi.Output.from_input(cluster.kubeconfig.is_secret()), seen, "secret")
        assert isinstance(cluster.provider, pulumi.ProviderResource)

    recorded(program)
    text = seen.pop("kubeconfig")
    assert seen.pop("secret") is True
    assert seen == {
        "cluster_id": f"projects/{PROJECT}/locations/europe-west4/clusters/main-1a2b3c4",
        "cluster_name": "main-1a2b3c4",
        "location": "europe-west4",
        "project": PROJECT,
        "mode": "standard",
        "master_version": "1.36.3-gke.1767000",
        "workload_pool": f"{PROJECT}.svc.id.goog",
    }
    assert yaml.safe_load(text)["clusters"][0]["cluster"] == {
        "server": "https://gke-abc.europe-west4.gke.goog"
    }


def test_the_ip_endpoint_comes_with_the_clusters_own_certificate() -> None:
    graph = standard(access={"authorized_networks": {"office": "203.0.113.0/24"}}).graph
    text = graph[PROVIDER]["inputs"]["kubeconfig"]
    assert yaml.safe_load(text)["clusters"][0]["cluster"] == {
        "server": "https://203.0.113.10",
        "certificate-authority-data": CERTIFICATE,
    }


def test_the_provider_follows_the_cluster_and_its_kubeconfig_is_secret() -> None:
    recorder = standard()
    inputs = recorder.graph[PROVIDER]["inputs"]
    assert inputs["clusterIdentifier"] == f"projects/{PROJECT}/locations/europe-west4/clusters/main-1a2b3c4"
    assert "kubeconfig" in recorder.secrets[PROVIDER]


def test_denials_are_logged_when_that_is_asked_for() -> None:
    name = "kubernetes:networking.gke.io/v1alpha1:NetworkLoggingPatch main-network-logging"
    graph = standard(networking={"policy_denial_logging": True}).graph
    assert graph[name]["inputs"]["spec"]["cluster"]["deny"] == {"log": True, "delegate": False}
    # GKE owns the fields of its object.
    annotations = graph[name]["inputs"]["metadata"]["annotations"]
    assert annotations["pulumi.com/patchForce"] == "true"
    assert graph[name]["provider"] == PROVIDER
    assert name not in standard().graph


def test_outputs_as_arguments_are_checked_once_known() -> None:
    with pytest.raises(pulumi.RunError, match="location: is neither a region nor a zone"):
        standard(location=pulumi.Output.from_input("moon"))
    canary = KEY.replace("europe-west4", "canary-location1")
    with pytest.raises(pulumi.RunError, match="lies in another location") as error:
        standard(security={"encryption": {"key_name": pulumi.Output.secret(canary)}})
    assert "canary" not in str(error.value)


def test_secrets_stay_secret_and_are_in_no_message() -> None:
    recorder = standard(overrides={"description": pulumi.Output.secret("canary")})
    assert "description" in recorder.secrets[CLUSTER]
    with pytest.raises(pulumi.RunError) as error:
        standard(release={"min_master_version": pulumi.Output.secret("canary")})
    assert "release.min_master_version" in str(error.value)
    assert "canary" not in str(error.value)


def test_everything_uses_the_components_own_provider() -> None:
    def program() -> None:
        own = gcp.Provider("own", project="elsewhere")
        given: Any = args()
        StandardCluster("main", given, pulumi.ResourceOptions(providers=[own]))

    recorder = recorded(program)
    used = {each["provider"] for key, each in recorder.graph.items() if key.startswith("gcp:")}
    assert used == {"pulumi:providers:gcp own"}
    assert recorder.questions.keys() == {"getKeyRings", "getProject"}
    assert {*recorder.asked} == used


@pytest.mark.parametrize(("asked", "warned"), [("1.35.2-gke.1269000", True), ("1.36.3-gke.1767000", False)])
def test_a_version_that_gke_has_gone_past_is_said(
    monkeypatch: pytest.MonkeyPatch, asked: str, warned: bool
) -> None:
    told: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: told.append(text))
    standard(release={"min_master_version": asked})
    assert ["release.min_master_version: is 1.35.2" in each for each in told] == [True] * warned


def test_a_preview_with_unknown_outputs() -> None:
    given: Any = args()
    assert CLUSTER in recorded(lambda: StandardCluster("main", given), preview=True).graph


def test_a_private_control_plane_must_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert unreachable(f"127.0.0.1:{server.getsockname()[1]}") is None
        port = server.getsockname()[1]
    problem = unreachable(f"https://127.0.0.1:{port}/")
    assert "private pool of Cloud Build" in str(problem)
    asked: list[str] = []
    monkeypatch.setattr("gke_agent_sandbox.cluster.creation.unreachable", asked.append)
    standard(access={"endpoint": "private"})
    assert asked == ["203.0.113.10"]
    monkeypatch.setattr("gke_agent_sandbox.cluster.creation.unreachable", lambda _address: problem)
    with pytest.raises(pulumi.RunError, match="does not answer from here"):
        standard(access={"endpoint": "private"})


def schema_of(components: list[Any]) -> Any:
    """What Pulumi's analyzer makes of components. It drops a class whose source it cannot parse, and CPython
    3.11 cannot when outputs of another test are collected meanwhile (cpython issue 106905).
    """
    gc.collect()
    return Analyzer("gke-agent-sandbox").analyze(components)


@pytest.mark.parametrize("component", [AutopilotCluster, StandardCluster])
def test_the_component_in_other_languages(component: Any) -> None:
    schema = schema_of([component])
    definition = schema["component_definitions"][component.__name__]
    assert len(definition.inputs) == 12
    assert {key for key, each in definition.inputs.items() if not each.optional} == {"location", "network"}
    assert set(definition.outputs) == {
        "clusterId",
        "clusterName",
        "location",
        "project",
        "mode",
        "masterVersion",
        "workloadPool",
        "kubeconfig",
    }
    properties = {**definition.inputs, **definition.outputs}
    for each in schema["type_definitions"].values():
        assert each.description, each.name
        properties |= {f"{each.name}.{key}": value for key, value in each.properties.items()}
    assert [name for name, each in properties.items() if not each.description] == []


def test_all_of_the_room_in_one_schema() -> None:
    components = [AutopilotCluster, StandardCluster, ExistingCluster, SandboxNodePool]
    assert set(schema_of(components)["component_definitions"]) == {each.__name__ for each in components}
