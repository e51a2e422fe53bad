"""The page of permissions is that of the tables, and its program runs."""

import re
from typing import Any

from docs.permissions_page import PAGE, page
from gke_agent_sandbox.apis.deployer_roles import DEPLOYER_ROLES
from gke_agent_sandbox.apis.table import NEEDED_APIS
from gke_agent_sandbox.waiting import PASSING_ERRORS
from tests.unit.cluster.cluster_recorder import recorded


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run `make docs`"


def test_every_role_api_and_wait_is_on_it() -> None:
    text = page()
    for role in DEPLOYER_ROLES:
        assert f"| `{role.role}` |" in text
    for api in NEEDED_APIS:
        assert f"| `{api.name}` | {api.why} |" in text
    for row in PASSING_ERRORS:
        assert f"(`{row.awaited}`) |" in text


def test_its_programs_run() -> None:
    programs = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    assert len(programs) == 2

    def program() -> None:
        for code in programs:
            namespace: dict[str, Any] = {}
            exec(code, namespace)

    kinds = [key.partition(" ")[0] for key in recorded(program).graph]
    assert "gcp:projects/service:Service" in kinds
    assert "gcp:container/cluster:Cluster" in kinds
    assert "kubernetes:podsnapshot.gke.io/v1:PodSnapshotPolicy" in kinds
