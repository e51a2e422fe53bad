"""A project of its own beside an embedded cluster: the real program and config, in a folder of the test."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from automation import operations
from automation.kubectl import kubectl
from automation.operations import Result
from automation.paths import ROOT, Paths
from localcluster import Cluster, Settings

TOOLS = ROOT / ".local"


class Project:
    """The stack program over one embedded cluster.

    folder: the test's own; becomes the project's folder and, below it, the local folder.
    run_controller: whether the real controller runs in the cluster.
    """

    def __init__(self, folder: Path, run_controller: bool = True) -> None:
        self.paths = Paths(folder, folder / ".local")
        self.paths.local.mkdir(parents=True)
        (self.paths.local / "bin").symlink_to(TOOLS / "bin")
        for name in ("__main__.py", "Pulumi.yaml"):
            shutil.copyfile(ROOT / name, folder / name)
        config = yaml.safe_load((ROOT / "Pulumi.local.yaml").read_text())
        keys = config["config"]
        keys["gke-agent-sandbox:cluster"]["kubeconfig"] = str(self.paths.kubeconfig)
        source = keys["gke-agent-sandbox:controller"]["manifest"]["source"]
        keys["gke-agent-sandbox:controller"]["manifest"]["source"] = str(ROOT / source)
        self.write(config)
        settings = Settings(
            bin_directory=TOOLS / "bin", share_directory=TOOLS / "share", run_controller=run_controller
        )
        self.cluster = Cluster(self.paths.local, settings)
        self.outputs: dict[str, Any] = {}

    @property
    def file(self) -> Path:
        """The stack's config."""
        return self.paths.root / "Pulumi.local.yaml"

    def write(self, config: Any) -> None:
        """Write the stack's config."""
        self.file.write_text(yaml.safe_dump(config, sort_keys=False))

    def edit(self, change: Callable[[Any], None]) -> None:
        """Change the stack's config; `change` gets its keys without their prefix."""
        document = yaml.safe_load(self.file.read_text())
        keys = {key.removeprefix("gke-agent-sandbox:"): value for key, value in document["config"].items()}
        change(keys)
        self.write({"config": {f"gke-agent-sandbox:{key}": value for key, value in keys.items()}})

    def run(self, operation: Callable[..., Result], program: Callable[[], None] | None = None) -> Result:
        """Run an operation on the stack `local`, as the command does."""
        operations.check_config(self.paths, "local")
        return operation(self.paths, "local", program)

    def kubectl(self, *arguments: str) -> str:
        """What kubectl prints.

        Errors: AssertionError with its error output.
        """
        done = kubectl(self.paths, *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def objects(self, kind: str, namespace: str = "demo") -> list[Any]:
        """All objects of a kind in a namespace."""
        return yaml.safe_load(self.kubectl("get", kind, "--namespace", namespace, "--output", "json"))[
            "items"
        ]
