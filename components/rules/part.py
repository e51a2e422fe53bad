"""A part of a resource that rules look at: a pod, a container, a volume."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeGuard

from .finding import Finding, Verdict
from .path import Path, is_secret, written
from .unknown import UNKNOWN

# Words that may be printed although they were marked secret: they are the API's own. Capabilities:
# capabilities(7).
_PUBLIC_VALUES = frozenset(
    {
        "ALL", "AUDIT_CONTROL", "AUDIT_READ", "AUDIT_WRITE", "BLOCK_SUSPEND", "BPF",
        "CHECKPOINT_RESTORE", "CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID",
        "IPC_LOCK", "IPC_OWNER", "KILL", "LEASE", "LINUX_IMMUTABLE", "MAC_ADMIN", "MAC_OVERRIDE",
        "MKNOD", "NET_ADMIN", "NET_BIND_SERVICE", "NET_BROADCAST", "NET_RAW", "PERFMON", "SETFCAP",
        "SETGID", "SETPCAP", "SETUID", "SYS_ADMIN", "SYS_BOOT", "SYS_CHROOT", "SYS_MODULE", "SYS_NICE",
        "SYS_PACCT", "SYS_PTRACE", "SYS_RAWIO", "SYS_RESOURCE", "SYS_TIME", "SYS_TTY_CONFIG", "SYSLOG",
        "WAKE_ALARM",
    }
)  # fmt: skip
_LONGEST_PRINTED = 60
_MOST_PRINTED = 10


class Completeness(Enum):
    """Whether a field that is missing from an object will be missing in the cluster."""

    WHOLE = "whole"
    PATCH = "patch"
    """Only what is given is changed; what is missing is already in the cluster, unseen."""
    PATCH_OR_WHOLE = "patch or whole"
    """A server-side apply that holds enough to create the object where it does not exist."""


class Seen(NamedTuple):
    """A field as it was found.

    path:  where it stands; where what it lies in is not known yet, the path of that.
    value: None when the field is missing or null (the API server prunes nulls), UNKNOWN when it is not known
           yet.
    """

    path: Path
    value: object


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether a value is an object of the API."""
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether a value is a list of the API."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


@dataclass(frozen=True, slots=True)
class Part:
    """An object within a resource, with what is needed to speak about its fields.

    who:          how a message names it, e.g. `container "app"`.
    path:         where it stands.
    value:        what it holds.
    completeness: whether what is missing from it is missing in the cluster.
    secrets:      the secret paths of the resource.
    """

    who: str
    path: Path
    value: Mapping[str, object]
    completeness: Completeness
    secrets: frozenset[Path]

    def see(self, *keys: str) -> Seen:
        """The field under these keys. A value of the wrong shape on the way counts as missing."""
        path, value = self.path, self.value
        current: object = value
        for key in keys:
            if current is UNKNOWN:
                break
            path = (*path, key)
            current = current.get(key) if is_object(current) else None
        return Seen(path, current)

    def violation(self, rule: str, seen: Seen, required: str, fix: str) -> Finding:
        """The field is wrong."""
        return self._finding(
            rule, Verdict.VIOLATION, seen, self._described(seen.path, seen.value), required, fix
        )

    def undetermined(self, rule: str, seen: Seen, required: str, fix: str) -> Finding:
        """The field is not known yet, and may turn out wrong."""
        return self._finding(rule, Verdict.UNDETERMINED, seen, "not known yet", required, fix)

    def missing(self, rule: str, seen: Seen, required: str, fix: str) -> Iterator[Finding]:
        """The field is not set, which is wrong unless a patch leaves it as it is in the cluster."""
        if self.completeness is Completeness.WHOLE:
            yield self.violation(rule, seen, required, fix)
        elif self.completeness is Completeness.PATCH_OR_WHOLE:
            found = "not set, in a patch that creates the object where it does not exist"
            yield self._finding(rule, Verdict.UNDETERMINED, seen, found, required, fix)

    def _finding(
        self, rule: str, verdict: Verdict, seen: Seen, found: str, required: str, fix: str
    ) -> Finding:
        return Finding(rule, verdict, self.who, written(seen.path, self.secrets), found, required, fix)

    def _described(self, path: Path, value: object) -> str:
        if is_list(value):
            entries = [
                described(each, is_secret((*path, at), self.secrets))
                for at, each in enumerate(value[:_MOST_PRINTED])
            ]
            rest = ["..."] if len(value) > _MOST_PRINTED else []
            return f"[{', '.join([*entries, *rest])}]"
        return described(value, is_secret(path, self.secrets))


def described(value: object, secret: bool) -> str:
    """A value in a message: as the API writes it, or in words when it is none, secret, long or nested."""
    if value is None:
        return "not set"
    if value is UNKNOWN:
        return "not known yet"
    if is_object(value):
        return "an object"
    if is_list(value):
        return f"a list of {len(value)}"
    if secret and not _is_public(value):
        return "a secret value"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, str):
        return json.dumps(value) if len(value) <= _LONGEST_PRINTED else f"a string of {len(value)} characters"
    return "a value of another type"


def named(what: str, value: Mapping[str, object], path: Path, secrets: Set[Path]) -> str:
    """How a message names an entry of a list: `container "app"`.

    By its position, `container 0`, when its name is missing, unknown, or lies in something secret.
    """
    name = value.get("name")
    if isinstance(name, str) and name and not is_secret((*path, "name"), secrets):
        return f"{what} {json.dumps(name[:_LONGEST_PRINTED])}"
    return f"{what} {path[-1]}"


def _number(value: float) -> str:
    """Pulumi hands on every number as a float; the API has integers of 64 bits."""
    if not abs(value) < 2**63:
        return "a number out of range"
    return str(int(value)) if value == int(value) else str(value)


def _is_public(value: object) -> bool:
    return isinstance(value, bool) or value == 0 or (isinstance(value, str) and value in _PUBLIC_VALUES)
