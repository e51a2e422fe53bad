"""Runs a Pulumi program, for the language host beside it.

Arguments: the settings of pulumi.runtime as JSON; a file or a folder with __main__.py; the program's own.
Exit codes: 1 after pulumi.RunError, 32 after any other error. Either has been shown to the user by then.
"""

import asyncio
import json
import logging
import runpy
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor

import pulumi
from pulumi import runtime

settings = runtime.Settings(**json.loads(sys.argv[1]))
sys.argv = sys.argv[2:]


def program() -> None:
    """The user's program, as if it were started by itself."""
    runpy.run_path(sys.argv[0], run_name="__main__")


async def run() -> None:
    """The program and all that it sets going; a thread waits for each resource that the engine works on."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(max(settings.parallel or 0, 1) * 4))
    await runtime.run_in_stack(program)


runtime.set_all_config(runtime.get_config_env(), runtime.get_config_secret_keys_env())
runtime.configure(settings)
# A program that fails leaves futures behind for which nobody waits.
logging.getLogger("asyncio").setLevel(logging.CRITICAL)
try:
    asyncio.run(run())
except pulumi.RunError as error:
    pulumi.log.error(str(error))
    sys.exit(1)
except Exception:
    pulumi.log.error(f"Program failed with an unhandled exception:\n{traceback.format_exc()}")
    sys.exit(32)
