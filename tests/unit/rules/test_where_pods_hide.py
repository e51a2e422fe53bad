"""Every place in which a resource can carry a pod."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource, judge
from tests.unit.rules.objects import FEW, IMAGE, about, good_pod_spec, pod, resource, told

BAD = {"containers": [{"name": "app", "image": IMAGE}]}
TEMPLATE = ("spec", "template", "spec")
SANDBOX = ("spec", "podTemplate", "spec")

KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "core/v1:Pod": ("v1", ("spec",)),
    "core/v1:PodTemplate": ("v1", ("template", "spec")),
    "core/v1:ReplicationController": ("v1", TEMPLATE),
    **{
        f"{api}:{kind}": (api, TEMPLATE)
        for api, kinds in {
            "apps/v1": ("DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"),
            "apps/v1beta1": ("Deployment", "StatefulSet"),
            "apps/v1beta2": ("DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"),
            "extensions/v1beta1": ("DaemonSet", "Deployment", "ReplicaSet"),
            "batch/v1": ("Job",),
        }.items()
        for kind in kinds
    },
    **{
        f"batch/{version}:CronJob": (f"batch/{version}", ("spec", "jobTemplate", *TEMPLATE))
        for version in ("v1", "v1beta1", "v2alpha1")
    },
}
CUSTOM = (
    "agents.x-k8s.io/v1alpha1:Sandbox",
    "agents.x-k8s.io/v1beta1:Sandbox",
    "extensions.agents.x-k8s.io/v1alpha1:SandboxTemplate",
    "extensions.agents.x-k8s.io/v1beta1:SandboxTemplate",
)
ALL_KINDS = {**KINDS, **{each: (each.partition(":")[0], SANDBOX) for each in CUSTOM}}
PARAMETERS = [
    pytest.param(module, kind, api, path, id=f"{module}:{kind}")
    for each, (api, path) in ALL_KINDS.items()
    for module, _, kind in (each.partition(":"),)
]


@pytest.mark.parametrize(("module", "kind", "api", "path"), PARAMETERS)
def test_a_pod_is_found_in_each_kind(module: str, kind: str, api: str, path: tuple[str, ...]) -> None:
    where = ".".join(path)
    bad = resource(f"kubernetes:{module}:{kind}", api, kind, path, BAD)
    assert {(each.rule, each.path) for each in judge(bad, FEW)} >= {
        ("run-as-non-root", f"{where}.containers[0].securityContext.runAsNonRoot"),
        ("drop-all-capabilities", f"{where}.containers[0].securityContext.capabilities.drop"),
    }
    assert judge(resource(f"kubernetes:{module}:{kind}", api, kind, path, good_pod_spec()), FEW) == []


@pytest.mark.parametrize(("module", "kind", "api", "path"), PARAMETERS)
def test_the_type_alone_and_the_object_alone_are_enough(
    module: str, kind: str, api: str, path: tuple[str, ...]
) -> None:
    by_type = resource(f"kubernetes:{module}:{kind}", None, None, path, BAD)
    by_object = resource(None, api, kind, path, BAD)
    assert told(by_type) == told(by_object) != []


@pytest.mark.parametrize(("module", "kind", "api", "path"), PARAMETERS)
def test_a_pod_is_found_in_each_list(module: str, kind: str, api: str, path: tuple[str, ...]) -> None:
    whole = resource(f"kubernetes:{module}:{kind}", api, kind, path, BAD)
    bare = {key: value for key, value in whole.properties.items() if key not in ("apiVersion", "kind")}
    for item in (whole.properties, bare):
        listed = Resource(
            f"kubernetes:{module}:{kind}List",
            {"apiVersion": api, "kind": f"{kind}List", "items": [item]},
        )
        assert told(listed) == [(rule, verdict, f"items[0].{at}") for rule, verdict, at in told(whole)]


def test_a_list_of_anything_holds_objects_of_their_own_kind() -> None:
    item = pod(BAD).properties
    nested = {
        "apiVersion": "v1",
        "kind": "List",
        "items": [{"apiVersion": "v1", "kind": "List", "items": [item]}],
    }
    assert {each.path for each in judge(Resource(None, nested), FEW)} >= {
        "items[0].items[0].spec.automountServiceAccountToken"
    }


@pytest.mark.parametrize("items", [UNKNOWN, [UNKNOWN]])
def test_a_list_that_is_not_known_yet_is_undetermined(items: Any) -> None:
    listed = Resource("kubernetes:core/v1:PodList", {"apiVersion": "v1", "kind": "PodList", "items": items})
    assert [(each.rule, each.verdict) for each in judge(listed, FEW)] == [("pod-readable", "undetermined")]


def test_the_object_is_believed_as_much_as_the_type() -> None:
    assert about("run-as-non-root", resource("kubernetes:core/v1:ConfigMap", "v1", "Pod", ("spec",), BAD))
    assert about(
        "pod-readable", Resource("kubernetes:core/v1:Pod", {"apiVersion": "v1", "kind": "ConfigMap"})
    )


def test_a_template_that_is_created_as_a_sandbox_needs_an_explicit_token_switch() -> None:
    spec = good_pod_spec(automountServiceAccountToken=None)
    spoofed = resource(
        "kubernetes:extensions.agents.x-k8s.io/v1beta1:SandboxTemplate",
        "agents.x-k8s.io/v1beta1",
        "Sandbox",
        SANDBOX,
        spec,
    )
    assert ("token-automount-off", "violation") in {(rule, verdict) for rule, verdict, _ in told(spoofed)}


@pytest.mark.parametrize("token", ["crds:index:Sandbox", "platform:index:Workload", None])
def test_a_type_of_another_package_is_judged_by_its_object(token: str | None) -> None:
    assert about("run-as-non-root", resource(token, "agents.x-k8s.io/v1beta1", "Sandbox", SANDBOX, BAD))


@pytest.mark.parametrize("field", ["apiVersion", "kind"])
def test_an_object_that_does_not_say_what_it_is_is_undetermined(field: str) -> None:
    unsure = Resource(
        "kubernetes:core/v1:ConfigMap", {"apiVersion": "v1", "kind": "ConfigMap", field: UNKNOWN}
    )
    assert told(unsure) == [("pod-readable", "undetermined", field)]


def test_any_custom_resource_is_searched_for_pods() -> None:
    cluster = Resource(
        "kubernetes:ray.io/v1:RayCluster",
        {
            "apiVersion": "ray.io/v1",
            "kind": "RayCluster",
            "spec": {
                "headGroupSpec": {"template": {"spec": BAD}},
                "workerGroupSpecs": [{"template": {"spec": good_pod_spec()}}, {"template": {"spec": BAD}}],
            },
        },
    )
    places = {each.path.partition(".spec.containers")[0] for each in about("run-as-non-root", cluster)}
    assert places == {"spec.headGroupSpec.template", "spec.workerGroupSpecs[1].template"}


def test_containers_without_an_image_are_a_change_of_someone_elses_pod() -> None:
    """As in a Prometheus of the operator, which merges them into its own."""

    def prometheus(context: dict[str, Any]) -> Resource:
        spec = {"containers": [{"name": "prometheus", "securityContext": context}]}
        return resource(None, "monitoring.coreos.com/v1", "Prometheus", ("spec",), spec)

    assert judge(prometheus({"readOnlyRootFilesystem": True}), FEW) == []
    assert [each.rule for each in judge(prometheus({"runAsUser": 0}), FEW)] == ["run-as-non-root"]


@pytest.mark.parametrize(
    "hidden", [UNKNOWN, {"template": UNKNOWN}, {"template": {"spec": {"containers": [UNKNOWN]}}}]
)
def test_a_custom_resource_with_an_unknown_pod_is_undetermined(hidden: Any) -> None:
    found = judge(resource(None, "ray.io/v1", "RayJob", ("spec",), hidden), FEW)
    assert [(each.rule, each.verdict) for each in found] == [("pod-readable", "undetermined")]


@pytest.mark.parametrize(
    "silent",
    [
        Resource("kubernetes:core/v1:Service", {"apiVersion": "v1", "kind": "Service", "spec": UNKNOWN}),
        Resource(
            "kubernetes:core/v1:ConfigMap", {"apiVersion": "v1", "kind": "ConfigMap", "data": {"spec": "x"}}
        ),
        Resource(
            "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition",
            {
                "apiVersion": "apiextensions.k8s.io/v1",
                "kind": "CustomResourceDefinition",
                "spec": {"versions": [{"schema": {"default": BAD}}]},
            },
        ),
        Resource("gcp:container/cluster:Cluster", {"name": UNKNOWN}),
        Resource("pulumi:pulumi:Stack", {}),
        resource(None, "example.com/v1", "Roster", ("spec",), {"containers": ["a", "b"]}),
    ],
    ids=lambda each: each.type_token or "roster",
)
def test_what_carries_no_pod_is_left_alone(silent: Resource) -> None:
    assert judge(silent, FEW) == []


def test_the_table_names_every_kind_of_pulumi_kubernetes_with_a_pod() -> None:
    assert kinds_with_a_pod() == set(KINDS)


def kinds_with_a_pod() -> set[str]:
    """Read in the sources of the installed SDK: the types whose arguments lead to PodSpecArgs."""
    package = find_spec("pulumi_kubernetes")
    if package is None or package.origin is None:
        pytest.skip("pulumi_kubernetes is not installed")
    root = Path(package.origin).parent
    fields: dict[str, set[str]] = {}
    for inputs in root.glob("*/v*/_inputs.py"):
        for name, body in re.findall(
            r"^class (\w+Args):\n(.*?)(?=^class |\Z)", inputs.read_text(), re.M | re.S
        ):
            fields.setdefault(name, set()).update(re.findall(r"(\w+Args)'", body))
    carrying = {"PodSpecArgs"}
    while grown := {name for name, used in fields.items() if used & carrying} - carrying:
        carrying |= grown
    return {
        f"{'/'.join(source.parent.relative_to(root).parts)}:{source.stem}"
        for source in root.glob("*/v*/[A-Z]*.py")
        if not source.stem.endswith(("List", "Patch"))
        and carrying & set(re.findall(r"(\w+Args)'", source.read_text()))
    }
