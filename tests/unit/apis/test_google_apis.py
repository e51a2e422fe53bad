"""The component GoogleApis: what it makes, refuses, and holds back."""

from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml
from pulumi.provider.experimental.component import ComponentProvider

from gke_agent_sandbox import AutopilotCluster, GoogleApis, needed_apis
from gke_agent_sandbox.apis.deployer_roles import DEPLOYER_ROLES, matches, roles_for
from gke_agent_sandbox.apis.google_apis import argument_problems
from tests.unit.cluster.cluster_recorder import PROJECT, SERVICE_AGENT, Recorder, args, known, recorded

UNIT = Path(__file__).parents[1]
SERVICE = "gcp:projects/service:Service"
AGENT = "gcp:projects/serviceIdentity:ServiceIdentity apis-container"


def made(**given: Any) -> Recorder:
    arguments: Any = {"project": PROJECT, **given}
    return recorded(lambda: GoogleApis("apis", arguments))


def test_the_default_is_what_a_default_cluster_needs() -> None:
    graph = made().graph
    services = {key: each for key, each in graph.items() if key.startswith(SERVICE)}
    assert {each["inputs"]["service"] for each in services.values()} == set(needed_apis())
    for each in services.values():
        assert each["inputs"]["disableOnDestroy"] is False
        assert each["inputs"]["project"] == PROJECT
        assert each["parent"] == "gke-agent-sandbox:index:GoogleApis apis"
    assert graph[AGENT]["inputs"] == {"project": PROJECT, "service": "container.googleapis.com"}
    assert f"{SERVICE} apis-container" in graph[AGENT]["depends_on"]


def test_an_agent_is_made_only_with_its_api() -> None:
    graph = made(apis=["compute.googleapis.com"]).graph
    assert [key for key in graph if key.startswith("gcp:")] == [f"{SERVICE} apis-compute"]
    graph = made(apis=["container.googleapis.com"], service_agents=[]).graph
    assert [key for key in graph if key.startswith("gcp:")] == [f"{SERVICE} apis-container"]


def test_whoever_uses_an_output_is_made_after_all_apis_and_agents() -> None:
    def program() -> None:
        arguments: Any = {"project": PROJECT, "apis": ["container.googleapis.com", "compute.googleapis.com"]}
        apis = GoogleApis("apis", arguments)
        security: Any = {"encryption": {"service_agent": apis.service_agents["container.googleapis.com"]}}
        given: Any = args(project=apis.project, security=security)
        AutopilotCluster("main", given)

    recorder = recorded(program)
    ring = recorder.graph["gcp:kms/keyRing:KeyRing main-secrets"]
    assert {AGENT, f"{SERVICE} apis-container", f"{SERVICE} apis-compute"} <= set(ring["depends_on"])
    grant = recorder.graph["gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember main-secrets"]
    assert grant["inputs"]["member"] == f"serviceAccount:{SERVICE_AGENT}"
    assert recorder.asked == [], "the project's number is not asked for"


def test_outputs() -> None:
    seen: dict[str, Any] = {}

    def program() -> None:
        arguments: Any = {"project": PROJECT, "apis": ["container.googleapis.com"]}
        apis = GoogleApis("apis", arguments)
        known(apis.project, seen, "project")
        known(apis.enabled, seen, "enabled")
        known(apis.service_agents, seen, "service_agents")

    recorded(program)
    assert seen == {
        "project": PROJECT,
        "enabled": ["container.googleapis.com"],
        "service_agents": {"container.googleapis.com": SERVICE_AGENT},
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"apis": ["container"]}, "apis[0]: is no name of a Google API"),
        ({"apis": ["container"]}, "Write instead: container.googleapis.com"),
        ({"apis": ["https://container.googleapis.com/v1"]}, "apis[0]: is no name of a Google API"),
        ({"apis": ["compute.googleapis.com"] * 2}, "apis[1]: names compute.googleapis.com again"),
        ({"apis": []}, "apis: is empty"),
        ({"apis": "container.googleapis.com"}, "apis: "),
        ({"service_agents": ["run.googleapis.com"]}, "which is not among apis"),
        ({"aips": []}, "aips: is no setting of this group"),
    ],
)
def test_refusals(given: dict[str, Any], message: str) -> None:
    with pytest.raises(pulumi.RunError) as caught:
        made(**given)
    assert message in str(caught.value)
    assert str(caught.value).startswith("GoogleApis apis: 1 problem")


def test_all_problems_come_at_once() -> None:
    found = argument_problems({"apis": ["container", "x"], "service_agents": ["y"]}, None)
    assert [each.path for each in found] == ["project", "apis[0]", "apis[1]", "service_agents[0]"]


def test_a_host_of_other_languages_makes_it() -> None:
    def program() -> None:
        provider = ComponentProvider([GoogleApis], "gke-agent-sandbox")
        inputs: Any = {"project": PROJECT, "apis": ["container.googleapis.com"]}
        provider.construct("apis", "gke-agent-sandbox:index:GoogleApis", inputs)

    assert AGENT in recorded(program).graph


def test_the_schema_describes_every_property() -> None:
    schema = ComponentProvider([GoogleApis], "gke-agent-sandbox").analyzer.analyze([GoogleApis])
    definition = schema["component_definitions"]["GoogleApis"]
    assert set(definition.inputs) == {"project", "apis", "serviceAgents"}
    assert set(definition.outputs) == {"project", "enabled", "serviceAgents"}
    assert all(each.description for each in (*definition.inputs.values(), *definition.outputs.values()))


def test_every_type_in_a_golden_graph_has_the_role_that_it_needs() -> None:
    types = {
        key.partition(" ")[0]
        for file in UNIT.glob("*/golden/*.yaml")
        for key in yaml.safe_load(file.read_text())
        if key.startswith(("gcp:", "kubernetes:"))
    }
    assert "gcp:container/cluster:Cluster" in types
    assert {each for each in types if not roles_for(each)} == set()
    assert roles_for(SERVICE)
    assert roles_for(AGENT.partition(" ")[0])


def test_rows_of_roles() -> None:
    assert [each.role for each in roles_for("gcp:kms/keyRing:KeyRing")] == ["roles/cloudkms.admin"]
    assert {each.role for each in roles_for("gcp:container/nodePool:NodePool")} == {
        "roles/container.admin",
        "roles/iam.serviceAccountUser",
    }
    assert roles_for("gcp:storage/bucket:Bucket") == ()
    assert matches("gcp:kms/*", "gcp:kms/keyRing:KeyRing")
    assert not matches("gcp:compute/router:*", "gcp:compute/routerNat:RouterNat")
    for each in DEPLOYER_ROLES:
        assert each.role.startswith("roles/")
        assert each.types
        assert each.source
