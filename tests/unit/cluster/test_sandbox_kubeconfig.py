"""The way into a cluster: kubeconfig, plugin and provider."""

import base64
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cluster import gke_provider, kubernetes_provider
from gke_agent_sandbox.cluster.kubeconfig import PLUGIN, kubeconfig_text, plugin_problem
from tests.unit.cluster.graph import recorded, told

CERTIFICATE = base64.b64encode(b"a certificate").decode()
DNS = "gke-0123abcd-123456789012.europe-west4.gke.goog"
PROVIDER = "pulumi:providers:kubernetes main"


def test_the_dns_endpoint_goes_without_the_clusters_certificate() -> None:
    document = yaml.safe_load(kubeconfig_text("main", DNS))
    assert document["clusters"] == [{"name": "main", "cluster": {"server": f"https://{DNS}"}}]


def test_an_address_goes_with_it() -> None:
    document = yaml.safe_load(kubeconfig_text("main", "203.0.113.10", CERTIFICATE))
    assert document["clusters"][0]["cluster"] == {
        "server": "https://203.0.113.10",
        "certificate-authority-data": CERTIFICATE,
    }


def test_credentials_come_from_the_plugin_in_the_version_that_it_speaks() -> None:
    (user,) = yaml.safe_load(kubeconfig_text("main", DNS))["users"]
    (method,) = user["user"].items()
    name, plugin = method
    assert name == "exec"
    assert plugin["command"] == PLUGIN
    assert plugin["apiVersion"] == "client.authentication.k8s.io/v1beta1"
    assert plugin["interactiveMode"] == "Never"
    assert "gcloud components install" in plugin["installHint"]


@given(st.text(min_size=1), st.sampled_from([DNS, "203.0.113.10", f"https://{DNS}", "10.0.0.2:8443"]))
def test_any_name_comes_back(name: str, endpoint: str) -> None:
    document = yaml.safe_load(kubeconfig_text(name, endpoint))
    (context,) = document["contexts"]
    assert document["current-context"] == context["name"] == name
    assert context["context"] == {"cluster": name, "user": name}
    assert document["clusters"][0]["name"] == document["users"][0]["name"] == name
    assert document["clusters"][0]["cluster"]["server"] == f"https://{endpoint.removeprefix('https://')}"


def test_a_missing_plugin_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert str(plugin_problem()) == (
        "gke-gcloud-auth-plugin is not on PATH (nothing in a GKE cluster can be read or made without it; "
        "install it with `gcloud components install gke-gcloud-auth-plugin` or "
        "`apt-get install google-cloud-cli-gke-gcloud-auth-plugin`)"
    )
    plugin = tmp_path / PLUGIN
    plugin.touch(mode=0o755)
    assert plugin_problem() is None


def test_a_gke_provider_warns_of_a_missing_plugin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = told(monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    recorded(lambda: gke_provider("main", "a kubeconfig", "an id"))
    assert [line.partition(" is not")[0] for line in lines] == ["Provider main: gke-gcloud-auth-plugin"]
    recorded(lambda: kubernetes_provider("main", "a kubeconfig", "an id"))
    assert len(lines) == 1


@pytest.mark.parametrize("make", [kubernetes_provider, gke_provider])
@pytest.mark.parametrize(("kubeconfig", "word"), [("", "empty"), (" \n", "empty"), (None, "missing")])
@pytest.mark.parametrize("known", [True, False], ids=["plain", "output"])
def test_case_42_a_kubeconfig_that_is_none_is_refused(
    make: Any, kubeconfig: Any, word: str, known: bool
) -> None:
    value = kubeconfig if known else pulumi.Output.from_input(kubeconfig)
    with pytest.raises(pulumi.RunError) as error:
        recorded(lambda: make("lost", value, "an id"))
    assert f"kubeconfig: is {word}" in str(error.value)
    assert "StackReference.require_output" in str(error.value)


@pytest.mark.parametrize("known", [True, False], ids=["plain", "output"])
def test_case_42_a_kubeconfig_stays_a_secret(known: bool) -> None:
    text = "apiVersion: v1"
    value = text if known else pulumi.Output.from_input(text)
    provider = recorded(lambda: gke_provider("main", value, "an id"))[PROVIDER]
    assert provider["inputs"] == {"kubeconfig": text, "clusterIdentifier": "an id"}
    assert "kubeconfig" in provider["secrets"]


def test_an_unknown_kubeconfig_is_fine_in_a_preview() -> None:
    async def nothing() -> Any:
        return None

    async def no() -> bool:
        return False

    def program() -> None:
        unknown: Any = pulumi.Output(set(), nothing(), no())
        gke_provider("main", unknown, "an id")

    assert PROVIDER in recorded(program)
