"""After an engine was killed: its lock, and the operations of which nobody saw the end."""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import psutil
from pulumi import automation

from automation.paths import PROJECT, Paths

PATIENCE = 60.0
"""Seconds to wait for an engine that outlives the command that started it."""


FieldManager = Callable[[tuple[str, str, str, str]], str | None]
"""The name under which Pulumi made an object of this identity; None when there is none that it made."""


def pending_operations(deployment: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The operations in an exported state whose end is unknown."""
    return cast("list[Mapping[str, Any]]", deployment.get("pending_operations") or [])


def object_identity(inputs: Mapping[str, Any]) -> tuple[str, str, str, str] | None:
    """apiVersion, kind, namespace (empty for none) and name of the Kubernetes object that a resource's inputs
    describe; None for anything else.
    """
    metadata = inputs.get("metadata")
    api_version, kind = inputs.get("apiVersion"), inputs.get("kind")
    if not isinstance(metadata, dict) or not isinstance(api_version, str) or not isinstance(kind, str):
        return None
    plain = cast("dict[str, Any]", metadata)
    name = plain.get("name")
    return (api_version, kind, plain.get("namespace") or "", name) if isinstance(name, str) else None


def settled(deployment: Mapping[str, Any], field_manager: FieldManager) -> dict[str, Any]:
    """The state without pending operations.

    An object that was being created and is there becomes a resource of the stack, so that it is not made a
    second time under another name; a refresh then fills in what the server says of it. The others are
    forgotten: the next `up` makes them, and compares what it finds of updates and deletions.
    """
    resources = list(cast("list[Mapping[str, Any]]", deployment.get("resources") or []))
    for operation in pending_operations(deployment):
        if operation["type"] == "creating":
            adopted = _adopted(operation["resource"], field_manager)
            resources += [adopted] if adopted else []
    return {**deployment, "resources": resources, "pending_operations": []}


def _adopted(resource: Mapping[str, Any], field_manager: FieldManager) -> dict[str, Any] | None:
    inputs = cast("dict[str, Any]", resource.get("inputs") or {})
    identity = object_identity(inputs)
    manager = field_manager(identity) if identity else None
    if identity is None or manager is None:
        return None
    api_version, _, namespace, name = identity
    # What the Kubernetes provider keeps beside an object's fields (pulumi-kubernetes v4, pkg/provider).
    outputs = {**inputs, "__fieldManager": manager, "__initialApiVersion": api_version}
    return {**resource, "id": f"{namespace}/{name}" if namespace else name, "outputs": outputs}


def settle(
    stack: automation.Stack,
    field_manager: FieldManager,
    tell: Callable[[str], None],
    on_event: automation.OnEvent,
) -> None:
    """Bring the state in line with what a killed engine left behind. Does nothing when nothing is pending."""
    exported = stack.export_stack()
    deployment = cast("Mapping[str, Any]", exported.deployment or {})
    count = len(pending_operations(deployment))
    if count == 0:
        return
    tell(f"an earlier run was ended in the middle of {count} operations; settling them")
    stack.import_stack(
        automation.Deployment(version=exported.version, deployment=settled(deployment, field_manager))
    )
    stack.refresh(on_event=on_event)


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


def orphans(paths: Paths) -> list[psutil.Process]:
    """The providers that a killed engine left running: they would wait for it for ever."""
    home = paths.environment()["PULUMI_HOME"]
    found: list[psutil.Process] = []
    for process in psutil.process_iter():
        # Processes end while they are looked at, and others' may not be looked at.
        with suppress(psutil.Error):
            if process.name().startswith("pulumi-resource") and process.environ().get("PULUMI_HOME") == home:
                found.append(process)
    return found


def end_orphans(paths: Paths) -> None:
    """End what a killed engine left running; only while no engine works on these paths."""
    left = orphans(paths)
    for process in left:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(left, timeout=5)


def lock_holder(lock: Path) -> int | None:
    """The process id in a lock file of the file backend; None when it cannot be read."""
    try:
        return int(json.loads(lock.read_text())["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
