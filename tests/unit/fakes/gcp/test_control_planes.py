"""Which control plane stands behind which cluster."""

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.gcp import api
from tests.fakes.gcp.cloud import Cloud, Resource
from tests.fakes.gcp.preparing import environment
from tests.fakes.gcp.tokens import CLUSTER
from tests.unit.fakes.gcp.kubeconfigs import kubeconfig


@pytest.fixture
def cloud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cloud:
    """A cloud with two control planes."""
    cloud = Cloud(tmp_path / "cloud")
    planes = [kubeconfig(tmp_path, port) for port in (6001, 6002)]
    for name, value in environment(cloud, "/bin", *planes).items():
        monkeypatch.setenv(name, value)
    return cloud


def made(cloud: Cloud, name: str) -> Resource:
    inputs: dict[str, Any] = {"name": name, "project": "p", "location": "europe-west4"}
    return api.create(cloud, CLUSTER, {**inputs, "initialNodeCount": 1})


def test_each_cluster_gets_the_control_plane_that_fewest_have(cloud: Cloud) -> None:
    first, second, third = (made(cloud, name) for name in ("a", "b", "c"))
    assert [each.properties["endpoint"] for each in (first, second, third)] == [
        "127.0.0.1:6001",
        "127.0.0.1:6002",
        "127.0.0.1:6001",
    ]
    authority = second.properties["masterAuth"]["clusterCaCertificate"]
    assert base64.b64decode(authority) == b"authority-6002"
    endpoints = second.properties["controlPlaneEndpointsConfig"]
    assert endpoints["dnsEndpointConfig"]["endpoint"] == "127.0.0.1:6002"


def test_a_cluster_that_is_gone_leaves_its_control_plane_to_the_next(cloud: Cloud) -> None:
    first = made(cloud, "a")
    made(cloud, "b")
    api.delete(cloud, CLUSTER, first.id)
    assert made(cloud, "c").properties["endpoint"] == "127.0.0.1:6001"


def test_the_authorities_of_all_are_trusted(cloud: Cloud, tmp_path: Path) -> None:
    planes = [kubeconfig(tmp_path, port) for port in (6001, 6002)]
    bundle = Path(environment(cloud, "/bin", *planes)["SSL_CERT_FILE"])
    assert bundle.read_text() == "authority-6001\nauthority-6002"
