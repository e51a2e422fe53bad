"""Nobody makes a token that never expires."""

from collections.abc import Iterator
from typing import Final

from ..finding import Finding
from ..identity import Identity
from ..parameter import Settings
from ..part import Part, Surroundings
from ..reading import Reading
from ..rule import Group, Reference, Rule, Severity

ID: Final = "no-token-secret"

_SECRET: Final = Identity("", "Secret")
_TOKEN: Final = "kubernetes.io/service-account-token"
"""Source: k8s.io/api v0.36.3, core/v1/types.go, SecretTypeServiceAccountToken."""

_REQUIRED = f"not be of the type {_TOKEN}, which holds a token that never expires"
_FIX = "no such Secret, but a token for one audience and a short time (TokenRequest, kubectl create token)"


def _judge(reading: Reading, _settings: Settings) -> Iterator[Finding]:
    """The type of a Secret cannot be changed, so one that is missing is no token."""
    for each in reading.objects:
        if each.identity == _SECRET:
            secret = Part("Secret", each.path, each.value, Surroundings(reading.resource.secrets, owner=each))
            yield from secret.unless(ID, secret.see("type"), _is_harmless, _REQUIRED, _FIX)


def _is_harmless(said: object) -> bool:
    return isinstance(said, str) and said != _TOKEN


RULE: Final = Rule(
    id=ID,
    title="No Secret is made for a service account token",
    description=(
        f"No Secret has the type {_TOKEN}. The control plane fills such a Secret with a token of the service"
        " account that never expires, and whoever reads it once is that account for good."
    ),
    group=Group.CREDENTIALS,
    severity=Severity.HIGH,
    references=(
        Reference("CIS Kubernetes Benchmark", "1.8", "5.1.6"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Protecting Pod service account tokens"),
    ),
    remediation="Remove the Secret, and ask for short-lived tokens by the TokenRequest API.",
    url="https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets",
    judge=_judge,
)
