"""No pod is given an identity towards the API server."""

from collections.abc import Iterator

from ..finding import Finding
from ..part import Part, Seen, is_list, is_object
from ..pod import Pod
from ..rule import Level, Reference, Rule, Severity, Subject
from ..unknown import UNKNOWN
from .each_pod import each_pod

ID = "no-service-account-token"

_OFF = "set automountServiceAccountToken=false"
_OFF_FIX = "automountServiceAccountToken: false, in the pod spec"
_SOURCES = "project no serviceAccountToken, clusterTrustBundle or podCertificate"
_SOURCES_FIX = "the volume without that source (a token for one audience is an identity all the same)"

# core/v1 VolumeProjection: the sources that hold an identity, or what one is checked against. The same three
# as in the admission example of Agent Sandbox (examples/policy/vap).
_IDENTITIES = ("serviceAccountToken", "clusterTrustBundle", "podCertificate")


def _judge(pod: Pod) -> Iterator[Finding]:
    yield from _automount(pod)
    for volume in pod.volumes:
        yield from _projected(volume)


def _automount(pod: Pod) -> Iterator[Finding]:
    automount = pod.itself.see("automountServiceAccountToken")
    if automount.value is None:
        if not pod.token_off_when_unset:
            yield from pod.itself.missing(ID, automount, _OFF, _OFF_FIX)
    elif automount.value is UNKNOWN:
        yield pod.itself.undetermined(ID, automount, _OFF, _OFF_FIX)
    elif automount.value is not False:
        yield pod.itself.violation(ID, automount, _OFF, _OFF_FIX)


def _projected(volume: Part) -> Iterator[Finding]:
    sources = volume.see("projected", "sources")
    if sources.value is UNKNOWN:
        yield volume.undetermined(ID, sources, _SOURCES, _SOURCES_FIX)
    elif is_list(sources.value):
        for position, source in enumerate(sources.value):
            yield from _source(volume, Seen((*sources.path, position), source))
    elif sources.value is not None:
        yield volume.violation(ID, sources, _SOURCES, _SOURCES_FIX)


def _source(volume: Part, source: Seen) -> Iterator[Finding]:
    if source.value is UNKNOWN:
        yield volume.undetermined(ID, source, _SOURCES, _SOURCES_FIX)
    elif not is_object(source.value):
        yield volume.violation(ID, source, _SOURCES, _SOURCES_FIX)
    else:
        for kind in _IDENTITIES:
            identity = Seen((*source.path, kind), source.value.get(kind))
            if identity.value is UNKNOWN:
                yield volume.undetermined(ID, identity, _SOURCES, _SOURCES_FIX)
            elif identity.value is not None:
                yield volume.violation(ID, _audience(identity), _SOURCES, _SOURCES_FIX)


def _audience(identity: Seen) -> Seen:
    """The audience of a token, where one is named: a reader wants to know whom it convinces."""
    audience = identity.value.get("audience") if is_object(identity.value) else None
    return Seen((*identity.path, "audience"), audience) if isinstance(audience, str) else identity


RULE = Rule(
    id=ID,
    title="Pods get no service account token",
    description=(
        "automountServiceAccountToken is false, written out (only a SandboxTemplate may leave it out: the"
        " controller then sets false), and no volume projects a token. With a token, code in the pod speaks"
        " to the API server."
    ),
    subject=Subject.POD,
    severity=Severity.HIGH,
    level=Level.MANDATORY,
    references=(
        Reference("CIS Kubernetes Benchmark", "1.8", "5.1.6"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Protecting Pod service account tokens"),
    ),
    remediation=(
        "Set automountServiceAccountToken: false in the pod spec and remove projected serviceAccountToken,"
        " clusterTrustBundle and podCertificate sources."
    ),
    url="https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/"
    "#opt-out-of-api-credential-automounting",
    judge=each_pod(_judge),
)
