"""The command line: which subcommand there is, and what the process ends with."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

from . import check
from .fault import described_fault
from .version import NAME, version

SUBCOMMANDS: Final = (check,)
"""A module each, with `add(subparsers)`, which sets `run` to the function of the subcommand."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; the exit code of the process.

    arguments: by default those of the process.
    """
    options = parser().parse_args(arguments)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has read enough, e.g. `head`. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return check.FAILED
    except Exception as error:  # whatever it is, it must not look like a check that found something
        print(f"{NAME}: the input {described_fault(error)}", file=sys.stderr)
        return check.FAILED
    return code


class _Version(argparse.Action):
    """Finds the version out only where it is asked for, which takes time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"{NAME} {version()}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The options of every subcommand."""
    made = argparse.ArgumentParser(
        prog=NAME, description="Checks for agent-written code on GKE, without a cluster."
    )
    made.add_argument("--version", action=_Version, nargs=0, help="print the version")
    subparsers = made.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for each in SUBCOMMANDS:
        each.add(subparsers)
    return made
