"""No credential stands in a pod in plain text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding, Verdict
from ..parameter import Settings
from ..part import Part, Seen, is_list, is_object, named, within
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN
from .credential import is_credential, names_credential

ID: Final = "no-plaintext-secret"

_VARIABLE_FIX = "valueFrom: {secretKeyRef: {name: ..., key: ...}}, or better a file: a volume of the Secret"
_ARGUMENT = "take no credential on its command line"
_ARGUMENT_FIX = "a file from a Secret's volume, or $(NAME) of a variable with a secretKeyRef"
_ARGUMENTS: Final = ("command", "args")
_FLAG: Final = re.compile(r"--?[A-Za-z][\w.-]*")
_ASSIGNMENT: Final = re.compile(r"-{0,2}(?P<name>[A-Za-z][\w.-]*)=(?P<value>.*)", re.DOTALL)
_WIDEST: Final = "PASSWORD"
"""The name under which the most texts are credentials, for a variable whose name is not known yet."""


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for container in pod.containers:
        for entry in container.each("env"):
            yield from _variable(container, entry)
        for field in _ARGUMENTS:
            yield from _arguments(container, field)


def _variable(container: Part, entry: Seen) -> Iterator[Finding]:
    if entry.value is UNKNOWN:
        yield container.undetermined(ID, entry, "take every credential from a Secret", _VARIABLE_FIX)
    if not is_object(entry.value):
        return  # another shape than the API's is told as unreadable
    name, value = within(entry, "name"), within(entry, "value")
    verdict = _verdict(container, name.value, value)
    if verdict is None:
        return
    variable = named("variable", entry.value, entry.path, container.secrets)
    required = f"take {variable} from a Secret"
    if verdict is Verdict.VIOLATION:
        yield _withheld(container.violation(ID, value, required, _VARIABLE_FIX))
    else:
        unknown = value if value.value is UNKNOWN else name
        yield container.undetermined(ID, unknown, required, _VARIABLE_FIX)


def _arguments(container: Part, field: str) -> Iterator[Finding]:
    """Each argument by itself, as `--token=...` or `TOKEN=...`, and as what follows `--token`."""
    flag = ""
    for argument in container.each(field):
        text = argument.value if isinstance(argument.value, str) else ""
        is_flag = _FLAG.fullmatch(text) is not None
        verdict = _verdict(container, "" if is_flag else flag, argument)
        assigned = _ASSIGNMENT.fullmatch(text)
        if assigned is not None and verdict is None:
            verdict = _verdict(container, assigned["name"], Seen(argument.path, assigned["value"]))
        if verdict is Verdict.VIOLATION:
            yield _withheld(container.violation(ID, argument, _ARGUMENT, _ARGUMENT_FIX))
        elif verdict is Verdict.UNDETERMINED:
            yield container.undetermined(ID, argument, _ARGUMENT, _ARGUMENT_FIX)
        flag = text if is_flag else ""


def _verdict(container: Part, name: object, value: Seen) -> Verdict | None:
    """What a value is under a name: None for what is no credential.

    One that is not known yet is told only where its name says that it will be a credential: any output of
    another resource may turn out to be one.
    """
    said, called = value.value, name if isinstance(name, str) else ""
    if said is None or said == "":
        return None
    if value.path in container.secrets:
        return Verdict.VIOLATION
    if said is UNKNOWN:
        return Verdict.UNDETERMINED if name is UNKNOWN or names_credential(called) else None
    if _is_credential(called, said):
        return Verdict.VIOLATION
    return Verdict.UNDETERMINED if name is UNKNOWN and _is_credential(_WIDEST, said) else None


def _is_credential(name: str, said: object) -> bool:
    """What is no text is refused by the API server, and no pass here."""
    if is_object(said) or is_list(said):
        return names_credential(name)
    return is_credential(name, str(said))


def _withheld(finding: Finding) -> Finding:
    """The finding without what was found: a credential is in no message, marked as secret or not."""
    return replace(finding, found="a credential in plain text")


RULE: Final = Rule(
    id=ID,
    title="Credentials are taken from Secrets",
    description=(
        "No environment variable and no argument of a container is a credential in plain text, and none is a"
        " value that is marked secret: it would be readable for everybody who may read the object, its"
        " history and its logs. A variable is judged by its name and its value together, and by well-known"
        " forms of tokens, private keys and URLs with a password."
    ),
    group=Group.CREDENTIALS,
    severity=Severity.CRITICAL,
    references=(Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Secrets"),),
    remediation=(
        "Put the credential into a Secret, or a secret manager, and mount it as a file; change it, since it"
        " has been read."
    ),
    url="https://kubernetes.io/docs/concepts/configuration/secret/#using-secrets-as-environment-variables",
    judge=each_pod(_judge),
)
