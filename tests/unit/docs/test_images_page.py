"""The program in the page about images is one that runs."""

import re
from pathlib import Path
from typing import Any

from tests.unit.cluster.cluster_recorder import recorded

PAGE = Path(__file__).parents[3] / "docs" / "images.md"


def test_the_example_makes_mirrors_that_nodes_and_templates_use() -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    # The controller comes from a release file, which a test does not fetch.
    program = code.partition("controller = ")[0]
    graph = recorded(lambda: exec(program, {})).graph
    kinds = [key.partition(" ")[0] for key in graph]
    assert kinds.count("gcp:artifactregistry/repository:Repository") == 2
    assert kinds.count("gcp:artifactregistry/repositoryIamMember:RepositoryIamMember") == 4
    (template,) = [
        each for key, each in graph.items() if key.endswith("SandboxTemplate python") and "k8s" in key
    ]
    pod: Any = template["inputs"]["spec"]["podTemplate"]["spec"]
    assert re.fullmatch(
        r"europe-west4-docker\.pkg\.dev/acme-agents/images-docker-io-[0-9a-f]{8}/library/python:3\.12",
        pod["containers"][0]["image"],
    )
