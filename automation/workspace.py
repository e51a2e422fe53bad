"""A stack, ready to be operated on."""

import runpy
import secrets
import shutil
from collections.abc import Callable

from pulumi import automation

from automation.paths import PROJECT, Paths

Program = Callable[[], None]


def stack_program(paths: Paths) -> Program:
    """The stack program of the project, as `pulumi up` would run it."""

    def run() -> None:
        runpy.run_path(str(paths.root / "__main__.py"), run_name="__main__")

    return run


def open_stack(paths: Paths, name: str, program: Program | None = None) -> automation.Stack:
    """Select a stack, or make it, on fresh copies of Pulumi.yaml and Pulumi.<stack>.yaml.

    The engine rewrites the stack's file while it runs, so it is given a copy.

    program: another program than the project's own.
    """
    for folder in (paths.pulumi, paths.state, paths.work(name)):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not paths.passphrase.exists():
        partial = paths.passphrase.with_suffix(".partial")
        partial.touch(mode=0o600)
        partial.write_text(secrets.token_urlsafe(32))
        partial.rename(paths.passphrase)
    for file in ("Pulumi.yaml", f"Pulumi.{name}.yaml"):
        shutil.copyfile(paths.root / file, paths.work(name) / file)
    return automation.create_or_select_stack(
        stack_name=name,
        project_name=PROJECT,
        program=program or stack_program(paths),
        opts=automation.LocalWorkspaceOptions(
            work_dir=str(paths.work(name)),
            pulumi_command=automation.PulumiCommand(root=str(paths.local)),
            pulumi_home=paths.environment()["PULUMI_HOME"],
            env_vars=paths.environment(),
        ),
    )
