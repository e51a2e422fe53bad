"""`python -m docs.permissions_page`: writes docs/permissions.md from the tables of roles, APIs and waits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gke_agent_sandbox.apis.deployer_roles import DEPLOYER_ROLES
from gke_agent_sandbox.apis.table import NEEDED_APIS, SERVICE_AGENTS
from gke_agent_sandbox.cluster.requirements import REQUIREMENTS
from gke_agent_sandbox.waiting import PASSING_ERRORS
from gke_agent_sandbox.waiting.patience import duration

PAGE: Final = Path(__file__).parent / "permissions.md"

_HEAD: Final = """\
# What a deployment needs of Google Cloud

Made from the tables of the code by `make docs`.

## Roles

Whoever runs `pulumi up` needs the rows of what the stack makes, and no more.

| role | on | for | resources | source |
|---|---|---|---|---|"""

_APIS: Final = """
## Google APIs

`GoogleApis` turns them on before anything uses them, and leaves them on. `needed_apis(cluster)` gives the
list for a cluster's arguments.

```python
from gke_agent_sandbox import AutopilotCluster, GoogleApis

apis = GoogleApis("apis", {"project": "my-project"})
agent = apis.service_agents["container.googleapis.com"]
AutopilotCluster(
    "dev",
    {
        "project": apis.project,
        "location": "europe-west4",
        "network": {"network": "default", "subnetwork": "default"},
        "security": {"encryption": {"service_agent": agent}},
    },
)
```

`serviceusage.googleapis.com`, by which the others are turned on, must be on already.

| API | needed for | where | source |
|---|---|---|---|"""

_AGENTS: Final = """
The service agents of {} are made with them, since a role is bound to each before it
would come by itself.
"""

_WAITING: Final = """\
## What is waited for

What was just made or turned on is not in force everywhere at once. The engine tries again while an error is
one of these, and says each time what it waits for and how much longer. Any other error fails at once, and so
does an operation that Google had accepted before it failed. Deletions are not tried again.

Objects of your own can wait likewise, e.g. those of Pod snapshots, whose kinds come with the add-on
(`provider` is the one of the cluster component):

```python
import pulumi
import pulumi_kubernetes as kubernetes
from gke_agent_sandbox import Awaited, waits_for

provider = kubernetes.Provider("cluster", kubeconfig="...")
kubernetes.apiextensions.CustomResource(
    "snapshots",
    api_version="podsnapshot.gke.io/v1",
    kind="PodSnapshotPolicy",
    metadata={"namespace": "team-a"},
    spec={"storageConfigName": "snapshots"},
    opts=pulumi.ResourceOptions(provider=provider, hooks=waits_for(Awaited.KIND)),
)
```

| waited for (`Awaited`) | at most | why | what to do when it does not come | source |
|---|---|---|---|---|"""


def page() -> str:
    """The page, in Markdown."""
    agents = _AGENTS.format(", ".join(f"`{api}`" for api in SERVICE_AGENTS))
    return "\n".join([_HEAD, *_roles(), _APIS, *_apis(), agents, _WAITING, *_waiting()]) + "\n"


def _roles() -> Iterator[str]:
    for each in DEPLOYER_ROLES:
        types = ", ".join(f"`{pattern}`" for pattern in each.types)
        yield _row(f"`{each.role}`", each.where, each.why, types, each.source)


def _apis() -> Iterator[str]:
    for each in NEEDED_APIS:
        default = "" if each.default is None else ", by default"
        where = f"`{each.setting}`{default}" if each.setting else "every cluster"
        yield _row(f"`{each.name}`", each.why, where, each.source)
    for feature, row in REQUIREMENTS.items():
        for api in row.apis:
            yield _row(f"`{api}`", row.title, f"feature `{feature}`", row.source)


def _waiting() -> Iterator[str]:
    for each in PASSING_ERRORS:
        title = f"{each.what} (`{each.awaited}`)"
        yield _row(title, duration(each.seconds), each.why, each.fix, each.source)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(page())
