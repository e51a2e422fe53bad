"""The hook by which the engine tries a failed operation again."""

import asyncio
import time
from uuid import uuid4

import pulumi

from .passing import Awaited
from .patience import Retry, verdict


def waits_for(*awaited: Awaited) -> pulumi.ResourceHookBinding:
    """The option `hooks` of resources whose creation or change may come too early: the engine tries again
    while the error is one of those that pass, until the time of `PASSING_ERRORS` is over, counted from the
    first failure of the operation. Any other error fails at once, and so does a preview.

    awaited: what may not be there yet, one or more.

    A deletion is never tried again: `pulumi destroy` does not run the program, and then shows the
    provider's own error.
    """
    preview = pulumi.runtime.is_dry_run()
    failed_first: dict[str, float] = {}

    async def again(failure: pulumi.ErrorHookArgs) -> bool:
        if preview or failure.failed_operation == "delete":
            return False
        now = time.monotonic()
        if len(failure.errors) == 1:
            failed_first[failure.urn] = now
        elapsed = now - failed_first[failure.urn]
        found = verdict(called(failure), failure.errors, awaited, elapsed)
        if isinstance(found, Retry):
            pulumi.log.info(found.message)
            await asyncio.sleep(found.pause)
            return True
        if found.message:
            pulumi.log.error(found.message)
        return False

    # The engine wants names that are unique in a deployment, and components may have equal names.
    return pulumi.ResourceHookBinding(on_error=[pulumi.ErrorHook(f"waits-for-{uuid4().hex}", again)])


def called(failure: pulumi.ErrorHookArgs) -> str:
    """How a resource is called: the last part of its type, and its name."""
    return f"{failure.type.rpartition(':')[2]} {failure.name}"
