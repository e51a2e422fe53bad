"""What `make up` says in the end."""

from pathlib import Path

from automation.paths import Paths
from automation.summary import summary

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
    told = summary(Paths(tmp_path, tmp_path / ".local"), "local", OUTPUTS)
    for words in ("v0.5.6", "demo-python-1a2b", "SandboxWarmPool python with 2 sandboxes"):
        assert words in told
    steps = [line.strip() for line in told.splitlines() if line.startswith("     ")]
    assert len(steps) == 3
    assert steps[0].startswith(".local/bin/kubectl --kubeconfig .local/kubeconfig -n demo ")
    assert steps[2] == "sed -i 's/replicas: 2/replicas: 3/' Pulumi.local.yaml && make preview"


def test_without_pools_there_is_nothing_to_claim(tmp_path: Path) -> None:
    assert "Next" not in summary(Paths(tmp_path, tmp_path), "local", {})
