"""Folders of a project with stacks."""

import json
from pathlib import Path
from typing import Any

import yaml

from automation.paths import PROJECT, Paths

PLACE = {"project": "my-project", "location": "europe-west4"}
MADE = {**PLACE, "network": {"network": "n", "subnetwork": "s"}}
EMBEDDED = {"kubeconfig": ".local/kubeconfig"}


def project(folder: Path, **clusters: dict[str, Any]) -> Paths:
    """A project with stacks by name, each on that cluster."""
    for stack, cluster in clusters.items():
        config = {f"{PROJECT}:cluster": {"name": stack, **cluster}}
        (folder / f"Pulumi.{stack}.yaml").write_text(yaml.safe_dump({"config": config}))
    return Paths(folder, folder / ".local")


def keep(paths: Paths, stack: str, resources: int) -> Path:
    """A stack's state with that many resources."""
    file = paths.state / ".pulumi" / "stacks" / PROJECT / f"{stack}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    latest = {"resources": [{"urn": f"urn:{number}"} for number in range(resources)]}
    file.write_text(json.dumps({"version": 3, "checkpoint": {"stack": stack, "latest": latest}}))
    return file
