"""No volume hands a pod an identity."""

from collections.abc import Iterator
from typing import Final

from ..annotation import PREFIX
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen, is_list, is_object
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN

ID: Final = "no-projected-token"

_SOURCES = "project no serviceAccountToken, clusterTrustBundle or podCertificate"
_SOURCES_FIX = (
    "the volume without that source (a token for one audience is an identity all the same);"
    f" where it is meant, the annotation {PREFIX}{ID} with an end and a reason"
)

# core/v1 VolumeProjection: the sources that hold an identity, or what one is checked against. The same three
# as in the admission example of Agent Sandbox (examples/policy/vap).
_IDENTITIES: Final = ("serviceAccountToken", "clusterTrustBundle", "podCertificate")


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for volume in pod.volumes:
        yield from _projected(volume)


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


RULE: Final = Rule(
    id=ID,
    title="No volume projects a token",
    description=(
        "No volume projects a serviceAccountToken, a clusterTrustBundle or a podCertificate. Each is an"
        " identity that code in the pod can use, also where the token of the service account is not mounted."
    ),
    group=Group.CREDENTIALS,
    severity=Severity.HIGH,
    references=(
        Reference("CIS Kubernetes Benchmark", "1.8", "5.1.6"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Protecting Pod service account tokens"),
    ),
    remediation="Remove the projected serviceAccountToken, clusterTrustBundle and podCertificate sources.",
    url="https://kubernetes.io/docs/concepts/storage/projected-volumes/#serviceaccounttoken",
    judge=each_pod(_judge),
)
