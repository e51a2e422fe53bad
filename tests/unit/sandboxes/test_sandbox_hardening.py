"""Pods made fit for untrusted code."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.sandboxes.api import check
from gke_agent_sandbox.sandboxes.hardening import hardened
from gke_agent_sandbox.sandboxes.pods import sandbox_pod
from gke_agent_sandbox.sandboxes.reserved import reserved_key_problems
from gke_agent_sandbox.sandboxes.resources import DEFAULT_RESOURCES, resource_requirements

IMAGE = "registry.example.com/agents/python:1"


def containers_of(pod: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [each for name in ("initContainers", "containers") for each in pod.get(name, [])]


def admission_faults(pod: Mapping[str, Any]) -> list[str]:
    """The 16 rules of upstream's admission example (examples/policy/vap), written out once more for the
    test.
    """
    faults: list[str] = []

    def rule(name: str, holds: bool) -> None:
        if not holds:
            faults.append(name)

    rule("runtime", pod.get("runtimeClassName") == "gvisor")
    rule("token", pod.get("automountServiceAccountToken") is False)
    rule("hosts", not any(pod.get(name) for name in ("hostNetwork", "hostPID", "hostIPC")))
    rule("sysctls", not pod.get("securityContext", {}).get("sysctls"))
    rule("selector", pod.get("nodeSelector", {}).get("sandbox.gke.io/runtime") == "gvisor")
    wanted = {"key": "sandbox.gke.io/runtime", "value": "gvisor", "effect": "NoSchedule"}
    rule("toleration", any(wanted.items() <= each.items() for each in pod.get("tolerations", [])))
    for volume in pod.get("volumes", []):
        rule("hostPath", "hostPath" not in volume)
        sources = volume.get("projected", {}).get("sources", [])
        rule(
            "projected",
            not any(
                {"serviceAccountToken", "clusterTrustBundle", "podCertificate"} & set(each)
                for each in sources
            ),
        )
    for each in containers_of(pod):
        context = each.get("securityContext", {})
        capabilities = context.get("capabilities", {})
        rule("privileged", not context.get("privileged"))
        rule("drop", "ALL" in capabilities.get("drop", []))
        rule("add", not capabilities.get("add"))
        rule("limits", {"cpu", "memory"} <= set(each.get("resources", {}).get("limits", {})))
        rule(
            "non-root",
            context.get("runAsNonRoot", pod.get("securityContext", {}).get("runAsNonRoot")) is True,
        )
        rule("hostPort", not any(port.get("hostPort") for port in each.get("ports", [])))
        rule("procMount", context.get("procMount", "Default") == "Default")
    return faults


def restricted_faults(pod: Mapping[str, Any]) -> list[str]:
    """What Pod Security `restricted` asks beyond that (Kubernetes v1.36, pod-security-admission/policy)."""
    faults: list[str] = []
    allowed = {
        "configMap",
        "csi",
        "downwardAPI",
        "emptyDir",
        "ephemeral",
        "persistentVolumeClaim",
        "projected",
        "secret",
    }
    for volume in pod.get("volumes", []):
        if not set(volume) - {"name"} <= allowed:
            faults.append("volume")
    context = pod.get("securityContext", {})
    for each in containers_of(pod):
        own = each.get("securityContext", {})
        if own.get("allowPrivilegeEscalation") is not False:
            faults.append("escalation")
        if own.get("seccompProfile", context.get("seccompProfile", {})).get("type") not in (
            "RuntimeDefault",
            "Localhost",
        ):
            faults.append("seccomp")
        if own.get("runAsUser", context.get("runAsUser")) == 0:
            faults.append("root")
    return faults


BARE_PODS: list[dict[str, Any]] = [
    {"containers": [{"name": "a", "image": IMAGE}]},
    {
        "containers": [{"name": "a", "image": IMAGE}, {"name": "b", "image": IMAGE}],
        "initContainers": [{"name": "i", "image": IMAGE}],
    },
    {
        "containers": [
            {"name": "a", "image": IMAGE, "resources": {"requests": {"cpu": "2", "nvidia.com/gpu": 1}}}
        ]
    },
    {
        "securityContext": {"fsGroup": 2000},
        "nodeSelector": {"cloud.google.com/compute-class": "x"},
        "tolerations": [{"key": "other", "operator": "Exists"}],
        "containers": [
            {"name": "a", "image": IMAGE, "securityContext": {"capabilities": {}, "runAsUser": 1000}}
        ],
    },
    {
        "securityContext": None,
        "tolerations": None,
        "containers": [{"name": "a", "image": IMAGE, "securityContext": None}],
    },
]


def test_the_rules_of_this_test_can_fail() -> None:
    assert set(admission_faults(BARE_PODS[0])) >= {
        "runtime",
        "token",
        "selector",
        "toleration",
        "drop",
        "limits",
        "non-root",
    }
    assert set(restricted_faults(BARE_PODS[0])) == {"escalation", "seccomp"}


@pytest.mark.parametrize("pod", BARE_PODS)
def test_a_pod_without_a_word_of_security_passes_afterwards(pod: dict[str, Any]) -> None:
    result = hardened(pod)
    assert admission_faults(result) == []
    assert restricted_faults(result) == []


def test_words_make_the_reference_of_the_field() -> None:
    pod = sandbox_pod(IMAGE)
    assert admission_faults(pod) == []
    assert restricted_faults(pod) == []
    assert pod["securityContext"] == {
        "runAsUser": 10001,
        "runAsGroup": 10001,
        "fsGroup": 10001,
        "runAsNonRoot": True,
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    (container,) = pod["containers"]
    assert container["ports"] == [{"name": "http", "containerPort": 8888, "protocol": "TCP"}]
    assert container["readinessProbe"]["tcpSocket"] == {"port": "http"}
    assert container["resources"] == {"requests": DEFAULT_RESOURCES, "limits": DEFAULT_RESOURCES}
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["volumeMounts"] == [{"name": "tmp", "mountPath": "/tmp"}]
    assert pod["volumes"] == [{"name": "tmp", "emptyDir": {"sizeLimit": "1Gi"}}]


def test_every_word_has_its_place() -> None:
    pod = sandbox_pod(
        IMAGE,
        {
            "command": ["uvicorn"],
            "args": ["main:app"],
            "working_dir": "/app",
            "env": {"lower_case": "x"},
            "ports": {"rest": 8080.0, "grpc": 9090.0},
            "health_path": "/healthz",
            "run_as_user": 1000.0,
            "read_only_root_filesystem": False,
            "writable_paths": {},
        },
        {"cpu": "1"},
    )
    (container,) = pod["containers"]
    assert container == {
        "name": "sandbox",
        "image": IMAGE,
        "command": ["uvicorn"],
        "args": ["main:app"],
        "workingDir": "/app",
        "env": [{"name": "lower_case", "value": "x"}],
        "ports": [
            {"name": "rest", "containerPort": 8080, "protocol": "TCP"},
            {"name": "grpc", "containerPort": 9090, "protocol": "TCP"},
        ],
        "readinessProbe": {
            "httpGet": {"path": "/healthz", "port": "rest"},
            "periodSeconds": 2,
            "timeoutSeconds": 2,
            "failureThreshold": 3,
        },
        "resources": {
            "requests": DEFAULT_RESOURCES | {"cpu": "1"},
            "limits": DEFAULT_RESOURCES | {"cpu": "1"},
        },
        "securityContext": {
            "readOnlyRootFilesystem": False,
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
        },
    }
    assert "volumes" not in pod
    assert type(container["ports"][0]["containerPort"]) is int
    assert pod["securityContext"]["runAsUser"] == 1000


def test_a_container_without_ports_has_no_probe() -> None:
    (container,) = sandbox_pod(IMAGE, {"ports": {}})["containers"]
    assert "readinessProbe" not in container
    assert "ports" not in container


def test_what_is_said_is_kept() -> None:
    said = {
        "automountServiceAccountToken": True,
        "runtimeClassName": "kata-qemu",
        "securityContext": {
            "runAsNonRoot": False,
            "seccompProfile": {"type": "Localhost", "localhostProfile": "p"},
        },
        "containers": [
            {
                "name": "a",
                "securityContext": {
                    "allowPrivilegeEscalation": True,
                    "capabilities": {"add": ["NET_ADMIN"], "drop": []},
                },
                "resources": {"limits": {"cpu": "4", "memory": "8Gi", "ephemeral-storage": "9Gi"}},
            }
        ],
    }
    result = hardened(said)
    assert result == said | {"enableServiceLinks": False}


def test_a_limit_follows_the_request_where_only_that_is_said() -> None:
    assert resource_requirements({"requests": {"memory": "4Gi", "nvidia.com/gpu": 1}}) == {
        "requests": {"memory": "4Gi", "nvidia.com/gpu": 1},
        "limits": DEFAULT_RESOURCES | {"memory": "4Gi"},
    }


def test_the_exact_toleration_is_not_given_twice() -> None:
    exact = {"key": "sandbox.gke.io/runtime", "value": "gvisor", "effect": "NoSchedule"}
    assert hardened({"tolerations": [exact]})["tolerations"] == [exact]
    wide = {"key": "sandbox.gke.io/runtime", "operator": "Exists"}
    assert hardened({"tolerations": [wide]})["tolerations"] == [wide, {**exact, "operator": "Equal"}]


POD_KEYS = st.sampled_from(
    [
        "securityContext",
        "containers",
        "initContainers",
        "resources",
        "limits",
        "requests",
        "capabilities",
        "drop",
        "cpu",
    ]
)
PODS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda below: st.lists(below, max_size=2) | st.dictionaries(POD_KEYS, below, max_size=4),
    max_leaves=12,
)


@given(
    st.dictionaries(st.sampled_from(["securityContext", "containers", "tolerations", "nodeSelector"]), PODS)
)
def test_hardening_adds_only_keeps_its_input_and_is_idempotent(pod: dict[str, Any]) -> None:
    before = repr(pod)
    once = hardened(pod)
    assert repr(pod) == before
    assert hardened(once) == once
    for key, value in pod.items():
        if not isinstance(value, dict | list) and value is not None:
            assert once[key] == value


@given(
    st.dictionaries(
        st.sampled_from(["cpu", "memory", "ephemeral-storage", "nvidia.com/gpu"]), st.sampled_from(["1", 2])
    )
)
def test_resources_in_words_are_request_and_limit(resources: dict[str, Any]) -> None:
    result = resource_requirements(resources)
    assert result["requests"] == result["limits"] == DEFAULT_RESOURCES | resources


@pytest.mark.parametrize(
    ("labels", "paths"),
    [
        ({"my_label": "x", "agents.example.com/a": "b", "app": "router"}, []),
        ({"agents.x-k8s.io/sandbox-name-hash": "0"}, ['labels["agents.x-k8s.io/sandbox-name-hash"]']),
        ({"extensions.agents.x-k8s.io/a": "0"}, ['labels["extensions.agents.x-k8s.io/a"]']),
        (None, []),
    ],
)
def test_reserved_keys(labels: object, paths: list[str]) -> None:
    assert [problem.path for problem in reserved_key_problems(labels, "labels")] == paths


def test_the_pod_of_words_fits_the_api() -> None:
    template = {
        "apiVersion": "extensions.agents.x-k8s.io/v1beta1",
        "kind": "SandboxTemplate",
        "spec": {"podTemplate": {"spec": sandbox_pod(IMAGE, {"command": ["a"], "env": {"A": "b"}})}},
    }
    assert check(template) == []
