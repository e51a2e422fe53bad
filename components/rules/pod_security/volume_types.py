"""No volume is of a type that speaks to storage for the pod."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity

ID: Final = "volume-types"

# k8s.io/pod-security-admission v0.37.2, policy/check_restrictedVolumes.go.
_ALLOWED: Final = (
    "configMap",
    "csi",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "image",
    "persistentVolumeClaim",
    "projected",
    "secret",
)
# hostPath is told by no-host-path. A volume with no source is an emptyDir: the API server makes it one.
_ELSEWHERE: Final = frozenset({"name", "hostPath", *_ALLOWED})

_REQUIRED = f"be of one of the types {', '.join(_ALLOWED)}"
_FIX = "a persistentVolumeClaim for storage, whose driver the administrators chose"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for volume in pod.volumes:
        yield from _sources(volume)


def _sources(volume: Part) -> Iterator[Finding]:
    """A source that is not in the list is wrong, also one that is new to the API."""
    for source in volume.value:
        if source not in _ELSEWHERE:
            yield from volume.unless(ID, volume.see(source), _never, _REQUIRED, _FIX)


def _never(_source: object) -> bool:
    return False


RULE: Final = Rule(
    id=ID,
    title="Volumes are of a type that a pod may choose itself",
    description=(
        f"A volume is of one of the types {', '.join(_ALLOWED)}. With another one the node speaks to storage"
        " that the pod names, with the node's rights and through drivers in the kernel."
    ),
    group=Group.POD_SECURITY_RESTRICTED,
    severity=Severity.MEDIUM,
    references=(Reference("Pod Security Standards", "restricted", "Volume Types"),),
    remediation="Use a persistentVolumeClaim for storage outside the pod.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted",
    judge=each_pod(_judge),
)
