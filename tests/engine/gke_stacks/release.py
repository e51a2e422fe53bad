"""A release of the controller without the schema of pods, which is nine tenths of it and takes as much of the
time: what these tests look at are clusters.
"""

from pathlib import Path
from typing import Any

import yaml

from tests.engine.project import TOOLS

RELEASE = "v0.5.6"
MANIFEST = TOOLS / "manifests" / f"agent-sandbox-{RELEASE}.yaml"


def write_without_pod_schemas(target: Path) -> Path:
    """Write the release's file so; `target`."""
    documents = yaml.load_all(MANIFEST.read_text(), Loader=yaml.CSafeLoader)
    target.write_text(yaml.dump_all(map(without_pod_schemas, documents), Dumper=yaml.CSafeDumper))
    return target


def without_pod_schemas(value: Any) -> Any:
    """The same value, in which the schema of a pod's spec takes every field."""
    match value:
        case {"properties": {"containers": _}}:
            return {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
        case dict():
            return {key: without_pod_schemas(each) for key, each in value.items()}
        case list():
            return [without_pod_schemas(each) for each in value]
        case _:
            return value
