"""A sandbox runs on a kernel of its own."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ...facts.gke_sandbox import GVISOR
from ..each_pod import each_pod
from ..edit import Edit
from ..finding import Finding
from ..parameter import Settings, names
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from .placement import selector_edits, toleration_edits
from .scope import APPLIES_TO, in_scope

ID: Final = "gvisor-runtime"

_NAMES = names(
    "runtime_classes",
    "The runtime classes that isolate a pod from its node. A pod that names none is mended with the first.",
    (GVISOR.runtime_class,),
    '["gvisor", "kata-clh"]',
)


def _at_least_one(said: object) -> tuple[str, ...] | None:
    return _NAMES.read(said) or None


RUNTIME_CLASSES: Final = replace(
    _NAMES,
    schema={**_NAMES.schema, "minItems": 1},
    expected=f"{_NAMES.expected}, at least one",
    read=_at_least_one,
)


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    if not in_scope(pod, settings):
        return
    classes = settings[RUNTIME_CLASSES]
    required = f"set runtimeClassName={' or '.join(classes)}"
    fix = f"runtimeClassName: {classes[0]}, in the pod spec"
    runtime = pod.itself.see("runtimeClassName")
    if runtime.value is None:
        edits = _edits(pod, Edit(runtime.path, classes[0]))
        yield from pod.itself.missing(ID, runtime, required, fix, *edits)
    else:
        yield from pod.itself.unless(ID, runtime, lambda said: said in classes, required, fix)


def _edits(pod: Pod, runtime: Edit) -> tuple[Edit, ...]:
    """The class, and with gVisor also the way to its nodes: mended in two steps, a pod would have to be
    mended twice.
    """
    if runtime.value != GVISOR.runtime_class:
        return (runtime,)
    return (runtime, *selector_edits(pod.itself), *toleration_edits(pod.itself))


RULE: Final = Rule(
    id=ID,
    title="Sandboxes run under gVisor",
    description=(
        "runtimeClassName is exactly one of the allowed runtime classes. Under any other, or none, the code"
        " in a sandbox speaks to the kernel of its node, and one fault of that kernel opens the node and all"
        " that runs on it."
    ),
    group=Group.ISOLATION,
    severity=Severity.CRITICAL,
    references=(
        Reference("Agent Sandbox admission example", "v0.5.6", "1. Runtime Isolation"),
        Reference("CIS GKE Benchmark", "1.9", "5.10.3"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Hardening container environments"),
    ),
    remediation="Set runtimeClassName: gvisor in the pod spec.",
    url="https://cloud.google.com/kubernetes-engine/docs/concepts/sandbox-pods",
    judge=each_pod(_judge),
    parameters=(RUNTIME_CLASSES, APPLIES_TO),
    mends=True,
)
