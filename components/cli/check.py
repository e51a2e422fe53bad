"""`gke-agent-sandbox check`."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ..problems import Problem, ProblemsError
from ..rules import PROFILES, current_day
from .catalogue import catalogue
from .formats import json_text, junit_text, sarif_text, text, unread_text
from .formats.colour import wants_colour
from .formats.printable import encodable
from .judging import judged
from .reading import read_sources, sources
from .report import Report
from .settings import read_configuration

PASSED: Final = 0
"""The exit code when nothing mandatory was found."""

FOUND: Final = 1
"""The exit code when something mandatory was found."""

FAILED: Final = 2
"""The exit code when the check itself failed."""

FORMATS: Final[Mapping[str, Callable[[Report], str]]] = MappingProxyType(
    {"text": text, "json": json_text, "sarif": sarif_text, "junit": junit_text}
)
"""The formats, each as a function from a report to a text. Those for programs are in ASCII."""

_DESCRIPTION: Final = """\
Judge Kubernetes objects by the rules of the policy pack, without Pulumi and without a cluster.

PATH is a file, a folder (every .yaml, .yml and .json file in it, but not in folders whose names begin with a
dot), or - for the standard input. A file holds Kubernetes objects (YAML of one or several documents, JSON), a
state (pulumi stack export), or a plan (pulumi preview --json --show-sames). The objects of all files are
judged as one stack, each state and each plan as its own.

What is encrypted in a state, and every secret of a plan, is not known and so undetermined. To have it judged,
and no value of it printed or stored: pulumi stack export --show-secrets | gke-agent-sandbox check -
"""
_EPILOG: Final = """\
exit codes:
  0  nothing mandatory was found
  1  something mandatory was found
  2  the check itself failed: a wrong option or configuration, a file that cannot be read (for one, a Helm
     template that is not rendered), or nothing to judge. What could be judged is reported all the same.
"""


def add(subparsers: Any) -> None:
    """Add the subcommand to those of the command."""
    made: argparse.ArgumentParser = subparsers.add_parser(
        "check",
        help="judge YAML files and Pulumi states by the rules",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("paths", metavar="PATH", nargs="*", help="what to judge")
    made.add_argument(
        "--config",
        metavar="FILE",
        help="the configuration of the rules, as for --policy-pack-config, or in YAML",
    )
    profiles = ", ".join(PROFILES)
    made.add_argument(
        "--profile", metavar="NAME", help=f"in the place of the configuration's: one of {profiles}"
    )
    made.add_argument("--format", choices=FORMATS, default="text", help="of the report (default: text)")
    made.add_argument(
        "--output", metavar="FILE", help="write the report there, and print it as text all the same"
    )
    made.add_argument(
        "--verbose", action="store_true", help="in text: also what is exempt, advice, and what passed"
    )
    made.add_argument(
        "--list-rules", action="store_true", help="print the rules with their levels, and judge nothing"
    )
    made.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check, print, and say how it went: PASSED, FOUND or FAILED."""
    today = current_day()
    try:
        configuration = read_configuration(options.config, options.profile, today)
    except ProblemsError as error:
        return _failed(str(error))
    if options.list_rules:
        print(catalogue(configuration), end="")
        return PASSED
    if not options.paths:
        return _failed("gke-agent-sandbox check: no PATH was given; use - for the standard input")
    report = judged(read_sources(sources(options.paths)), configuration, today)
    shows_text = options.format == "text" or options.output is not None
    if options.output is not None:
        try:
            Path(options.output).write_text(_written(report, options), "utf-8")
        except OSError as error:
            problem = Problem("--output", f"cannot be written: {error.strerror}")
            return _failed(str(ProblemsError(options.output, [problem])))
    if shows_text:
        shown = text(report, options.verbose, wants_colour(sys.stdout))
        sys.stdout.write(encodable(shown, sys.stdout.encoding))
    else:
        sys.stdout.write(_written(report, options))
    if report.unread:
        return FAILED if shows_text else _failed("\n".join(unread_text(each) for each in report.unread))
    if not report.resources:
        return _failed("gke-agent-sandbox check: there was nothing to judge")
    return FOUND if report.mandatory else PASSED


def _written(report: Report, options: argparse.Namespace) -> str:
    if options.format == "text":
        return text(report, options.verbose)
    return FORMATS[options.format](report)


def _failed(message: str) -> int:
    print(message, file=sys.stderr)
    return FAILED
