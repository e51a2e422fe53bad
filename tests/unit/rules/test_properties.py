"""What holds for every input."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.rules import UNKNOWN, Path, Resource, judge

CANARY = "s3cr3t-canary"
KEYS = [
    "spec",
    "template",
    "podTemplate",
    "jobTemplate",
    "containers",
    "initContainers",
    "ephemeralContainers",
    "volumes",
    "items",
    "name",
    "image",
    "securityContext",
    "capabilities",
    "add",
    "drop",
    "runAsUser",
    "runAsNonRoot",
    "automountServiceAccountToken",
    "projected",
    "sources",
    "serviceAccountToken",
    "metadata",
    "selector",
]
TOKENS = [
    "kubernetes:core/v1:Pod",
    "kubernetes:core/v1:PodPatch",
    "kubernetes:core/v1:PodList",
    "kubernetes:core/v1:PodTemplate",
    "kubernetes:apps/v1:Deployment",
    "kubernetes:apps/v1:DeploymentPatch",
    "kubernetes:batch/v1:CronJob",
    "kubernetes:agents.x-k8s.io/v1beta1:Sandbox",
    "kubernetes:extensions.agents.x-k8s.io/v1beta1:SandboxTemplate",
    "kubernetes:ray.io/v1:RayCluster",
    "kubernetes:ray.io/v1:RayClusterPatch",
    "kubernetes:core/v1:ConfigMap",
]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.integers(),
    st.text(max_size=5),
    st.sampled_from([CANARY, "ALL", "0"]),
)


def lists(each: Any) -> Any:
    return st.lists(each, max_size=3)


def some(**fields: Any) -> Any:
    """An object with any of these fields."""
    return st.fixed_dictionaries({}, optional=fields)


anything = st.recursive(
    st.one_of(scalars, st.just(UNKNOWN)),
    lambda inner: (
        lists(inner) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


def mostly(usual: Any) -> Any:
    """Usually this, sometimes anything at all."""
    return st.one_of(usual, usual, usual, usual, anything)


contexts = some(
    runAsNonRoot=mostly(st.booleans()),
    runAsUser=mostly(st.sampled_from([0.0, 0, 1000.0, "0"])),
    capabilities=mostly(
        some(drop=mostly(lists(st.sampled_from(["ALL", "NET_RAW"]))), add=mostly(lists(st.just("BPF"))))
    ),
)
containers = some(name=mostly(st.just("app")), image=mostly(st.just("i")), securityContext=mostly(contexts))
volumes = some(
    name=st.just("v"),
    projected=mostly(some(sources=mostly(lists(mostly(some(serviceAccountToken=mostly(st.just({})))))))),
)
pod_specs = some(
    containers=mostly(lists(mostly(containers))),
    initContainers=mostly(lists(mostly(containers))),
    volumes=mostly(lists(mostly(volumes))),
    securityContext=mostly(contexts),
    automountServiceAccountToken=mostly(st.booleans()),
)
carried = st.one_of(
    st.fixed_dictionaries({"spec": mostly(pod_specs)}),
    st.fixed_dictionaries({"template": some(spec=mostly(pod_specs))}),
    st.fixed_dictionaries({"spec": some(template=mostly(some(spec=mostly(pod_specs))), selector=anything)}),
    st.fixed_dictionaries({"spec": some(podTemplate=mostly(some(spec=mostly(pod_specs))))}),
    st.fixed_dictionaries({"items": mostly(lists(mostly(some(spec=mostly(pod_specs)))))}),
    st.dictionaries(st.sampled_from(KEYS), anything, max_size=3),
)
named = some(
    apiVersion=st.sampled_from(["v1", "apps/v1", "agents.x-k8s.io/v1beta1", "ray.io/v1"]),
    kind=mostly(st.sampled_from(["Pod", "PodList", "List", "Deployment", "Sandbox", "RayCluster"])),
)
resources = st.builds(
    lambda token, names, body: Resource(token, {**names, **body}),
    st.one_of(st.sampled_from(TOKENS), st.none()),
    named,
    carried,
)

# The kinds that carry a pod by definition: of these nothing may pass unseen.
certain_kinds = st.sampled_from(TOKENS[:9]).flatmap(
    lambda token: st.builds(Resource, st.just(token), carried)
)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every value within a value."""
    children: Any = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    for key, inner in children:
        yield (*path, key)
        yield from places(inner, (*path, key))


def replaced(value: Any, path: Path, new: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return new
    key: Any = path[0]
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = replaced(value[key], path[1:], new)
    return copy


@given(resources)
def test_nothing_crashes(resource: Resource) -> None:
    for finding in judge(resource):
        assert finding.message


@given(st.data(), certain_kinds)
def test_not_knowing_a_value_never_makes_a_fault_disappear(data: Any, resource: Resource) -> None:
    every = list(places(resource.properties))
    if not every:
        return
    hidden = data.draw(st.sampled_from(every))
    known = judge(resource)
    unsure = judge(Resource(resource.type_token, replaced(resource.properties, hidden, UNKNOWN)))
    rules = {each.rule for each in unsure}
    assert "pod-readable" in rules or rules >= {each.rule for each in known}


@given(st.data(), resources)
def test_a_violation_beside_unknown_values_is_one_whatever_they_are(data: Any, resource: Resource) -> None:
    every = list(places(resource.properties))
    if not every:
        return
    hidden = data.draw(st.sampled_from(every))
    unsure = judge(Resource(resource.type_token, replaced(resource.properties, hidden, UNKNOWN)))
    certain = {(each.rule, each.path) for each in unsure if each.verdict == "violation"}
    assert certain <= {(each.rule, each.path) for each in judge(resource) if each.verdict == "violation"}


@given(st.data(), resources)
def test_no_secret_is_printed(data: Any, resource: Resource) -> None:
    """A value is secret itself, or something that it lies in is."""
    canaries = [path for path in places(resource.properties) if at(resource.properties, path) == CANARY]
    secret = {path[: data.draw(st.integers(1, len(path)))] for path in canaries}
    marked = Resource(resource.type_token, resource.properties, secrets=frozenset(secret))
    assert CANARY not in " ".join(each.message for each in judge(marked))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def test_a_document_of_any_depth_is_judged() -> None:
    deep: Any = {"containers": [{"name": "a", "image": "a"}]}
    for _ in range(5000):
        deep = {"spec": deep}
    ray = {"apiVersion": "ray.io/v1", "kind": "RayCluster", **deep}
    assert judge(Resource(None, ray))
