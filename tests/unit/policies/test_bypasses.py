"""The ways in which pods get past checks, through both adapters, with what the engine really sends."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import UNKNOWN, Path, Resource
from gke_agent_sandbox.rules.pod_kinds import POD_KINDS
from tests.unit.policies.packs import CONTEXT, PACKS, is_finite
from tests.unit.policies.wire import in_stack, request, secret
from tests.unit.rules.objects import good_container, good_context, good_pod_spec, pod, resource
from tests.unit.rules.test_properties import at, places, replaced, resources

CANARY = "s3cr3t-canary-0001"
SANDBOX = "agents.x-k8s.io/v1beta1"


class Bypass(NamedTuple):
    """A resource, and the rules that must say that it is wrong."""

    judged: Resource
    rules: set[str]


def spec_of(**changes: Any) -> Resource:
    return pod(good_pod_spec(**changes))


def with_container(what: str = "containers", **changes: Any) -> Resource:
    """A pod with a faultless container, and one with changes, with a secret in its environment."""
    env = [{"name": "PASSWORD", "value": secret(CANARY)}]
    other = good_container(name="other", **{"env": env, **changes})
    lists = {"containers": [good_container()]}
    lists[what] = [*lists.get(what, []), other]
    return spec_of(**lists)


def with_context(**changes: Any) -> Resource:
    return with_container(securityContext=good_context(**changes))


def sandbox(spec: Any, version: str = "v1beta1", patch: str = "") -> Resource:
    group = f"agents.x-k8s.io/{version}"
    token = f"kubernetes:{group}:Sandbox{patch}"
    return resource(token, group, "Sandbox", ("spec", "podTemplate", "spec"), spec)


def deployment(spec: Any, metadata: Any = None, patch: str = "") -> Resource:
    body = {"spec": {"selector": {}, "template": {"metadata": metadata or {}, "spec": spec}}}
    return Resource(
        f"kubernetes:apps/v1:Deployment{patch}", {"apiVersion": "apps/v1", "kind": "Deployment", **body}
    )


PRIVILEGED = good_pod_spec(containers=[good_container(securityContext=good_context(privileged=True))])
ROOT = {"securityContext": good_context(runAsUser=0)}
UNCONFINED = {"container.apparmor.security.beta.kubernetes.io/app": "unconfined"}
RAY = {"headGroupSpec": {"template": {"spec": PRIVILEGED}}}

BYPASSES = {
    "init container": Bypass(with_container("initContainers", **ROOT), {"run-as-non-root"}),
    "native sidecar": Bypass(
        with_container("initContainers", restartPolicy="Always", **ROOT), {"run-as-non-root"}
    ),
    "ephemeral container": Bypass(with_container("ephemeralContainers", **ROOT), {"run-as-non-root"}),
    "second container": Bypass(with_container(**ROOT), {"run-as-non-root"}),
    "no containers": Bypass(spec_of(containers=[]), {"pod-readable"}),
    "null containers": Bypass(spec_of(containers=None), {"pod-readable"}),
    "container says false": Bypass(
        spec_of(
            securityContext={"runAsNonRoot": True},
            containers=[good_container(securityContext=good_context(runAsNonRoot=False))],
        ),
        {"run-as-non-root"},
    ),
    "a pod has no such field": Bypass(
        spec_of(
            securityContext=good_context(),
            containers=[good_container(securityContext=None)],
        ),
        {"drop-all-capabilities", "no-privilege-escalation"},
    ),
    "one of two inherits nothing": Bypass(
        spec_of(
            containers=[
                good_container(),
                good_container(name="b", securityContext=good_context(seccompProfile=None)),
            ]
        ),
        {"seccomp-profile"},
    ),
    "user 0 as a float": Bypass(with_context(runAsUser=0.0), {"run-as-non-root"}),
    "user 0 as text": Bypass(with_context(runAsUser="0"), {"run-as-non-root"}),
    "user 0 of the pod": Bypass(
        spec_of(securityContext={"runAsUser": 0.0}, containers=[good_container()]), {"run-as-non-root"}
    ),
    "user namespace": Bypass(
        spec_of(hostUsers=False, containers=[good_container(**ROOT)]), {"run-as-non-root"}
    ),
    "seccomp unconfined": Bypass(with_context(seccompProfile={"type": "Unconfined"}), {"seccomp-profile"}),
    "AppArmor by annotation of the template": Bypass(
        deployment(good_pod_spec(), {"annotations": UNCONFINED}), {"app-armor-profile"}
    ),
    "unmasked proc": Bypass(with_context(procMount="Unmasked"), {"default-proc-mount"}),
    "all in lower case": Bypass(with_context(capabilities={"drop": ["all"]}), {"drop-all-capabilities"}),
    "some are dropped": Bypass(with_context(capabilities={"drop": ["NET_RAW"]}), {"drop-all-capabilities"}),
    "dropped and added": Bypass(
        with_context(capabilities={"drop": ["ALL"], "add": ["SYS_ADMIN"]}), {"no-added-capabilities"}
    ),
    "privileged as text": Bypass(
        sandbox(good_pod_spec(containers=[good_container(securityContext=good_context(privileged="true"))])),
        {"no-privileged"},
    ),
    "network of the host": Bypass(spec_of(hostNetwork=True), {"no-host-namespaces"}),
    "processes of the host": Bypass(spec_of(hostPID=True), {"no-host-namespaces"}),
    "memory of the host": Bypass(spec_of(hostIPC=True), {"no-host-namespaces"}),
    "port of the host": Bypass(
        with_container(ports=[{"containerPort": 80.0, "hostPort": 80.0}]), {"no-host-port"}
    ),
    "probe of the metadata server": Bypass(
        with_container(livenessProbe={"httpGet": {"host": "169.254.169.254", "port": 80.0}}),
        {"no-host-probe"},
    ),
    "sysctl": Bypass(
        spec_of(securityContext={"sysctls": [{"name": "kernel.msgmax", "value": "1"}]}), {"safe-sysctls"}
    ),
    "SELinux user": Bypass(with_context(seLinuxOptions={"user": "root"}), {"se-linux-options"}),
    "Windows host process": Bypass(
        with_context(windowsOptions={"hostProcess": True}), {"no-windows-host-process"}
    ),
    "token where it is left out": Bypass(
        sandbox(good_pod_spec(automountServiceAccountToken=None)), {"token-automount-off"}
    ),
    "projected token": Bypass(
        spec_of(volumes=[{"name": "t", "projected": {"sources": [{"serviceAccountToken": {}}]}}]),
        {"no-projected-token"},
    ),
    "Secret with a token": Bypass(
        Resource(
            "kubernetes:core/v1:Secret",
            {"apiVersion": "v1", "kind": "Secret", "type": "kubernetes.io/service-account-token"},
        ),
        {"no-token-secret"},
    ),
    "path of the host": Bypass(spec_of(volumes=[{"name": "h", "hostPath": {"path": "/"}}]), {"no-host-path"}),
    "volume over the network": Bypass(
        spec_of(volumes=[{"name": "n", "nfs": {"server": "s", "path": "/"}}]), {"volume-types"}
    ),
    "node by name": Bypass(sandbox(good_pod_spec(nodeName="node-1")), {"gvisor-scheduling"}),
    "runtime that looks alike": Bypass(
        sandbox(good_pod_spec(runtimeClassName="gvisor-off")), {"gvisor-runtime"}
    ),
    "empty runtime": Bypass(sandbox(good_pod_spec(runtimeClassName="")), {"gvisor-runtime"}),
    "init container without limits": Bypass(
        with_container("initContainers", resources={}), {"resource-limits"}
    ),
    "patch": Bypass(deployment(PRIVILEGED, patch="Patch"), {"no-privileged"}),
    "patch of a Sandbox": Bypass(sandbox(PRIVILEGED, patch="Patch"), {"no-privileged"}),
    "list": Bypass(
        Resource(
            "kubernetes:core/v1:PodList",
            {"apiVersion": "v1", "kind": "PodList", "items": [pod(PRIVILEGED).properties]},
        ),
        {"no-privileged"},
    ),
    "older version": Bypass(sandbox(PRIVILEGED, "v1alpha1"), {"no-privileged"}),
    "another package": Bypass(
        resource(f"crds:{SANDBOX}:Sandbox", SANDBOX, "Sandbox", ("spec", "podTemplate", "spec"), PRIVILEGED),
        {"no-privileged"},
    ),
    "pod within another kind": Bypass(
        resource("kubernetes:ray.io/v1:RayCluster", "ray.io/v1", "RayCluster", ("spec",), RAY),
        {"no-privileged"},
    ),
    "Pod by another type": Bypass(
        resource("kubernetes:core/v1:ConfigMap", "v1", "Pod", ("spec",), PRIVILEGED),
        {"no-privileged", "type-matches-object"},
    ),
    "container that is text": Bypass(spec_of(containers=["x", good_container()]), {"pod-readable"}),
    "spec that is text": Bypass(pod("x"), {"pod-readable"}),
    "null spec": Bypass(pod(None), {"pod-readable"}),
    "context that is text": Bypass(with_container(securityContext="privileged"), {"pod-readable"}),
}
"""By what they are."""


@pytest.fixture(params=PACKS, ids=lambda each: each.__name__, scope="module")
def service(request: pytest.FixtureRequest) -> Any:
    return request.param()


@pytest.fixture(params=BYPASSES.values(), ids=BYPASSES.keys())
def bypass(request: pytest.FixtureRequest) -> Bypass:
    return request.param


def blocked(service: Any, judged: Resource) -> set[str]:
    """The rules by which a resource is stopped."""
    diagnostics = service.Analyze(request(judged), CONTEXT).diagnostics
    assert CANARY not in str(diagnostics)
    assert "the policy pack failed" not in str(diagnostics)
    return {each.policyName for each in diagnostics if each.enforcementLevel == analyzer_pb2.MANDATORY}


def variants(judged: Resource, hidden: Callable[[Path, Any], bool]) -> Iterator[Resource]:
    """The resource with one value at a time unknown."""
    for path in places(judged.properties):
        if hidden(path, at(judged.properties, path)):
            yield Resource(judged.type_token, replaced(judged.properties, path, UNKNOWN))


def test_it_is_stopped(service: Any, bypass: Bypass) -> None:
    assert blocked(service, bypass.judged) >= bypass.rules


def test_it_is_stopped_where_everything_is_secret(service: Any, bypass: Bypass) -> None:
    judged = bypass.judged
    for path in (("spec",), ("spec", "containers"), ("items",)):
        if path in set(places(judged.properties)):
            hidden = replaced(judged.properties, path, secret(at(judged.properties, path)))
            assert blocked(service, Resource(judged.type_token, hidden)) >= bypass.rules


def test_it_is_stopped_beside_an_image_that_is_not_known(service: Any, bypass: Bypass) -> None:
    for judged in variants(bypass.judged, lambda path, _: path[-1] == "image"):
        assert blocked(service, judged) >= bypass.rules


def test_it_is_stopped_where_a_list_is_not_known(service: Any, bypass: Bypass) -> None:
    """By another rule, perhaps; but never does it pass because nobody saw it."""
    for judged in variants(bypass.judged, lambda _, value: isinstance(value, list)):
        assert blocked(service, judged)


def test_it_is_stopped_where_all_lists_and_images_are_not_known(service: Any, bypass: Bypass) -> None:
    def hidden(path: Path, value: Any) -> bool:
        return isinstance(value, list) or path[-1] == "image"

    judged = bypass.judged
    while any(True for _ in variants(judged, hidden)):
        judged = next(variants(judged, hidden))
    assert blocked(service, judged)


@pytest.mark.parametrize("identity", POD_KINDS, ids=str)
@pytest.mark.parametrize("suffix", ["", "Patch", "List"])
def test_no_kind_that_carries_a_pod_is_passed_over(service: Any, identity: Any, suffix: str) -> None:
    group = f"{identity.group}/v1" if identity.group else "v1"
    one = resource(None, group, identity.kind, POD_KINDS[identity].pod_spec, PRIVILEGED).properties
    kind = f"{identity.kind}List" if suffix == "List" else identity.kind
    properties = {"items": [one]} if suffix == "List" else one
    token = f"kubernetes:{identity.group or 'core'}/v1:{identity.kind}{suffix}"
    judged = Resource(token, {**properties, "apiVersion": group, "kind": kind})
    assert "no-privileged" in blocked(service, judged)


@pytest.mark.parametrize("chart", ["nginx", UNKNOWN])
def test_a_release_is_stopped(service: Any, chart: Any) -> None:
    release = Resource("kubernetes:helm.sh/v3:Release", {"chart": chart, "values": {"password": CANARY}})
    assert blocked(service, release) == {"contents-visible"}


def test_two_sandboxes_with_one_volume_are_stopped(service: Any) -> None:
    claim = {"name": "home", "persistentVolumeClaim": {"claimName": "home"}}
    asked: list[analyzer_pb2.AnalyzeRequest] = []
    for name in ("a", "b"):
        plain = sandbox(good_pod_spec(volumes=[claim]))
        metadata = {"name": name, "namespace": "demo"}
        judged = Resource(
            plain.type_token, {**plain.properties, "metadata": metadata}, name, urn=f"urn:{name}"
        )
        asked.append(request(judged))
        service.Analyze(asked[-1], CONTEXT)
    stack = analyzer_pb2.AnalyzeStackRequest(resources=map(in_stack, asked))
    found = service.AnalyzeStack(stack, CONTEXT).diagnostics
    assert [(each.policyName.removesuffix("-in-stack"), each.urn) for each in found] == [
        ("no-shared-volumes", "urn:a"),
        ("no-shared-volumes", "urn:b"),
    ]


@given(st.data(), resources)
def test_a_secret_is_in_no_diagnostic(data: Any, plain: Resource) -> None:
    """A value is secret itself, or something that it lies in is."""
    every = list(places(plain.properties))
    assume(every)
    path = data.draw(st.sampled_from(every))
    around = path[: data.draw(st.integers(1, len(path)))]
    properties = replaced(plain.properties, path, CANARY)
    properties = replaced(properties, around, secret(at(properties, around)))
    asked = request(Resource(plain.type_token, properties, urn="urn:x"))
    stack = analyzer_pb2.AnalyzeStackRequest(resources=[in_stack(asked)])
    for each in PACKS if is_finite(properties) else PACKS[:1]:
        service = each()
        told = [service.Analyze(asked, CONTEXT), service.AnalyzeStack(stack, CONTEXT)]
        assert CANARY not in str(told)
