"""A stack of a program within the test, over the stand-in for Google Cloud."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pulumi import automation
from pulumi.automation import CommandError, EngineEvent, OpType

from automation.paths import GARBAGE_COLLECTION
from tests.engine.project import TOOLS
from tests.fakes.gcp.cloud import Cloud
from tests.fakes.gcp.preparing import environment

PROJECT = "demo-project"


class Unasked(automation.Stack):
    """A stack that is not asked after each `up` what it tells: that starts the CLI twice more, which takes
    half as long as a small operation. `Project.outputs` asks.
    """

    def __init__(self, stack: automation.Stack) -> None:
        # A constructor of its own would select the stack, which starts the CLI once more.
        self.__dict__.update(stack.__dict__)

    def outputs(self) -> automation.OutputMap:
        return {}


class Project:
    """A stack in a folder of the test. Those of one folder share its cloud, and know of each other.

    program:     what it deploys; may be changed between operations.
    kubeconfigs: of the control planes behind the clusters, in the order in which clusters get them.
    project:     the Pulumi project. name: of the stack.
    """

    def __init__(
        self,
        folder: Path,
        program: Callable[[], None],
        *kubeconfigs: Path,
        project: str = "shop",
        name: str = "dev",
    ) -> None:
        if not (TOOLS / "bin" / "pulumi").exists():
            pytest.skip("no tools: run `make tools` first")
        work, state = folder / "work" / name, folder / "state"
        work.mkdir(parents=True)
        state.mkdir(exist_ok=True)
        self.cloud = Cloud(folder / "cloud")
        self.program = program
        self.file = state / ".pulumi" / "stacks" / project / f"{name}.json"
        path = os.pathsep.join([str(TOOLS / "bin"), "/usr/bin", "/bin"])
        workspace = automation.LocalWorkspace(
            project_settings=automation.ProjectSettings(name=project, runtime="python"),
            program=lambda: self.program(),
            work_dir=str(work),
            pulumi_command=automation.PulumiCommand(root=str(TOOLS)),
            pulumi_home=str(folder / "home"),
            env_vars={
                **GARBAGE_COLLECTION,
                **environment(self.cloud, path, *kubeconfigs),
                "PULUMI_BACKEND_URL": state.as_uri(),
                "PULUMI_CONFIG_PASSPHRASE": "none",
                "PULUMI_SKIP_UPDATE_CHECK": "true",
                # The state is written once, at the end: nothing here is killed within an operation.
                "PULUMI_SKIP_CHECKPOINTS": "true",
                "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
            },
        )
        self.stack = Unasked(automation.Stack.create(name, workspace))
        self.stack.set_config("gcp:project", automation.ConfigValue(PROJECT))

    def run(self, operation: str, program: Callable[[], None] | None = None) -> list[tuple[str, str]]:
        """What preview, up, refresh or destroy does: step and name of each resource that changes, in order.

        Errors: AssertionError with everything that was printed.
        """
        done, error = self.attempt(operation, program)
        assert error == "", error
        return done

    def attempt(
        self, operation: str, program: Callable[[], None] | None = None
    ) -> tuple[list[tuple[str, str]], str]:
        """The same, with the error's text instead of an error."""
        if program is not None:
            self.program = program
        events: list[EngineEvent] = []
        try:
            getattr(self.stack, operation)(on_event=events.append)
        except CommandError as error:
            return steps(events), str(error)
        return steps(events), ""

    def outputs(self) -> automation.OutputMap:
        """What the stack tells."""
        return self.stack.workspace.stack_outputs(self.stack.name)

    def state(self) -> str:
        """The stack's state as it lies on the disk, with its secrets encrypted."""
        return self.file.read_text()

    def resource(self, name: str) -> Any:
        """A resource in it."""
        found = json.loads(self.state())["checkpoint"]["latest"]["resources"]
        return next(each for each in found if each["urn"].endswith(f"::{name}"))


def steps(events: list[EngineEvent]) -> list[tuple[str, str]]:
    """The steps that change something."""
    planned = [each.resource_pre_event for each in events if each.resource_pre_event is not None]
    return [
        (each.metadata.op.value, each.metadata.urn.split("::")[-1])
        for each in planned
        if each.metadata.op is not OpType.SAME and not each.metadata.type.startswith("pulumi:")
    ]
