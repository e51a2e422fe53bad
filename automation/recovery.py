"""After an engine was killed: its lock, and the operations of which nobody saw the end."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import psutil
from pulumi import automation

from automation.paths import PROJECT, Paths

PATIENCE = 60.0
"""Seconds to wait for an engine that outlives the command that started it."""


@dataclass(frozen=True)
class PendingCreate:
    """A resource that was being created when the engine ended.

    urn: of the resource.
    identity: apiVersion, kind, namespace and name of the Kubernetes object; None for anything else.
    """

    urn: str
    identity: tuple[str, str, str, str] | None

    @property
    def provider_id(self) -> str:
        """The id that the Kubernetes provider gives the object."""
        _, _, namespace, name = self.identity or ("", "", "", "")
        return f"{namespace}/{name}" if namespace else name


Exists = Callable[[tuple[str, str, str, str]], bool]


def pending_operations(deployment: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The operations in an exported state whose end is unknown."""
    return cast("list[Mapping[str, Any]]", deployment.get("pending_operations") or [])


def pending_creates(deployment: Mapping[str, Any]) -> list[PendingCreate]:
    """Those of them that may have left an object behind which the state does not know."""
    return [
        PendingCreate(
            operation["resource"]["urn"], object_identity(operation["resource"].get("inputs") or {})
        )
        for operation in pending_operations(deployment)
        if operation["type"] == "creating"
    ]


def object_identity(inputs: Mapping[str, Any]) -> tuple[str, str, str, str] | None:
    """Which Kubernetes object a resource's inputs describe, or None."""
    metadata = inputs.get("metadata")
    api_version, kind = inputs.get("apiVersion"), inputs.get("kind")
    if not isinstance(metadata, dict) or not isinstance(api_version, str) or not isinstance(kind, str):
        return None
    plain = cast("dict[str, Any]", metadata)
    name = plain.get("name")
    return (api_version, kind, plain.get("namespace") or "", name) if isinstance(name, str) else None


def refresh_arguments(creates: Sequence[PendingCreate], exists: Exists) -> list[str]:
    """The arguments of `pulumi refresh` that settle pending creates.

    What is there is taken into the state, so that it is not made a second time; what is not is forgotten.
    """
    there = [create for create in creates if create.identity is not None and exists(create.identity)]
    imports = [word for create in there for word in (create.urn, create.provider_id)]
    arguments = [word for pair in imports for word in ("--import-pending-creates", pair)]
    return [*arguments, *(["--clear-pending-creates"] if len(there) < len(creates) else [])]


def settle(stack: automation.Stack, exists: Exists, tell: Callable[[str], None]) -> None:
    """Bring the state in line with what a killed engine left behind. Does nothing when nothing is pending."""
    deployment = cast("Mapping[str, Any]", stack.export_stack().deployment or {})
    if not pending_operations(deployment):
        return
    creates = pending_creates(deployment)
    tell(
        f"an earlier run was ended in the middle of {len(pending_operations(deployment))} operations; "
        "settling them"
    )
    settling = refresh_arguments(creates, exists)
    workspace = stack.workspace
    workspace.pulumi_command.run(
        [*["refresh", "--yes", "--skip-preview", "--non-interactive", "--stack"], stack.name, *settling],
        workspace.work_dir,
        workspace.env_vars,
    )


def release_lock(paths: Paths, stack: automation.Stack, tell: Callable[[str], None]) -> None:
    """Take away the lock of an engine that is gone; wait for one that is still at work.

    Errors: TimeoutError when it does not end in time.
    """
    end = time.monotonic() + PATIENCE
    for lock in sorted(
        (paths.state / ".pulumi" / "locks" / "organization" / PROJECT / stack.name).glob("*.json")
    ):
        holder = lock_holder(lock)
        if holder is None or not psutil.pid_exists(holder):
            tell("an earlier run was killed; taking over its lock")
            stack.cancel()
            return
        tell(f"waiting for the Pulumi engine with process id {holder}")
        while psutil.pid_exists(holder) and lock.exists():
            if time.monotonic() > end:
                raise TimeoutError(
                    f"the Pulumi engine with process id {holder} still holds the stack {stack.name}"
                )
            time.sleep(0.2)
        lock.unlink(missing_ok=True)


def lock_holder(lock: Path) -> int | None:
    """The process id in a lock file of the file backend; None when it cannot be read."""
    try:
        return int(json.loads(lock.read_text())["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
