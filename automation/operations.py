"""What can be done with a stack."""

import fcntl
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from pulumi import automation

from automation.clusters import is_embedded
from automation.events import EMBEDDED_WARNINGS, Listener
from automation.kubectl import field_manager
from automation.paths import Paths
from automation.recovery import end_orphans, release_lock, settle
from automation.workspace import Program, open_stack
from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.stack import check, read_file
from localcluster import Cluster, Settings


class OperationError(Exception):
    """Why an operation did not go through: everything that was found, ready to be read."""


@dataclass(frozen=True)
class Result:
    """changes: resources that changed, by operation. outputs: the stack's outputs, secrets left out."""

    changes: dict[str, int]
    outputs: dict[str, Any]


def tell(line: str) -> None:
    """Say what is going on."""
    print(f"==> {line}", flush=True)


@contextmanager
def exclusive(paths: Paths, stack: str) -> Generator[None]:
    """One operation on a stack at a time; a second one waits."""
    paths.pulumi.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (paths.pulumi / f"{stack}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell(f"another operation on the stack {stack} is running; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def opened(paths: Paths, name: str, program: Program | None) -> Generator[automation.Stack]:
    """A stack that nobody else operates on, with nothing left over from a killed run."""
    with exclusive(paths, name):
        with listening(paths, name) as listener:
            stack = open_stack(paths, name, program)
            release_lock(paths, stack, tell)
            end_orphans(paths)
            # Elsewhere nobody here can look for what was being made: the engine tells of it, and goes on.
            if is_embedded(paths, name):
                settle(stack, partial(field_manager, paths), tell, listener)
        yield stack


def check_config(paths: Paths, name: str) -> None:
    """Errors: OperationError with every problem of the stack's config, before the engine starts."""
    try:
        file = paths.root / f"Pulumi.{name}.yaml"
        check(read_file(file), file.name)
    except ProblemsError as error:
        raise OperationError(str(error)) from None


def preview(paths: Paths, name: str, program: Program | None = None) -> Result:
    """Plan, with the policy pack as a judge.

    Errors: OperationError when the pack forbids something or the plan fails.
    """
    with opened(paths, name, program) as stack:
        return _preview(paths, stack)


def up(paths: Paths, name: str, program: Program | None = None) -> Result:
    """Plan with the policy pack, and deploy only what it lets pass.

    Errors: OperationError; nothing is created when the pack forbids something.
    """
    with opened(paths, name, program) as stack:
        tell(f"preview of the stack {name} with the policy pack")
        _preview(paths, stack)
        return _deploy(paths, stack)


def deploy(paths: Paths, name: str, program: Program | None = None) -> Result:
    """Deploy without a plan: what the pack forbids stops only the resource that it is about.

    Errors: OperationError.
    """
    with opened(paths, name, program) as stack:
        return _deploy(paths, stack)


def refresh(paths: Paths, name: str, program: Program | None = None) -> Result:
    """Compare the state with the cluster.

    Errors: OperationError.
    """
    with opened(paths, name, program) as stack, listening(paths, name) as listener:
        stack.refresh(on_event=listener)
        return Result(listener.changes, public(stack.outputs()))


def destroy(paths: Paths, name: str, program: Program | None = None) -> Result:
    """Take down what the stack made; CRDs, and with them everybody's objects, stay.

    Errors: OperationError; nothing is taken down when something is protected.
    """
    with opened(paths, name, program) as stack:
        # Without a plan the engine would come to a protected cluster last.
        with listening(paths, name) as listener:
            stack.preview_destroy(on_event=listener)
        with listening(paths, name) as listener:
            stack.destroy(on_event=listener)
        return Result(listener.changes, {})


def _preview(paths: Paths, stack: automation.Stack) -> Result:
    with listening(paths, stack.name) as listener:
        stack.preview(on_event=listener, policy_packs=[str(paths.policy_pack)])
    return Result(listener.changes, {})


def _deploy(paths: Paths, stack: automation.Stack) -> Result:
    tell(f"deploying the stack {stack.name}")
    with listening(paths, stack.name) as listener:
        done = stack.up(on_event=listener, policy_packs=[str(paths.policy_pack)])
    return Result(listener.changes, public(done.outputs))


@contextmanager
def listening(paths: Paths, name: str) -> Generator[Listener]:
    """Collects the events of an operation on a stack, and turns its failure into one text: what the pack
    forbids, every error once, and, where the stack is on the embedded cluster, every part of that which is
    dead.
    """
    embedded = is_embedded(paths, name)
    listener = Listener(known_warnings=EMBEDDED_WARNINGS if embedded else ())
    try:
        yield listener
    except automation.CommandError as error:
        found = [
            *(f"policy violation: {violation}" for violation in listener.violations),
            *(f"error: {message}" for message in listener.errors),
        ]
        dead = dead_parts(paths) if embedded else []
        raise OperationError("\n".join([*(found or [str(error)]), *dead])) from error
    finally:
        for notice in listener.notices:
            print(f"  policy notice: {notice}", file=sys.stdout, flush=True)


def dead_parts(paths: Paths) -> list[str]:
    """The parts of the embedded cluster that are not well, and the way on."""
    settings = Settings(bin_directory=paths.local / "bin", share_directory=paths.local / "share")
    ill = [part for part in Cluster(paths.local, settings).status() if not part.is_well]
    told = [f"cluster: {part.name} is {part.standing}: {part.detail}" for part in ill]
    return [*told, "Repair the cluster and go on with: make up"] if told else []


def public(outputs: Mapping[str, automation.OutputValue]) -> dict[str, Any]:
    """The outputs that are no secrets."""
    return {name: output.value for name, output in outputs.items() if not output.secret}
