"""What holds for every input."""

from collections.abc import Iterator
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from gke_agent_sandbox.rules import (
    DEFAULT,
    UNKNOWN,
    Configuration,
    Entry,
    Path,
    Resource,
    configured,
    judge,
)
from tests.unit.rules.edits import applied

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
    "annotations",
    "selector",
    "seccompProfile",
    "seLinuxOptions",
    "type",
    "sysctls",
    "ports",
    "hostPort",
    "hostPath",
    "lifecycle",
    "httpGet",
    "host",
    "hostUsers",
    "os",
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


def one_of(*usual: Any) -> Any:
    """Usually one of these, sometimes anything at all."""
    return mostly(st.sampled_from(usual))


profiles = some(type=one_of("RuntimeDefault", "Unconfined", ""))
contexts = some(
    runAsNonRoot=mostly(st.booleans()),
    runAsUser=one_of(0.0, 0, 1000.0, "0"),
    capabilities=mostly(
        some(
            drop=mostly(lists(st.sampled_from(["ALL", "NET_RAW"]))),
            add=mostly(lists(st.sampled_from(["BPF", "NET_BIND_SERVICE", UNKNOWN]))),
        )
    ),
    privileged=mostly(st.booleans()),
    allowPrivilegeEscalation=mostly(st.booleans()),
    procMount=one_of("Default", "Unmasked"),
    seccompProfile=mostly(profiles),
    appArmorProfile=mostly(profiles),
    seLinuxOptions=mostly(some(type=one_of("container_t", "spc_t"), user=one_of("", "u"), role=one_of("r"))),
    windowsOptions=mostly(some(hostProcess=mostly(st.booleans()))),
    sysctls=mostly(lists(mostly(some(name=one_of("net.ipv4.tcp_syncookies", "kernel.msgmax"))))),
)
handlers = mostly(
    some(httpGet=mostly(some(host=one_of("", "h"))), tcpSocket=mostly(some(host=one_of("", "h"))))
)
containers = some(
    name=one_of("app"),
    image=one_of("i"),
    securityContext=mostly(contexts),
    ports=mostly(lists(mostly(some(hostPort=one_of(0.0, 80.0))))),
    livenessProbe=handlers,
    lifecycle=mostly(some(preStop=handlers)),
)
volumes = some(
    name=st.just("v"),
    projected=mostly(some(sources=mostly(lists(mostly(some(serviceAccountToken=mostly(st.just({})))))))),
    hostPath=mostly(some(path=one_of("/"))),
    nfs=one_of(None),
    emptyDir=one_of(None),
)
metadata = some(
    annotations=mostly(
        st.dictionaries(
            st.sampled_from(
                [
                    "container.apparmor.security.beta.kubernetes.io/app",
                    "container.seccomp.security.alpha.kubernetes.io/app",
                    "seccomp.security.alpha.kubernetes.io/pod",
                ]
            ),
            one_of("runtime/default", "unconfined", CANARY),
            max_size=2,
        )
    )
)
pod_specs = some(
    containers=mostly(lists(mostly(containers))),
    initContainers=mostly(lists(mostly(containers))),
    volumes=mostly(lists(mostly(volumes))),
    securityContext=mostly(contexts),
    automountServiceAccountToken=mostly(st.booleans()),
    hostNetwork=mostly(st.booleans()),
    hostUsers=mostly(st.booleans()),
    os=mostly(some(name=one_of("linux", "windows"))),
)
pod_templates = some(metadata=mostly(metadata), spec=mostly(pod_specs))
carried = st.one_of(
    st.fixed_dictionaries({"spec": mostly(pod_specs)}, optional={"metadata": mostly(metadata)}),
    st.fixed_dictionaries({"template": mostly(pod_templates)}),
    st.fixed_dictionaries({"spec": some(template=mostly(pod_templates), selector=anything)}),
    st.fixed_dictionaries({"spec": some(podTemplate=mostly(pod_templates))}),
    st.fixed_dictionaries({"items": mostly(lists(mostly(pod_templates)))}),
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


def pod_security(profile: str, version: str) -> Configuration:
    said = {"profile": profile, "pod_security_version": version}
    return configured({"configuration": Entry(None, said)})


# With every way in which the Pod Security Standards are read differently.
configurations = st.sampled_from(
    [
        DEFAULT,
        DEFAULT,
        pod_security("restricted", "latest"),
        pod_security("restricted", "v1.22"),
        pod_security("baseline", "latest"),
        pod_security("baseline", "v1.18"),
    ]
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


def with_one_unknown(data: Any, resource: Resource) -> Resource:
    """The resource with one of its values not known yet."""
    every = list(places(resource.properties))
    assume(every)
    hidden = data.draw(st.sampled_from(every))
    return Resource(resource.type_token, replaced(resource.properties, hidden, UNKNOWN))


@given(resources, configurations)
def test_nothing_crashes(resource: Resource, configuration: Configuration) -> None:
    for finding in judge(resource, configuration):
        assert finding.message


@given(st.data(), certain_kinds, configurations)
def test_not_knowing_a_value_never_makes_a_fault_disappear(
    data: Any, resource: Resource, configuration: Configuration
) -> None:
    known = {each.rule for each in judge(resource, configuration)}
    unsure = {each.rule for each in judge(with_one_unknown(data, resource), configuration)}
    # What stands in a wrong shape is told by the rules that look into it once it is not known.
    assert "pod-readable" in unsure or unsure >= known - {"pod-readable"}


@given(st.data(), resources, configurations)
def test_a_violation_beside_unknown_values_is_one_whatever_they_are(
    data: Any, resource: Resource, configuration: Configuration
) -> None:
    unsure = judge(with_one_unknown(data, resource), configuration)
    certain = {(each.rule, each.path) for each in unsure if each.verdict == "violation"}
    known = judge(resource, configuration)
    assert certain <= {(each.rule, each.path) for each in known if each.verdict == "violation"}


@given(resources, configurations)
def test_an_edit_only_adds_and_mends(resource: Resource, configuration: Configuration) -> None:
    made = [edit for finding in judge(resource, configuration) for edit in finding.edits]
    properties: Any = resource.properties
    for edit in made:
        properties = applied(properties, edit)
    assert is_within(resource.properties, properties)
    again = judge(Resource(resource.type_token, properties), configuration)
    assert [edit for finding in again for edit in finding.edits] == []


def is_within(before: Any, after: Any) -> bool:
    """Whether everything that was there still is. Nothing was said by a null."""
    if isinstance(before, dict):
        return all(key in after and is_within(value, after[key]) for key, value in before.items())
    if isinstance(before, list):
        return len(after) >= len(before) and all(map(is_within, before, after))
    return before is None or after is before


@given(st.data(), resources, configurations)
def test_no_secret_is_printed(data: Any, resource: Resource, configuration: Configuration) -> None:
    """A value is secret itself, or something that it lies in is."""
    canaries = [path for path in places(resource.properties) if at(resource.properties, path) == CANARY]
    secret = {path[: data.draw(st.integers(1, len(path)))] for path in canaries}
    marked = Resource(resource.type_token, resource.properties, secrets=frozenset(secret))
    assert CANARY not in " ".join(each.message for each in judge(marked, configuration))


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
