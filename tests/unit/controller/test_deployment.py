"""What upstream's Deployment leaves out, and that nothing of it is dropped."""

import copy
from typing import Any, cast

import pytest

from gke_agent_sandbox.controller.deployment import DeploymentSettings, disruption_budget, harden
from gke_agent_sandbox.controller.manifest import Manifest

ARGS = ("--leader-elect=true", "--extensions")
ONE = DeploymentSettings(args=ARGS, config_hash="abc")
FULL = DeploymentSettings(
    args=ARGS,
    config_hash="abc",
    replicas=2,
    image="mirror.example.com/c:v1",
    node_selector={"pool": "system"},
    tolerations=[{"key": "pool", "operator": "Exists"}],
    priority_class_name="high",
)


def pod_of(deployment: dict[str, Any]) -> dict[str, Any]:
    return deployment["spec"]["template"]["spec"]


def container_of(deployment: dict[str, Any]) -> dict[str, Any]:
    return pod_of(deployment)["containers"][0]


def contains(whole: Any, part: Any) -> bool:
    """Whether everything in `part` is in `whole`; entries of a list may be joined by others."""
    if isinstance(part, dict):
        inner, outer = cast("dict[str, Any]", part), cast("dict[str, Any]", whole)
        return isinstance(whole, dict) and all(
            key in outer and contains(outer[key], inner[key]) for key in inner
        )
    if isinstance(part, list):
        wanted, present = cast("list[Any]", part), cast("list[Any]", whole)
        return isinstance(whole, list) and all(any(contains(has, want) for has in present) for want in wanted)
    return whole == part


def test_nothing_of_upstreams_is_dropped(manifest: Manifest):
    assert contains(harden(manifest.deployment, ONE), manifest.deployment)


def test_upstreams_object_is_not_changed(manifest: Manifest):
    before = copy.deepcopy(manifest.deployment)
    harden(manifest.deployment, FULL)
    assert manifest.deployment == before


@pytest.mark.parametrize("settings", [ONE, FULL])
def test_hardening_twice_changes_nothing(manifest: Manifest, settings: DeploymentSettings):
    once = harden(manifest.deployment, settings)
    assert harden(once, settings) == once


def test_pod_security_restricted(manifest: Manifest):
    deployment = harden(manifest.deployment, ONE)
    pod, container = pod_of(deployment), container_of(deployment)
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] == 65532
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "privileged": False,
        "readOnlyRootFilesystem": True,
        "runAsNonRoot": True,
    }


def test_a_looser_context_of_upstreams_is_tightened(manifest: Manifest):
    loose = copy.deepcopy(dict(manifest.deployment))
    container_of(loose)["securityContext"] = {"privileged": True, "procMount": "Default"}
    context = container_of(harden(loose, ONE))["securityContext"]
    assert context["privileged"] is False
    assert context["procMount"] == "Default"


def test_probes_ask_the_health_port(manifest: Manifest):
    container = container_of(harden(manifest.deployment, ONE))
    assert container["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": 8081}
    assert container["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": 8081}
    assert {"containerPort": 8081, "name": "healthz", "protocol": "TCP"} in container["ports"]


def test_a_probe_of_upstreams_is_kept(manifest: Manifest):
    probed = copy.deepcopy(dict(manifest.deployment))
    container_of(probed)["livenessProbe"] = {"tcpSocket": {"port": 1}}
    assert container_of(harden(probed, ONE))["livenessProbe"] == {"tcpSocket": {"port": 1}}


def test_requests_and_limits_for_all_three_resources(manifest: Manifest):
    resources = container_of(harden(manifest.deployment, ONE))["resources"]
    for group in ("requests", "limits"):
        assert set(resources[group]) == {"cpu", "memory", "ephemeral-storage"}


def gvisor_rules(deployment: dict[str, Any]) -> list[list[dict[str, Any]]]:
    required = pod_of(deployment)["affinity"]["nodeAffinity"][
        "requiredDuringSchedulingIgnoredDuringExecution"
    ]
    return [term["matchExpressions"] for term in required["nodeSelectorTerms"]]


OFF_GVISOR = {"key": "sandbox.gke.io/runtime", "operator": "DoesNotExist"}


def test_the_controller_stays_off_gvisor_nodes(manifest: Manifest):
    deployment = harden(manifest.deployment, ONE)
    assert gvisor_rules(deployment) == [[OFF_GVISOR]]
    assert "tolerations" not in pod_of(deployment)


def test_every_alternative_of_an_affinity_stays_off_gvisor_nodes(manifest: Manifest):
    placed = copy.deepcopy(dict(manifest.deployment))
    zones = [{"matchExpressions": [{"key": "zone", "operator": "In", "values": [z]}]} for z in ("a", "b")]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": zones}}
    pod_of(placed)["affinity"] = {"nodeAffinity": required, "podAffinity": {"x": 1}}
    deployment = harden(placed, ONE)
    assert [rules[-1] for rules in gvisor_rules(deployment)] == [OFF_GVISOR, OFF_GVISOR]
    assert [len(rules) for rules in gvisor_rules(deployment)] == [2, 2]
    assert pod_of(deployment)["affinity"]["podAffinity"] == {"x": 1}


def test_the_webhook_certificate_has_a_place_to_be_written(manifest: Manifest):
    deployment = harden(manifest.deployment, ONE)
    mounts = {mount["mountPath"]: mount for mount in container_of(deployment)["volumeMounts"]}
    volumes = {volume["name"]: volume for volume in pod_of(deployment)["volumes"]}
    assert volumes[mounts["/tmp"]["name"]]["emptyDir"]["medium"] == "Memory"


def test_the_config_map_is_mounted_also_where_upstream_does_not(manifest: Manifest):
    bare = copy.deepcopy(dict(manifest.deployment))
    pod_of(bare).pop("volumes", None)
    container_of(bare).pop("volumeMounts", None)
    deployment = harden(bare, ONE)
    mounts = {mount["mountPath"]: mount["name"] for mount in container_of(deployment)["volumeMounts"]}
    volumes = {volume["name"]: volume for volume in pod_of(deployment)["volumes"]}
    assert volumes[mounts["/etc/sandbox-config"]]["configMap"] == {
        "name": "agent-sandbox-config",
        "optional": True,
    }
    assert harden(deployment, ONE) == deployment


def test_another_hash_rolls_the_pods(manifest: Manifest):
    templates = [
        harden(manifest.deployment, DeploymentSettings(args=ARGS, config_hash=value))["spec"]["template"]
        for value in ("a", "b")
    ]
    assert templates[0] != templates[1]
    assert templates[0]["metadata"]["annotations"] == {"checksum/agent-sandbox-config": "a"}


def test_one_replica_is_not_spread(manifest: Manifest):
    deployment = harden(manifest.deployment, ONE)
    assert deployment["spec"]["replicas"] == 1
    assert "topologySpreadConstraints" not in pod_of(deployment)


def test_two_replicas_are_spread_and_have_a_budget(manifest: Manifest):
    deployment = harden(manifest.deployment, FULL)
    selector = {"matchLabels": manifest.deployment["spec"]["selector"]["matchLabels"]}
    constraints = pod_of(deployment)["topologySpreadConstraints"]
    assert [constraint["topologyKey"] for constraint in constraints] == [
        "topology.kubernetes.io/zone",
        "kubernetes.io/hostname",
    ]
    assert all(constraint["labelSelector"] == selector for constraint in constraints)
    budget = disruption_budget(manifest.deployment)
    assert budget["spec"]["selector"] == selector
    assert budget["spec"]["maxUnavailable"] == 1


def test_what_the_user_says_is_there(manifest: Manifest):
    deployment = harden(manifest.deployment, FULL)
    pod = pod_of(deployment)
    assert container_of(deployment)["image"] == "mirror.example.com/c:v1"
    assert pod["nodeSelector"] == {"pool": "system"}
    assert pod["tolerations"] == [{"key": "pool", "operator": "Exists"}]
    assert pod["priorityClassName"] == "high"
