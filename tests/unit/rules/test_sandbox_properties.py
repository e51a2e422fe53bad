"""What holds for every sandbox: its placement, volumes, labels, variables, images and limits."""

from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.rules import (
    Configuration,
    Entry,
    Group,
    Member,
    Resource,
    configured,
    judge,
    judge_stack,
    read,
)
from tests.unit.rules.edits import applied
from tests.unit.rules.test_properties import (
    CANARY,
    at,
    is_within,
    lists,
    mostly,
    one_of,
    places,
    some,
    with_one_unknown,
)

LABEL = "sandbox.gke.io/runtime"
quantities = one_of("1", "0", 1.0, 0.0, "500m", "1GB")
limits = mostly(some(limits=mostly(some(cpu=quantities, memory=quantities))))
images = one_of("registry.example.com/a:1", "nginx", "${IMAGE}", CANARY)
secret_keys = some(name=one_of("ops"), key=one_of("k"))
variables = some(
    name=one_of("API_KEY", "PASSWORD", "TOKEN_BUDGET"),
    value=one_of("", "8000", f"{CANARY}-1a2b3c", "$(OTHER)"),
    valueFrom=mostly(some(secretKeyRef=mostly(secret_keys))),
)
containers = some(
    name=one_of("app"),
    image=images,
    resources=limits,
    env=mostly(lists(mostly(variables))),
    envFrom=mostly(lists(mostly(some(secretRef=mostly(some(name=one_of("ops", CANARY))))))),
    args=mostly(lists(one_of("--token", f"{CANARY}-1a2b3c", f"--api-key={CANARY}-1a2b3c", "serve"))),
)
volumes = some(
    name=st.just("v"),
    persistentVolumeClaim=mostly(some(claimName=one_of("data", CANARY))),
    image=mostly(some(reference=images)),
)
tolerations = some(
    key=one_of(LABEL), operator=one_of("Equal", "Exists"), value=one_of("gvisor"), effect=one_of("NoSchedule")
)
pods = some(
    runtimeClassName=one_of("gvisor", "gvisor", "kata-clh", ""),
    nodeSelector=mostly(st.dictionaries(st.sampled_from([LABEL, "a"]), one_of("gvisor", "b"), max_size=2)),
    tolerations=mostly(lists(mostly(tolerations))),
    nodeName=one_of("", "node-1"),
    containers=mostly(lists(mostly(containers))),
    initContainers=mostly(lists(mostly(containers))),
    volumes=mostly(lists(mostly(volumes))),
    resources=limits,
)
keys = st.sampled_from(["app", "agents.x-k8s.io/a", "extensions.agents.x-k8s.io/a", "a"])
labels = mostly(st.dictionaries(keys, one_of("sandbox-router", "a", CANARY), max_size=2))
metadata = mostly(some(labels=labels, annotations=labels))


def of_kind(token: str) -> Any:
    """Objects of a kind that carries its pod in a template."""
    template = "podTemplate" if "agents" in token else "template"
    spec = st.fixed_dictionaries({template: some(spec=mostly(pods), metadata=metadata)})
    own = some(name=one_of("x"), namespace=one_of("demo", "agent-sandbox-system"))
    body = st.fixed_dictionaries({"spec": spec}, optional={"metadata": mostly(own)})
    return st.builds(Resource, st.just(token), body)


sandboxes = st.sampled_from(
    [
        "kubernetes:agents.x-k8s.io/v1beta1:Sandbox",
        "kubernetes:extensions.agents.x-k8s.io/v1beta1:SandboxTemplate",
        "kubernetes:apps/v1:Deployment",
        "kubernetes:agents.x-k8s.io/v1beta1:SandboxPatch",
    ]
).flatmap(of_kind)

# The groups of these rules alone: the others have properties of their own.
OTHERS = dict.fromkeys([Group.POD_SECURITY_BASELINE, Group.POD_SECURITY_RESTRICTED], "disabled")


def configuration(**properties: Any) -> Configuration:
    levels = {str(group): level for group, level in OTHERS.items()}
    return configured({"configuration": Entry(None, {"levels": levels, **properties})})


configurations = st.sampled_from(
    [
        configuration(),
        configuration(applies_to="all", runtime_classes=["kata-clh", "gvisor"], pod_level=True),
        configuration(registries=["registry.example.com"], pinned_by="digest", limits=["cpu"]),
    ]
)


@given(sandboxes, configurations)
def test_nothing_crashes(resource: Resource, settings: Configuration) -> None:
    for finding in judge(resource, settings):
        assert finding.message


@given(st.lists(sandboxes, max_size=4), configurations)
def test_no_stack_crashes(resources: list[Resource], settings: Configuration) -> None:
    members = [
        Member(read(Resource(each.type_token, each.properties, urn=str(position)), date(2027, 1, 1)))
        for position, each in enumerate(resources)
    ]
    for found in judge_stack(members, settings):
        assert found.finding.message


@given(st.data(), sandboxes, configurations)
def test_not_knowing_a_value_never_makes_a_fault_disappear(
    data: Any, resource: Resource, settings: Configuration
) -> None:
    """But for credentials: any value that is not known yet may turn out to be one, and nothing is said of
    most of them.
    """
    violated = {each.rule for each in judge(resource, settings) if each.verdict == "violation"}
    unsure = {each.rule for each in judge(with_one_unknown(data, resource), settings)}
    assert "pod-readable" in unsure or unsure >= violated - {"pod-readable", "no-plaintext-secret"}


@given(st.data(), sandboxes, configurations)
def test_a_violation_beside_unknown_values_is_one_whatever_they_are(
    data: Any, resource: Resource, settings: Configuration
) -> None:
    unsure = judge(with_one_unknown(data, resource), settings)
    certain = {(each.rule, each.path) for each in unsure if each.verdict == "violation"}
    known = judge(resource, settings)
    assert certain <= {(each.rule, each.path) for each in known if each.verdict == "violation"}


@given(sandboxes, configurations)
def test_an_edit_only_adds_and_mends(resource: Resource, settings: Configuration) -> None:
    found = judge(resource, settings)
    properties: Any = resource.properties
    for edit in (edit for finding in found for edit in finding.edits):
        properties = applied(properties, edit)
    assert is_within(resource.properties, properties)
    again = judge(Resource(resource.type_token, properties), settings)
    assert [edit for finding in again for edit in finding.edits] == []
    mended = {(each.rule, each.path) for each in found if each.edits}
    assert not mended & {(each.rule, each.path) for each in again}


@given(st.data(), sandboxes, configurations)
def test_no_secret_is_printed(data: Any, resource: Resource, settings: Configuration) -> None:
    """A value is secret itself, or something that it lies in is."""
    canaries = [path for path in places(resource.properties) if CANARY in str(at(resource.properties, path))]
    leaves = [path for path in canaries if isinstance(at(resource.properties, path), str)]
    secret = {path[: data.draw(st.integers(1, len(path)))] for path in leaves}
    marked = Resource(resource.type_token, resource.properties, secrets=frozenset(secret))
    assert CANARY not in " ".join(each.message for each in judge(marked, settings))
