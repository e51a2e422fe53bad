"""The ways into a cluster that are not the default, on the real engine: by a private address, and by the
public one with authorised networks, each with the cluster's own CA, over a real API server.
"""

import json
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml
from pulumi_kubernetes.core.v1 import Namespace, Secret

from gke_agent_sandbox import AutopilotCluster
from tests.engine.fake_gcp.project import Project
from tests.engine.kubectl import kubectl
from tests.fakes.gcp.tokens import CLUSTER

pytestmark = pytest.mark.engine

CANARY = "canary-5f1e2d"
NAMES = {"kind": "NetworkLogging", "listKind": "NetworkLoggingList", "plural": "networkloggings"}
SCHEMA = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
VERSION = {"name": "v1alpha1", "served": True, "storage": True, "schema": {"openAPIV3Schema": SCHEMA}}
NETWORK_LOGGING_CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "networkloggings.networking.gke.io"},
    "spec": {
        "group": "networking.gke.io",
        "scope": "Cluster",
        "names": {**NAMES, "singular": "networklogging"},
        "versions": [VERSION],
    },
}
"""As far as it matters that there is one."""

NOTHING_LOGGED = {"allow": {"log": False, "delegate": False}, "deny": {"log": False, "delegate": False}}
NETWORK_LOGGING = {
    "apiVersion": "networking.gke.io/v1alpha1",
    "kind": "NetworkLogging",
    "metadata": {"name": "default"},
    "spec": {"cluster": NOTHING_LOGGED},
}
"""GKE makes it in every cluster with Dataplane V2 (GKE documentation, "Use network policy logging")."""


def logging(kubeconfig: Path) -> Any:
    """What the NetworkLogging of a control plane says of connections that a policy denies."""
    found = json.loads(kubectl(kubeconfig, "get", "networklogging", "default", "--output=json"))
    return found["spec"]["cluster"]["deny"]


def program(ways: Mapping[str, Any]) -> Callable[[], None]:
    """A cluster for each way in, by its name; the first one logs what policies deny. Each has a namespace
    with a Secret.
    """

    def run() -> None:
        for at, (name, access) in enumerate(ways.items()):
            args: Any = {
                "location": "europe-west4",
                "network": {"network": "net", "subnetwork": "sub"},
                "access": access,
                "security": {"encryption": {"customer_managed": False}},
                "networking": {"policy_denial_logging": at == 0},
                "deletion_protection": False,
            }
            cluster = AutopilotCluster(name, args)
            inside = pulumi.ResourceOptions(providers=[cluster.provider])
            namespace = Namespace(name, metadata={"name": name}, opts=inside)
            Secret(
                f"{name}-token",
                metadata={"namespace": namespace.metadata["name"]},
                string_data={"token": pulumi.Output.secret(CANARY)},
                opts=inside,
            )
            pulumi.export(f"{name}-kubeconfig", cluster.kubeconfig)
            pulumi.export(f"{name}-endpoint", cluster.kubeconfig.apply(server_of))

    return run


def server_of(kubeconfig: str) -> str:
    return yaml.safe_load(kubeconfig)["clusters"][0]["cluster"]["server"]


PRIVATE = {"endpoint": "private"}
OFFICE = {"authorized_networks": {"office": "203.0.113.0/24"}}


def test_by_address(tmp_path: Path, control_plane: Path) -> None:
    kubectl(control_plane, "apply", "--filename=-", given=NETWORK_LOGGING_CRD)
    kubectl(control_plane, "wait", "--for=condition=Established", "crd/networkloggings.networking.gke.io")
    kubectl(
        control_plane, "apply", "--server-side", "--field-manager=gke", "--filename=-", given=NETWORK_LOGGING
    )
    project = Project(tmp_path, program({"private": PRIVATE, "office": OFFICE}), control_plane)

    printed = [project.stack.preview().stdout]
    assert project.cloud.all() == []
    done = project.stack.up()
    printed += [done.stdout, done.stderr]
    found = kubectl(control_plane, "get", "namespaces", "private", "office", "--output=name")
    assert found.split() == ["namespace/private", "namespace/office"]
    assert logging(control_plane) == {"log": True, "delegate": False}
    by_name = {
        each.properties["name"].partition("-")[0]: each.properties for each in project.cloud.all(CLUSTER)
    }
    assert by_name["private"]["privateClusterConfig"]["enablePrivateEndpoint"] is True
    networks = by_name["office"]["masterAuthorizedNetworksConfig"]["cidrBlocks"]
    assert networks == [{"cidrBlock": "203.0.113.0/24", "displayName": "office"}]

    # What is secret is in plain text neither in the state, nor in what is printed.
    outputs = project.outputs()
    for name in ("private", "office"):
        kubeconfig = outputs[f"{name}-kubeconfig"]
        cluster = yaml.safe_load(kubeconfig.value)["clusters"][0]["cluster"]
        assert kubeconfig.secret
        assert outputs[f"{name}-endpoint"].secret, "what is made of it is secret too"
        assert cluster["certificate-authority-data"] == by_name[name]["masterAuth"]["clusterCaCertificate"]
    for text in (*printed, project.state()):
        assert CANARY not in text
        assert "gke-gcloud-auth-plugin" not in text
    assert project.run("preview") == []

    # GKE's object stays, and what was ours in it goes.
    project.run("destroy")
    assert logging(control_plane).get("log", False) is False


def test_a_private_endpoint_that_does_not_answer_is_told(tmp_path: Path, control_plane: Path) -> None:
    document = yaml.safe_load(control_plane.read_text())
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    document["clusters"][0]["cluster"]["server"] = f"https://127.0.0.1:{port}"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text(yaml.safe_dump(document))
    project = Project(tmp_path / "project", program({"private": PRIVATE}), elsewhere, control_plane)

    # The cluster is there then, and nothing in it is tried.
    _, error = project.attempt("up")
    assert "access.endpoint: is private, and the API server does not answer from here" in error
    assert "a private pool of Cloud Build" in error
    assert "configured Kubernetes cluster is unreachable" not in error
    assert CANARY not in error
    made = project.cloud.only(CLUSTER)

    # From where it answers the next run goes on with the same cluster.
    address = server_of(control_plane.read_text()).removeprefix("https://")
    project.cloud.drift(CLUSTER, made.id, lambda each: each.update(endpoint=address))
    project.run("refresh")
    project.run("up", program({"private": {"endpoint": "private"}}))
    assert project.cloud.only(CLUSTER).id == made.id
    project.run("destroy")
