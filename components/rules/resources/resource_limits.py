"""No container can take all of its node."""

from collections.abc import Iterator
from typing import Final

from ...quantities import is_above_zero
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings, flag, names
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity

ID: Final = "resource-limits"

LIMITS: Final = names(
    "limits",
    "The resources of which every container has a limit.",
    ("cpu", "memory"),
    '["cpu", "memory", "ephemeral-storage"]',
)
POD_LEVEL: Final = flag(
    "pod_level",
    "Whether a limit of the whole pod (spec.resources, Kubernetes 1.34) counts for a container without one.",
    default=False,
)

_OF_PODS: Final = ("cpu", "memory")
"""The resources that a whole pod may limit. Source: k8s.io/component-helpers v0.36.3, resource/helpers.go,
SupportedPodLevelResources, which has huge pages as well: nothing that a container takes unasked.
"""

_WITHOUT: Final = "ephemeralContainers"
"""The containers that the API does not let have resources: they take from what is left of their pod's."""

_EXAMPLES: Final = {"cpu": "500m", "memory": "512Mi", "ephemeral-storage": "1Gi"}


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    limited = settings[LIMITS]
    required = f"set resources.limits above 0 for {' and '.join(limited)}"
    examples = ", ".join(f"{name}: {_EXAMPLES.get(name, '1')}" for name in limited)
    fix = f"resources: {{limits: {{{examples}}}}}"
    for container in pod.containers:
        for name in limited if container.path[-2] != _WITHOUT else ():
            limit = container.see("resources", "limits", name)
            if limit.value is None and settings[POD_LEVEL] and name in _OF_PODS:
                by_pod = pod.itself.see("resources", "limits", name)
                limit = limit if by_pod.value is None else by_pod
            if limit.value is None:
                yield from container.missing(ID, limit, required, fix)
            else:
                yield from container.unless(ID, limit, is_above_zero, required, fix)


RULE: Final = Rule(
    id=ID,
    title="Containers have limits",
    description=(
        "Every container, init containers included, has a limit above 0 for cpu and memory. Without one, code"
        " that runs wild takes its node from all others."
    ),
    group=Group.RESOURCES,
    severity=Severity.MEDIUM,
    references=(
        Reference("Agent Sandbox admission example", "v0.5.6", "6. DoS Protection"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Resource policies"),
    ),
    remediation="Set resources.limits for cpu and memory on each container.",
    url="https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/",
    judge=each_pod(_judge),
    parameters=(LIMITS, POD_LEVEL),
)
