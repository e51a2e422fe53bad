"""`python -m docs.cluster_page`: writes docs/cluster-defaults.md from the tables of the clusters."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from gke_agent_sandbox.cluster.requirements import REQUIREMENTS, Requirement
from gke_agent_sandbox.cluster.settings.defaults import BOTH, DEFAULTS

PAGE: Final = Path(__file__).parent / "cluster-defaults.md"

_HEAD: Final = """\
# What a cluster is set to, and what it needs

Made from the tables of the code by `make docs`. How clusters are made is said in [clusters.md](clusters.md).

## Defaults

Properties by their names in the GCP provider. Whatever is not in this table is left to GKE.

| property | value | where | why | source |
|---|---|---|---|---|"""

_NEEDS: Final = """
## Requirements

Versions and channels move: `requirements` of a cluster or pool puts other rows in place.

| feature | versions from | refused | source | read |
|---|---|---|---|---|"""


def page() -> str:
    """The page, in Markdown."""
    return "\n".join([_HEAD, *_defaults(), _NEEDS, *_requirements()]) + "\n"


def _defaults() -> Iterator[str]:
    for each in DEFAULTS:
        modes = "both modes" if each.modes == BOTH else ", ".join(each.modes)
        yield _row(f"`{each.path}`", f"`{_written(each.value)}`", modes, each.reason, each.source)


def _requirements() -> Iterator[str]:
    for feature, each in REQUIREMENTS.items():
        versions = " or ".join(each.min_versions) or "none on record"
        yield _row(f"{each.title} (`{feature}`)", versions, _refused(each), each.source, each.read)


def _refused(requirement: Requirement) -> str:
    refused = [
        *(
            f"{mode} on {channel}"
            for mode, channels in requirement.refused_channels.items()
            for channel in channels
        ),
        *(f"gVisor pools of {family}" for family in requirement.refused_families),
        *(f"beside {each}" for each in requirement.excludes),
        *(f"without {each}" for each in requirement.needs),
    ]
    return "; ".join(refused) or "-"


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(page())
