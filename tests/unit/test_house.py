"""The rules of the house that a test can hold."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHIPPED = {"gke_agent_sandbox": ROOT / "components", "gke_agent_sandbox_policies": ROOT / "policies"}
FOLDERS = (
    "components",
    "policies",
    "automation",
    "localcluster",
    "tools",
    "docs",
    "bench",
    "tests",
    "examples",
)
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """The absolute names that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return names


def private(path: Path) -> set[str]:
    """The private names that a file takes from another."""
    return {
        alias.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name.startswith("_")
    }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_source_file(path: Path) -> None:
    tops = {name.split(".")[0] for name in imported(path)}
    assert not tops & {"components", "policies"}, "what is shipped is imported by its installed name"
    assert not private(path), "no room reaches into another's private parts"
    if ROOT / "components" in path.parents:
        assert "__future__" not in tops, "the component host cannot read such a module"
        assert "gke_agent_sandbox" not in tops, "relative imports within the library"
        assert not tops & {"automation", "localcluster", "tools", "tests"}, "what is not shipped"
    if ROOT / "components" / "rules" in path.parents:
        assert not tops & {"pulumi", "pulumi_policy", "pulumi_kubernetes"}, "the rules are pure"


@pytest.mark.parametrize(
    "module",
    [
        "gke_agent_sandbox",
        "gke_agent_sandbox.cli",
        "gke_agent_sandbox.pulumi_values",
        "gke_agent_sandbox.cluster.requirements",
        "gke_agent_sandbox.rules",
        "gke_agent_sandbox.cluster.checks",
        "gke_agent_sandbox.cluster.settings",
        "gke_agent_sandbox.cluster.kubeconfig",
        "gke_agent_sandbox.cluster.node_pool_facts",
        "gke_agent_sandbox.cluster.node_pool_capacity",
        "gke_agent_sandbox.cluster.node_pool_sizing",
        "gke_agent_sandbox.cluster.node_pool_problems",
        "gke_agent_sandbox.cluster.existing_problems",
        "gke_agent_sandbox.facts.agent_sandbox",
        "gke_agent_sandbox.facts.gke_sandbox",
        "gke_agent_sandbox.facts.tenant_nodes",
        "gke_agent_sandbox.identity.problems",
        "gke_agent_sandbox.images",
        "gke_agent_sandbox.images.image_map",
        "gke_agent_sandbox.images.in_pods",
        "gke_agent_sandbox.images.pulls",
        "gke_agent_sandbox.images.remote_repository_problems",
        "gke_agent_sandbox.images.remote_repository_settings",
        "gke_agent_sandbox.images.supply",
        "gke_agent_sandbox.network",
        "gke_agent_sandbox.network.existing",
        "gke_agent_sandbox.network.firewall",
        "gke_agent_sandbox.network.planning",
        "gke_agent_sandbox.network.problems",
        "gke_agent_sandbox.network.properties",
        "gke_agent_sandbox.problems",
        "gke_agent_sandbox.quantities",
        "gke_agent_sandbox.shapes",
        "gke_agent_sandbox.sandboxes.api",
        "gke_agent_sandbox.sandboxes.templates",
        "gke_agent_sandbox.controller.manifest",
        "gke_agent_sandbox.controller.settings",
        "gke_agent_sandbox.tenancy.problems",
        "gke_agent_sandbox.apis.deployer_roles",
        "gke_agent_sandbox.apis.needed",
        "gke_agent_sandbox.waiting.passing",
        "gke_agent_sandbox.waiting.patience",
    ],
)
def test_a_pure_room_loads_no_engine(module: str) -> None:
    code = f"import sys, {module}; print([name for name in sys.modules if name.startswith('pulumi')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    code = (
        "import gke_agent_sandbox as library; [getattr(library, name) for name in library.__all__];"
        "print(set(library.__all__) ^ set(library.ROOMS))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_every_folder_that_is_shipped_is_a_package() -> None:
    for folder in SHIPPED.values():
        for path in folder.rglob("*.py"):
            assert (path.parent / "__init__.py").is_file(), f"{path.parent} would be missing in the wheel"
