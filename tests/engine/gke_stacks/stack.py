"""A stack as it is shipped, over the stand-in for Google Cloud with real API servers behind its clusters."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from pulumi.automation import CommandError, ConfigValue, EngineEvent

from automation.paths import ROOT, Paths
from automation.workspace import stack_program
from gke_agent_sandbox.stack import read_file
from tests.engine.fake_gcp.project import Project, steps
from tests.engine.gke_stacks.release import RELEASE, write_without_pod_schemas
from tests.engine.kubectl import kubectl

CONTROLLER_TOKEN = "token-automount-off"
"""The rule of which the pack always tells: the controller needs its token."""

OF_A_KUBECONFIG = "gke-gcloud-auth-plugin"
"""A word of every kubeconfig, which is a secret: it is told nowhere."""

CRDS = {
    f"CustomResourceDefinition {name}"
    for name in (
        "sandboxes.agents.x-k8s.io",
        "sandboxclaims.extensions.agents.x-k8s.io",
        "sandboxtemplates.extensions.agents.x-k8s.io",
        "sandboxwarmpools.extensions.agents.x-k8s.io",
    )
}
"""What stays in a cluster whose objects are deleted."""


class Stack(Project):
    """A stack of the project, or of an example, by the name of its file.

    directory: where the file lies; default: the project's own.

    config:   what the file says, without the project's prefix; `edit` changes it.
    warnings: those of the last preview. findings: the names of the rules of which the pack told in it.
    """

    def __init__(self, folder: Path, name: str, *kubeconfigs: Path, directory: Path = ROOT) -> None:
        paths = Paths(ROOT, folder)
        project = yaml.safe_load((directory / "Pulumi.yaml").read_text())["name"]
        super().__init__(folder, stack_program(paths), *kubeconfigs, project=project, name=name)
        self.policy_pack = paths.policy_pack
        self.warnings: list[str] = []
        self.findings: set[str] = set()
        self.config: dict[str, Any] = {**read_file(directory / f"Pulumi.{name}.yaml")}
        if "controller" in self.config:
            # In the place of the release that would be fetched.
            manifest = {"source": str(write_without_pod_schemas(folder / "agent-sandbox.yaml"))}
            self.config["controller"] |= {"release": RELEASE, "manifest": manifest}
        # Each file names its project itself.
        self.stack.remove_config("gcp:project")
        self.edit(lambda _: None)

    def edit(self, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the config, and hand it to the engine."""
        change(self.config)
        values = {f"gke-agent-sandbox:{key}": json.dumps(value) for key, value in self.config.items()}
        disabled = {"pulumi:disable-default-providers": '["kubernetes"]'}
        self.stack.set_all_config({key: ConfigValue(value) for key, value in {**values, **disabled}.items()})

    def preview(self) -> list[tuple[str, str]]:
        """What a preview with the policy pack would do.

        Errors: AssertionError with everything that was printed.
        """
        done, error = self.attempt_preview()
        assert error == "", error
        assert CONTROLLER_TOKEN in self.findings, "the pack has not judged"
        return done

    def refused_preview(self) -> str:
        """Why a preview with the policy pack fails."""
        _, error = self.attempt_preview()
        assert error, "the preview went through"
        assert OF_A_KUBECONFIG not in error
        return error

    def attempt_preview(self) -> tuple[list[tuple[str, str]], str]:
        """What such a preview would do, and its error's text."""
        events: list[EngineEvent] = []
        error = ""
        try:
            self.stack.preview(on_event=events.append, policy_packs=[str(self.policy_pack)])
        except CommandError as failure:
            error = str(failure)
        told = [each.diagnostic_event for each in events if each.diagnostic_event is not None]
        self.warnings = [each.message for each in told if each.severity == "warning"]
        self.findings = {each.policy_event.policy_name for each in events if each.policy_event is not None}
        return steps(events), error

    def told(self) -> dict[str, Any]:
        """The values of the outputs."""
        return {name: each.value for name, each in self.outputs().items()}

    def images(self) -> list[str]:
        """The images that controller and sandboxes have in the state."""
        resources = json.loads(self.state())["checkpoint"]["latest"]["resources"]
        specs = [each["outputs"]["spec"] for each in resources if "spec" in each.get("outputs", {})]
        pods = [(spec.get("podTemplate") or spec.get("template") or {}).get("spec") or {} for spec in specs]
        return [container["image"] for pod in pods for container in pod.get("containers", ())]

    def objects(self) -> list[Any]:
        """The Kubernetes objects of the state, each with no more than says which one it is."""
        resources = json.loads(self.state())["checkpoint"]["latest"]["resources"]
        found = [each["outputs"] for each in resources if each["type"].startswith("kubernetes:")]
        return [{key: each[key] for key in ("apiVersion", "kind", "metadata")} for each in found]


def names(objects: list[Any]) -> set[str]:
    """Kind and name of objects."""
    return {f"{each['kind']} {each['metadata']['name']}" for each in objects}


def found_in(kubeconfig: Path, objects: list[Any]) -> set[str]:
    """Kind and name of those of the objects that a control plane has."""
    document = {"apiVersion": "v1", "kind": "List", "items": objects}
    found = kubectl(kubeconfig, "get", "--filename=-", "--ignore-not-found", "--output=json", given=document)
    return names(json.loads(found)["items"]) if found else set()
