"""The controller's pod: which image can be run, with which arguments, and what its status says."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcluster.controller_pod import (
    ContainerState,
    Endpoints,
    back_off,
    container_environment,
    container_of,
    controller_arguments,
    flag_value,
    image_problem,
    pod_status,
)
from localcluster.pod_runner import is_ours, is_wanted

ENDPOINTS = Endpoints(metrics=1, health=2, webhook=3)
CERTIFICATES = Path("/certificates")
OURS = [
    "--metrics-bind-address=127.0.0.1:1",
    "--health-probe-bind-address=127.0.0.1:2",
    "--webhook-port=3",
    "--webhook-cert-dir=/certificates",
]
LEASE = "--leader-election-namespace=agent-sandbox-system"


def pod(args: list[str], **container: Any) -> dict[str, Any]:
    own = {"name": "agent-sandbox-controller", "image": "x", "args": args, **container}
    sidecar = {"name": "sidecar", "image": "y"}
    return {"metadata": {"namespace": "agent-sandbox-system"}, "spec": {"containers": [sidecar, own]}}


def arguments(*args: str, **container: Any) -> list[str]:
    return controller_arguments(pod(list(args), **container), ENDPOINTS, CERTIFICATES)


@pytest.mark.parametrize(
    "image",
    [
        "agent-sandbox-controller:v0.5.6",
        "registry.k8s.io/agent-sandbox/agent-sandbox-controller:v0.5.6",
        "mirror.example:5000/a/agent-sandbox-controller:v0.5.6@sha256:0123",
    ],
)
def test_the_binarys_own_release_can_be_run(image: str):
    assert image_problem(image, "v0.5.6") == ""


@pytest.mark.parametrize(
    "image",
    [
        "registry.k8s.io/agent-sandbox/agent-sandbox-controller:v1.0.7",
        "registry.k8s.io/agent-sandbox/agent-sandbox-controller",
        "registry.k8s.io/agent-sandbox/agent-sandbox-controller@sha256:0123",
        "registry.k8s.io/agent-sandbox/sandbox-router:v0.5.6",
        "v0.5.6",
    ],
)
def test_any_other_image_is_named_as_one_that_cannot(image: str):
    assert image in image_problem(image, "v0.5.6")
    assert "cannot be run here" in image_problem(image, "v0.5.6")


def test_the_containers_own_options_take_effect():
    own = ["--leader-elect=true", "--extensions", "--sandbox-concurrent-workers=7"]
    assert arguments(*own) == [*OURS, LEASE, *own]


@pytest.mark.parametrize(
    "own",
    [
        ["--metrics-bind-address=:8080", "--extensions"],
        ["-metrics-bind-address=:8080", "--extensions"],
        ["--metrics-bind-address", ":8080", "--extensions"],
        [
            "--extensions",
            "--webhook-port",
            "9443",
            "--health-probe-bind-address",
            ":8081",
            "--webhook-cert-dir=/x",
        ],
    ],
)
def test_what_cannot_hold_on_one_machine_is_replaced_in_each_way_it_can_be_written(own: list[str]):
    assert arguments(*own) == [*OURS, LEASE, "--extensions"]


def test_metrics_that_are_turned_off_stay_off():
    assert arguments("--metrics-bind-address=0")[0] == "--metrics-bind-address=0"


def test_a_lease_namespace_of_its_own_is_kept():
    own = "--leader-election-namespace=elsewhere"
    assert arguments(own) == [*OURS, own]


def test_ours_hold_even_where_parsing_ends_early():
    assert arguments("--leader-elect", "true", "--webhook-port=1") == [
        *OURS,
        LEASE,
        "--leader-elect",
        "true",
        "--webhook-port=1",
    ]


def test_the_command_stands_for_the_binary_and_its_rest_are_arguments():
    merged = arguments("--b", command=["/ko-app/agent-sandbox-controller", "--a"])
    assert merged == [*OURS, LEASE, "--a", "--b"]


FLAGS = st.sampled_from(
    ["--metrics-bind-address=:1", "-webhook-port=2", "--extensions", "--kube-api-qps=3", "word"]
)


@given(st.lists(FLAGS))
def test_go_would_read_our_ports_whatever_the_container_says(own: list[str]):
    merged = arguments(*own)
    assert flag_value(merged, "webhook-port") == "3"
    assert flag_value(merged, "health-probe-bind-address") == "127.0.0.1:2"
    assert [each for each in merged if each == "--extensions"] == [
        each for each in own if each == "--extensions"
    ]


def test_the_controllers_container_is_the_one_of_its_name_or_the_first():
    assert container_of(pod([]))["name"] == "agent-sandbox-controller"
    assert container_of({"spec": {"containers": [{"name": "other"}, {"name": "more"}]}})["name"] == "other"


def test_only_plain_variables_can_be_given_to_a_process():
    env: list[dict[str, Any]] = [
        {"name": "GOMAXPROCS", "value": "2"},
        {"name": "POD_IP", "valueFrom": {"fieldRef": {}}},
    ]
    assert container_environment(pod([], env=env)) == {"GOMAXPROCS": "2"}


def test_the_back_off_is_the_kubelets():
    assert [back_off(restarts) for restarts in (0, 1, 2, 3, 6, 1000)] == [0, 10, 20, 40, 300, 300]


def test_a_running_and_ready_process_makes_all_containers_ready():
    status = pod_status(pod([]), ContainerState({"running": {}}, is_ready=True, restarts=2), "now")["status"]
    assert status["phase"] == "Running"
    assert {each["type"]: each["status"] for each in status["conditions"]}["Ready"] == "True"
    assert [(each["name"], each["ready"], each["restartCount"]) for each in status["containerStatuses"]] == [
        ("sidecar", True, 2),
        ("agent-sandbox-controller", True, 2),
    ]


def test_a_process_that_never_started_leaves_the_pod_pending():
    waiting = ContainerState({"waiting": {"reason": "ErrImagePull"}})
    assert pod_status(pod([]), waiting, "now")["status"]["phase"] == "Pending"


@pytest.mark.parametrize(
    ("change", "ours", "wanted"),
    [
        ({}, True, True),
        ({"spec": {}}, False, False),
        ({"metadata": {"deletionTimestamp": "now"}}, True, False),
        ({"status": {"phase": "Failed"}}, False, False),
    ],
)
def test_a_process_belongs_to_a_pod_that_is_bound_and_lives(change: dict[str, Any], ours: bool, wanted: bool):
    base = {"metadata": {}, "spec": {"nodeName": "node"}, "status": {"phase": "Pending"}}
    assert (is_ours(base | change), is_wanted(base | change)) == (ours, wanted)
