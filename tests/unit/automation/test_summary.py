"""What `make up` says in the end."""

from pathlib import Path
from typing import Any

import pytest

from automation.paths import Paths
from automation.summary import summary
from tests.unit.automation.projects import EMBEDDED, MADE, project

OUTPUTS = {
    "controller": {"namespace": "agent-sandbox-system", "release": "v0.5.6"},
    "tenants": {
        "demo": {
            "namespace": "demo",
            "templates": {"python": "demo-python-1a2b"},
            "pools": {"python": {"name": "python", "replicas": 2.0}},
        }
    },
}


def test_it_names_what_there_is_and_three_steps(tmp_path: Path) -> None:
    told = summary(project(tmp_path, local=EMBEDDED), "local", OUTPUTS)
    for words in ("v0.5.6", "demo-python-1a2b", "SandboxWarmPool python with 2 sandboxes"):
        assert words in told
    steps = [line.strip() for line in told.splitlines() if line.startswith("     ")]
    assert len(steps) == 3
    assert steps[0].startswith(".local/bin/kubectl --kubeconfig .local/kubeconfig -n demo ")
    assert steps[1].startswith("KUBECONFIG=.local/kubeconfig .venv/bin/python examples/claim_sandbox.py demo")
    assert steps[2] == "sed -i 's/replicas: 2/replicas: 3/' Pulumi.local.yaml && make preview"


ON_GKE = {"id": "projects/my-project/locations/europe-west4/clusters/dev-1a2b3c4", "name": "dev-1a2b3c4"}


@pytest.mark.parametrize(
    ("endpoint", "flag"), [({}, " --dns-endpoint"), ({"access": {"endpoint": "private"}}, "")]
)
def test_the_steps_for_a_cluster_on_gke(tmp_path: Path, endpoint: dict[str, Any], flag: str) -> None:
    paths = project(tmp_path, dev={"autopilot": {**MADE, **endpoint}})
    told = summary(paths, "dev", {**OUTPUTS, "cluster": ON_GKE})
    steps = [line.strip() for line in told.splitlines() if line.startswith("     ")]
    assert steps == [
        "gcloud container clusters get-credentials dev-1a2b3c4 --location europe-west4 --project my-project"
        + flag,
        "kubectl -n demo get sandboxwarmpools",
        ".venv/bin/python examples/claim_sandbox.py demo python",
        "sed -i 's/replicas: 2/replicas: 3/' Pulumi.dev.yaml && "
        ".venv/bin/python -m automation preview --stack dev",
    ]


def test_the_steps_for_a_cluster_by_its_kubeconfig(tmp_path: Path) -> None:
    told = summary(project(tmp_path, team={"kubeconfig": "team.yaml"}), "team", OUTPUTS)
    assert f"kubectl --kubeconfig {tmp_path / 'team.yaml'} -n demo get sandboxwarmpools" in told
    assert ".local" not in told


def test_without_pools_there_is_nothing_to_claim(tmp_path: Path) -> None:
    assert "Next" not in summary(Paths(tmp_path, tmp_path), "local", {})
