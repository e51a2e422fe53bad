"""The program in the page of the clusters is one that runs."""

import re
from pathlib import Path
from typing import Any

from tests.unit.cluster.cluster_recorder import recorded

PAGE = Path(__file__).parents[3] / "docs" / "clusters.md"


def test_the_example_makes_a_cluster_and_a_pool() -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    # The controller comes from a release file, which a test does not fetch.
    clusters = code.partition("controller = ")[0]

    def program() -> None:
        namespace: dict[str, Any] = {}
        exec(clusters, namespace)

    kinds = [key.partition(" ")[0] for key in recorded(program).graph]
    assert kinds.count("gcp:container/cluster:Cluster") == 1
    assert kinds.count("gcp:container/nodePool:NodePool") == 2, "the system pool, and the one for sandboxes"
