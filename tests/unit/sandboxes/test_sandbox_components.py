"""The components: what they register, what they refuse, and what they look like to other languages."""

import json
from collections.abc import Callable
from typing import Any, cast

import pulumi
import pulumi_kubernetes as kubernetes
import pytest
from pulumi.provider.experimental.component import ComponentProvider

from gke_agent_sandbox.pulumi_values import SECRET, SIGNATURE
from gke_agent_sandbox.sandboxes import (
    SandboxTemplate,
    SandboxTemplateArgs,
    SandboxWarmPool,
    SandboxWarmPoolArgs,
)
from gke_agent_sandbox.tenancy import SandboxNamespace
from tests.unit.sandboxes.recorder import recorded
from tests.unit.sandboxes.upstream import case

IMAGE = "registry.example.com/agents/python:1"
TEMPLATE = "kubernetes:extensions.agents.x-k8s.io/v1beta1:SandboxTemplate python"
POOL = "kubernetes:extensions.agents.x-k8s.io/v1beta1:SandboxWarmPool python"


def stack() -> None:
    """A tenant with a template and a pool, on a provider of its own, after an install."""
    provider = kubernetes.Provider("cluster", kubeconfig="{}")
    install = kubernetes.core.v1.ConfigMap("install", opts=pulumi.ResourceOptions(provider=provider))
    opts = pulumi.ResourceOptions(provider=provider, depends_on=[install])
    tenant = SandboxNamespace("tenant", {"namespace": "demo"}, opts)
    template = SandboxTemplate("python", {"namespace": tenant.namespace, "image": IMAGE}, opts)
    SandboxWarmPool(
        "python",
        {
            "namespace": tenant.namespace,
            "pool_name": "python",
            "template": template.template_name,
            "replicas": cast(int, 2.0),
        },
        opts,
    )


def kubernetes_part(graph: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {
        name: each for name, each in graph.items() if name.startswith("kubernetes:") and "install" not in name
    }


def test_the_graph() -> None:
    graph = kubernetes_part(recorded(stack))
    tenant = ["install", "tenant", "tenant-default-deny", "tenant-quota", "tenant-service-account"]
    assert {name: each["depends_on"] for name, each in graph.items()} == {
        "kubernetes:core/v1:Namespace tenant": ["install"],
        "kubernetes:core/v1:ResourceQuota tenant-quota": ["install", "tenant"],
        "kubernetes:core/v1:ResourceQuota tenant-custom-resources": ["install", "tenant"],
        "kubernetes:core/v1:ServiceAccount tenant-service-account": ["install", "tenant"],
        "kubernetes:networking.k8s.io/v1:NetworkPolicy tenant-default-deny": ["install", "tenant"],
        TEMPLATE: tenant,
        POOL: sorted([*tenant, "python"]),
    }
    assert {each["provider"] for each in graph.values()} == {"cluster"}
    assert graph[TEMPLATE]["parent"] == "python"
    assert {name for name, each in graph.items() if each["replace_on_changes"]} == {TEMPLATE}
    assert graph[TEMPLATE]["replace_on_changes"] == ["spec"]
    assert graph[POOL]["timeouts"] == ["600s", "600s"]
    assert graph[TEMPLATE]["timeouts"] == ["", ""]


def test_the_template_has_no_name_and_the_pool_keeps_its_own() -> None:
    graph = recorded(stack)
    assert graph[TEMPLATE]["inputs"]["metadata"] == {"namespace": "demo"}
    assert graph[POOL]["inputs"] == {
        "apiVersion": "extensions.agents.x-k8s.io/v1beta1",
        "kind": "SandboxWarmPool",
        "metadata": {
            "name": "python",
            "namespace": "demo",
            "annotations": {"pulumi.com/waitFor": "jsonpath={.status.readyReplicas}=2"},
        },
        "spec": {"replicas": 2, "sandboxTemplateRef": {"name": "python-1a2b3c4d"}},
    }


def test_cases_32_and_34_every_object_waits_for_the_install_and_is_deleted_before_it() -> None:
    for number in ("32", "34"):
        assert case(number)
    graph = kubernetes_part(recorded(stack))
    assert all("install" in each["depends_on"] for each in graph.values())
    assert "python" in graph[POOL]["depends_on"]


def test_an_empty_pool_waits_for_nothing() -> None:
    args: SandboxWarmPoolArgs = {"namespace": "demo", "pool_name": "python", "template": "t", "replicas": 0}
    registered = recorded(lambda: SandboxWarmPool("python", args))[POOL]
    assert registered["timeouts"] == ["", ""]
    assert registered["inputs"]["metadata"] == {"name": "python", "namespace": "demo"}
    assert registered["inputs"]["spec"]["replicas"] == 0


def test_user_data_is_not_renamed() -> None:
    args: SandboxTemplateArgs = {
        "namespace": "demo",
        "image": IMAGE,
        "labels": {"my_label": "x"},
        "container": {"env": {"A_B": "x", "lower_case": "y"}},
    }
    inputs = recorded(lambda: SandboxTemplate("python", args))[TEMPLATE]["inputs"]
    assert inputs["spec"]["podTemplate"]["metadata"]["labels"] == {"my_label": "x"}
    names = [each["name"] for each in inputs["spec"]["podTemplate"]["spec"]["containers"][0]["env"]]
    assert sorted(names) == ["A_B", "lower_case"]


def refusal(program: Callable[[], object]) -> str:
    with pytest.raises(pulumi.RunError) as error:
        recorded(program)
    return str(error.value)


def test_wrong_arguments_are_refused_all_at_once_before_anything_is_registered() -> None:
    args: Any = {
        "image": 3,
        "imagee": IMAGE,
        "container": {"environment": {}, "ports": {"http": "x"}},
        "runtime": "gvsor",
        "policies": {"env_vars_injection_policy": "Allow"},
        "resources": pulumi.Output.from_input({}),
    }
    message = refusal(lambda: SandboxTemplate("python", args))
    for words in (
        "SandboxTemplate python: 8 problems",
        "namespace: is required and missing",
        "image: is a number, must be text",
        "imagee: is no setting of this group. Write instead: image",
        "container.environment: is no setting",
        "container.ports.http: is text, must be a whole number",
        "runtime: is none of gvisor. Write instead: gvisor",
        "policies.env_vars_injection_policy: is none of",
        "resources: is an output",
    ):
        assert words in message


def test_a_pool_with_wrong_arguments() -> None:
    args: Any = {"namespace": "demo", "pool_name": "Py", "template": "t", "replicas": 2, "wait_seconds": 5}
    assert "pool_name: is not a DNS label" in refusal(lambda: SandboxWarmPool("python", args))
    args = {"namespace": "demo", "pool_name": "py", "template": "t", "replicas": 1.5, "wait_seconds": -1}
    message = refusal(lambda: SandboxWarmPool("python", args))
    assert "replicas: is a number, must be a whole number" in message
    assert "wait_seconds: is less than 0" in message


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"image": "${IMAGE}"}, "image: holds an unexpanded variable"),
        ({"image": 3}, "image: is a number, must be text"),
        ({"namespace": "kube-system"}, "namespace: is a namespace of Kubernetes"),
        (
            {"labels": {"app": "sandbox-router"}},
            "pod must not carry the router's label",
        ),
        ({"container": {"run_as_user": 0}}, "runAsUser"),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_a_value_is_checked_now_or_as_soon_as_it_is_known(
    more: dict[str, Any], words: str, late: bool
) -> None:
    def program() -> None:
        given: Any = {"namespace": "demo", "image": IMAGE, **(known_later(more) if late else more)}
        SandboxTemplate("python", given)

    assert words in refusal(program)


def known_later(value: Any) -> Any:
    """The same value with outputs for leaves; a plain key of the arguments stays plain."""
    if isinstance(value, dict):
        entries = cast(dict[str, Any], value)
        return {key: entry if key == "run_as_user" else known_later(entry) for key, entry in entries.items()}
    return pulumi.Output.from_input(value)


def test_a_secret_output_stays_secret_and_out_of_the_message() -> None:
    def program() -> None:
        image = pulumi.Output.secret("registry.example.com/S3CRET:1")
        SandboxTemplate("python", {"namespace": "demo", "image": image})

    message = refusal(program)
    assert "upper-case" in message
    assert "S3CRET" not in message


@pytest.mark.parametrize("whole", [False, True])
def test_case_39_what_is_secret_is_still_marked_so_in_the_state(whole: bool) -> None:
    def program() -> None:
        image = pulumi.Output.secret(f"{IMAGE}-s3cr3t-canary-0001")
        pod = {"pod": {"containers": [{"name": "a", "image": image}]}}
        args: Any = {"namespace": "demo", **(pod if whole else {"image": image})}
        SandboxTemplate("python", args)

    inputs = recorded(program)[TEMPLATE]["inputs"]
    container = inputs["spec"]["podTemplate"]["spec"]["containers"][0]
    assert container.pop("image") == {SIGNATURE: SECRET, "value": f"{IMAGE}-s3cr3t-canary-0001"}
    assert "s3cr3t-canary-0001" not in json.dumps(inputs)


def test_case_39_a_secret_of_a_namespace_is_still_marked_so() -> None:
    def program() -> None:
        annotations = {"owner": pulumi.Output.secret("s3cr3t-canary-0001")}
        SandboxNamespace("tenant", {"namespace": "demo", "annotations": annotations})

    graph = recorded(program)
    annotations = graph["kubernetes:core/v1:Namespace tenant"]["inputs"]["metadata"]["annotations"]
    assert annotations.pop("owner") == {SIGNATURE: SECRET, "value": "s3cr3t-canary-0001"}
    assert "s3cr3t-canary-0001" not in json.dumps(graph)


def test_a_good_output_passes_through() -> None:
    def program() -> None:
        SandboxTemplate(
            "python",
            {"namespace": pulumi.Output.from_input("demo"), "image": pulumi.Output.from_input(IMAGE)},
        )

    inputs = recorded(program)[TEMPLATE]["inputs"]
    assert inputs["spec"]["podTemplate"]["spec"]["containers"][0]["image"] == IMAGE
    assert inputs["metadata"]["namespace"] == "demo"


COMPONENTS: list[type[pulumi.ComponentResource]] = [SandboxTemplate, SandboxWarmPool, SandboxNamespace]


def schema() -> dict[str, Any]:
    return json.loads(ComponentProvider(COMPONENTS, "gke-agent-sandbox").schema or "")


def test_other_languages_see_the_components() -> None:
    resources = schema()["resources"]
    assert set(resources) == {f"gke-agent-sandbox:index:{each.__name__}" for each in COMPONENTS}
    template = resources["gke-agent-sandbox:index:SandboxTemplate"]
    assert template["requiredInputs"] == ["namespace"]
    assert set(template["properties"]) == {"templateName", "namespace"}
    pool = resources["gke-agent-sandbox:index:SandboxWarmPool"]
    assert set(pool["requiredInputs"]) == {"namespace", "poolName", "template", "replicas"}
    assert set(pool["properties"]) == {"poolName", "namespace", "replicas"}


def test_every_argument_is_described_and_there_are_at_most_a_dozen() -> None:
    described = schema()
    groups = {name: each["inputProperties"] for name, each in described["resources"].items()}
    groups |= {name: each["properties"] for name, each in described["types"].items() if "properties" in each}
    for name, properties in groups.items():
        assert len(properties) <= 12, name
        for key, each in properties.items():
            assert each.get("description"), f"{name}.{key}"


def test_a_host_constructs_them_from_its_own_kind_of_arguments() -> None:
    def program() -> None:
        provider = ComponentProvider(COMPONENTS, "gke-agent-sandbox")
        inputs: Any = {
            "namespace": "demo",
            "image": IMAGE,
            "runtime": "gvisor",
            "container": {"ports": {"http": 8080.0}, "runAsUser": 1000.0, "readOnlyRootFilesystem": False},
            "policies": {"networkPolicyManagement": "Unmanaged"},
        }
        provider.construct("python", "gke-agent-sandbox:index:SandboxTemplate", inputs)

    spec = recorded(program)[TEMPLATE]["inputs"]["spec"]
    assert spec["networkPolicyManagement"] == "Unmanaged"
    pod = spec["podTemplate"]["spec"]
    assert pod["containers"][0]["ports"] == [{"name": "http", "containerPort": 8080, "protocol": "TCP"}]
    assert pod["securityContext"]["runAsUser"] == 1000
    assert pod["containers"][0]["securityContext"]["readOnlyRootFilesystem"] is False


def test_the_tenant_of_the_nodes_may_be_known_later() -> None:
    def program(tenant: pulumi.Output[str]) -> None:
        SandboxTemplate("python", {"namespace": "demo", "image": IMAGE, "node_tenant": tenant})

    pod = recorded(lambda: program(pulumi.Output.from_input("acme")))[TEMPLATE]["inputs"]["spec"][
        "podTemplate"
    ]["spec"]
    assert pod["nodeSelector"]["gke-agent-sandbox/tenant"] == "acme"
    assert pod["tolerations"][1]["value"] == "acme"
    message = refusal(lambda: program(pulumi.Output.secret("s3cr3t canary")))
    assert "node_tenant: is no valid label value" in message
    assert "canary" not in message
