"""What the component registers: each object under its type, with the edges that order create and destroy."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pulumi
import pulumi_kubernetes as kubernetes
import pytest

from gke_agent_sandbox.controller import AgentSandboxController
from gke_agent_sandbox.controller.manifest import Manifest, ManifestFile
from tests.unit.controller.recording import Registered, run

Graph = Mapping[tuple[str, str], Registered]

COMPONENT = "gke-agent-sandbox:index:AgentSandboxController"
CRD = "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition"
DEPLOYMENT = "kubernetes:apps/v1:Deployment"
NAMESPACE = "kubernetes:core/v1:Namespace"
PROVIDER = "pulumi:providers:kubernetes"


def installed(
    release_file: ManifestFile, args: dict[str, Any] | None = None, *, preview: bool = False
) -> Graph:
    """The graph of a program that gives the component its own provider, as stacks do."""

    def program() -> None:
        provider = kubernetes.Provider("cluster", kubeconfig="k")
        AgentSandboxController(
            "sandbox",
            {"kubeconfig": "k", "manifest": {"source": release_file.source}, **(args or {})},  # pyright: ignore[reportArgumentType]
            pulumi.ResourceOptions(provider=provider),
        )

    return run(program, preview=preview)


@pytest.fixture(scope="module")
def graph(release_file: ManifestFile) -> Graph:
    return installed(release_file, {"replicas": 2})


def one(graph: Graph, type_: str) -> Registered:
    (found,) = (registered for key, registered in graph.items() if key[0] == type_)
    return found


def objects_of(graph: Graph) -> list[Registered]:
    return [registered for key, registered in graph.items() if key[0].startswith("kubernetes:")]


def closure(graph: Graph, start: Registered) -> set[str]:
    """Everything that a resource depends on, directly or not."""
    by_reference = {f"{registered.type}::{registered.name}": registered for registered in graph.values()}
    found: set[str] = set()
    waiting = list(start.depends_on)
    while waiting:
        reference = waiting.pop()
        if reference not in found and reference in by_reference:
            found.add(reference)
            waiting += by_reference[reference].depends_on
    return found


def test_each_object_is_a_resource_of_its_own_type_with_a_stable_name(graph: Graph, manifest: Manifest):
    registered = {(entry.type, entry.name) for entry in objects_of(graph)}
    for obj in manifest.objects:
        api = obj["apiVersion"] if "/" in obj["apiVersion"] else f"core/{obj['apiVersion']}"
        assert (f"kubernetes:{api}:{obj['kind']}", f"sandbox-{obj['metadata']['name']}") in registered
    assert len(registered) == len(manifest.objects) + 2
    assert ("kubernetes:core/v1:ConfigMap", "sandbox-agent-sandbox-config") in registered
    assert ("kubernetes:policy/v1:PodDisruptionBudget", "sandbox-agent-sandbox-controller") in registered


def test_every_resource_is_a_child_of_the_component(graph: Graph):
    for registered in graph.values():
        if registered.type not in (COMPONENT, "pulumi:pulumi:Stack") and registered.name != "cluster":
            assert registered.parent == f"{COMPONENT}::sandbox", registered.name


def test_inputs_are_known_and_complete_at_the_first_preview(release_file: ManifestFile, manifest: Manifest):
    graph = installed(release_file, preview=True)
    crd = graph[(CRD, "sandbox-sandboxtemplates.extensions.agents.x-k8s.io")]
    versions = {version["name"]: version for version in crd.inputs["spec"]["versions"]}
    assert versions["v1beta1"]["schema"]["openAPIV3Schema"] == manifest.schema("SandboxTemplate")
    container = one(graph, DEPLOYMENT).inputs["spec"]["template"]["spec"]["containers"][0]
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}


def test_crds_are_retained_and_adopted(graph: Graph, manifest: Manifest):
    crds = [registered for key, registered in graph.items() if key[0] == CRD]
    assert len(crds) == 4
    for crd in crds:
        assert crd.retain_on_delete
        assert not crd.protect
        assert crd.provider == f"{PROVIDER}::sandbox-crds"
        assert crd.inputs["metadata"]["annotations"]["pulumi.com/patchForce"] == "true"
    assert graph[(PROVIDER, "sandbox-crds")].inputs["upsertExistingObjects"] in (True, "true")


def test_only_crds_are_retained_and_adopted(graph: Graph):
    for registered in objects_of(graph):
        if registered.type != CRD:
            assert not registered.retain_on_delete
            assert registered.provider == f"{PROVIDER}::cluster"
            assert "pulumi.com/patchForce" not in registered.inputs["metadata"].get("annotations", {})


def test_crds_are_deleted_only_on_request(one_release: ManifestFile):
    graph = installed(one_release, {"crds": {"retain": False}})
    assert not any(registered.retain_on_delete for registered in graph.values())


def test_what_the_controller_writes_into_the_crds_is_ignored_only_where_it_does(
    graph: Graph, manifest: Manifest
):
    path = ("spec.conversion.webhook.clientConfig.caBundle",)
    for key, registered in graph.items():
        expected = path if key[0] == CRD and manifest.has_conversion_webhook else ()
        assert registered.ignore_changes == expected


def test_case_32_everything_depends_on_the_crds(graph: Graph):
    crds = {f"{type_}::{name}" for type_, name in graph if type_ == CRD}
    assert len(crds) == 4
    for registered in objects_of(graph):
        if registered.type not in (CRD, NAMESPACE):
            assert crds <= closure(graph, registered), registered.name


def test_services_come_after_the_pods_that_are_their_endpoints(graph: Graph):
    """The Kubernetes provider waits for endpoints: before the Deployment it would wait in vain."""
    deployment = one(graph, DEPLOYMENT)
    for registered in objects_of(graph):
        if registered.type == "kubernetes:core/v1:Service":
            assert f"{DEPLOYMENT}::{deployment.name}" in registered.depends_on


def test_case_34_the_order_of_a_destroy(graph: Graph):
    """Deletion runs against the edges: Services, Deployment, its rights, the CRDs (retained), namespace."""
    deployment = one(graph, DEPLOYMENT)
    below = closure(graph, deployment)
    everything = {f"{r.type}::{r.name}" for r in objects_of(graph)}
    services = {reference for reference in everything if reference.startswith("kubernetes:core/v1:Service::")}
    assert services
    assert below == everything - services - {f"{DEPLOYMENT}::{deployment.name}"}
    namespace = one(graph, NAMESPACE)
    assert not closure(graph, namespace)
    for registered in objects_of(graph):
        if registered is not namespace:
            assert f"{NAMESPACE}::{namespace.name}" in closure(graph, registered)


@pytest.mark.parametrize("by", ["ready", "depends_on"])
def test_objects_that_use_the_handle_come_after_crds_and_controller(one_release: ManifestFile, by: str):
    def program() -> None:
        controller = AgentSandboxController(
            "sandbox", {"kubeconfig": "k", "manifest": {"source": one_release.source}}
        )
        waits = pulumi.ResourceOptions(depends_on=[controller] if by == "depends_on" else [])
        annotations = {"ready": controller.ready} if by == "ready" else {}
        pulumi.CustomResource("test:index:Object", "object", {"annotations": annotations}, waits)

    graph = run(program, preview=True)
    references = closure(graph, one(graph, "test:index:Object"))
    crds = {f"{type_}::{name}" for type_, name in graph if type_ == CRD}
    assert len(crds) == 4
    assert crds <= references
    assert f"{DEPLOYMENT}::sandbox-agent-sandbox-controller" in references
    assert "kubernetes:core/v1:Service::sandbox-agent-sandbox-controller" in references


def test_what_the_component_waits_for_its_objects_wait_for(one_release: ManifestFile):
    def program() -> None:
        pool = pulumi.CustomResource("test:index:NodePool", "pool", {})
        AgentSandboxController(
            "sandbox",
            {"kubeconfig": "k", "manifest": {"source": one_release.source}},
            pulumi.ResourceOptions(depends_on=[pool]),
        )

    graph = run(program)
    for registered in objects_of(graph):
        assert "test:index:NodePool::pool" in closure(graph, registered), registered.name


def test_without_a_provider_one_is_made_that_adopts_nothing(one_release: ManifestFile):
    def program() -> None:
        AgentSandboxController(
            "sandbox",
            {
                "kubeconfig": pulumi.Output.from_input("k"),
                "cluster_identifier": pulumi.Output.from_input("projects/p/clusters/c"),
                "manifest": {"source": one_release.source},
            },
        )

    graph = run(program)
    providers = {name: registered for (type_, name), registered in graph.items() if type_ == PROVIDER}
    assert set(providers) == {"sandbox-objects", "sandbox-crds"}
    assert one(graph, DEPLOYMENT).provider == f"{PROVIDER}::sandbox-objects"
    assert "upsertExistingObjects" not in providers["sandbox-objects"].inputs
    for provider in providers.values():
        assert provider.inputs["clusterIdentifier"] == "projects/p/clusters/c"
        assert provider.inputs["kubeconfig"] == "k"
        assert "kubeconfig" in provider.secrets


def test_the_outputs(release_file: ManifestFile, manifest: Manifest):
    def program() -> object:
        controller = AgentSandboxController(
            "sandbox", {"kubeconfig": "k", "manifest": {"source": release_file.source}}
        )
        return pulumi.Output.all(
            controller.namespace,
            controller.service_account,
            controller.release,
            controller.manifest_sha256,
            controller.ready,
        ).apply(check)

    seen: list[list[str]] = []

    def check(values: list[str]) -> None:
        seen.append(values)

    run(program, preview=True)
    account = "agent-sandbox-controller"
    assert seen == [
        ["agent-sandbox-system", account, manifest.release, manifest.digest, manifest.release],
    ]


def test_an_image_that_is_not_known_yet_is_passed_on(one_release: ManifestFile):
    graph = installed(one_release, {"image": pulumi.Output.from_input("mirror.example.com/c:v1")})
    container = one(graph, DEPLOYMENT).inputs["spec"]["template"]["spec"]["containers"][0]
    assert container["image"] == "mirror.example.com/c:v1"


def test_one_replica_has_no_budget(one_release: ManifestFile):
    assert not [key for key in installed(one_release) if key[0].endswith("PodDisruptionBudget")]


def test_a_changed_list_of_domains_rolls_the_deployment(one_release: ManifestFile):
    templates: list[Any] = []
    for domains in (["a.example.com"], ["b.example.com"]):
        graph = installed(one_release, {"allowed_label_domains": domains})
        data = one(graph, "kubernetes:core/v1:ConfigMap").inputs["data"]
        assert data == {"allowed-label-domains": f"{domains[0]}\nsandbox.users.io\n"}
        templates.append(one(graph, DEPLOYMENT).inputs["spec"]["template"])
    assert templates[0] != templates[1]


def test_a_refusal_registers_nothing(tmp_path: Path):
    def program() -> None:
        AgentSandboxController(
            "sandbox", {"kubeconfig": "secret-kubeconfig", "manifest": {"source": str(tmp_path / "missing")}}
        )

    registered: list[Graph] = []
    with pytest.raises(pulumi.RunError) as refused:
        registered.append(run(program))
    assert "No such file" in str(refused.value)
    assert "secret-kubeconfig" not in str(refused.value)
    assert not registered
