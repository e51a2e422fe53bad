"""Secrets are better read from files than from the environment."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, is_object, named, within
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity

ID: Final = "secret-in-env"

_REQUIRED = "read Secrets from files, which no child process inherits and no dump shows"
_FIX = "volumes: [{name: ..., secret: {secretName: ...}}], and a volumeMount with readOnly: true"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    """One line for each container, however many variables it has. What is not known yet may be anything, so
    there is nothing to advise against.
    """
    for container in pod.containers:
        variables = [*_variables(container)]
        whole = [*_whole_secrets(container)]
        if variables or whole:
            field = container.see("env" if variables else "envFrom")
            found = f"{', '.join([*variables, *whole])} from Secrets"
            yield replace(container.advice(ID, field, _REQUIRED, _FIX), found=found)


def _variables(container: Part) -> Iterator[str]:
    for entry in container.each("env"):
        if is_object(entry.value) and is_object(within(entry, "valueFrom", "secretKeyRef").value):
            yield named("variable", entry.value, entry.path, container.secrets)


def _whole_secrets(container: Part) -> Iterator[str]:
    for entry in container.each("envFrom"):
        secret = within(entry, "secretRef")
        if is_object(secret.value):
            yield named("all variables of", secret.value, secret.path, container.secrets)


RULE: Final = Rule(
    id=ID,
    title="Secrets are read from files",
    description=(
        "A Secret in an environment variable is handed to every child process, and shows in crash dumps and"
        " debug pages; a file is read by who needs it, and follows when the Secret changes."
    ),
    group=Group.CREDENTIALS,
    severity=Severity.LOW,
    references=(Reference("CIS Kubernetes Benchmark", "1.8", "5.4.1"),),
    remediation="Mount the Secret as a volume, and read the file.",
    url="https://kubernetes.io/docs/concepts/configuration/secret/#using-secrets-as-files-from-a-pod",
    judge=each_pod(_judge),
)
