"""A part of a resource that rules look at: a pod, a container, a volume."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from .edit import Edit
from .finding import Finding, Verdict
from .path import Path, is_secret, written
from .unknown import UNKNOWN

if TYPE_CHECKING:
    from .api_object import ApiObject

# Words that may be printed although they were marked secret: they are the API's own. Capabilities:
# capabilities(7). The others: core/v1 ProcMountType, and the types of AppArmor and seccomp profiles.
_PUBLIC_VALUES = frozenset(
    {
        "ALL", "AUDIT_CONTROL", "AUDIT_READ", "AUDIT_WRITE", "BLOCK_SUSPEND", "BPF",
        "CHECKPOINT_RESTORE", "CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID",
        "IPC_LOCK", "IPC_OWNER", "KILL", "LEASE", "LINUX_IMMUTABLE", "MAC_ADMIN", "MAC_OVERRIDE",
        "MKNOD", "NET_ADMIN", "NET_BIND_SERVICE", "NET_BROADCAST", "NET_RAW", "PERFMON", "SETFCAP",
        "SETGID", "SETPCAP", "SETUID", "SYS_ADMIN", "SYS_BOOT", "SYS_CHROOT", "SYS_MODULE", "SYS_NICE",
        "SYS_PACCT", "SYS_PTRACE", "SYS_RAWIO", "SYS_RESOURCE", "SYS_TIME", "SYS_TTY_CONFIG", "SYSLOG",
        "WAKE_ALARM",
        "Unconfined", "Unmasked",
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
    # A dict nearly always, and asking for that alone is several times as fast.
    return isinstance(value, dict) or (value is not None and isinstance(value, Mapping))


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether a value is a list of the API."""
    return isinstance(value, list) or (isinstance(value, Sequence) and not isinstance(value, str | bytes))


def within(seen: Seen, *keys: str) -> Seen:
    """The field under these keys in what was seen. A value of the wrong shape on the way counts as
    missing.
    """
    path, value = seen
    for depth, key in enumerate(keys):
        if value is None:
            break
        if value is UNKNOWN:
            return Seen((*path, *keys[:depth]), value)
        value = value.get(key) if is_object(value) else None
    return Seen((*path, *keys), value)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the parts of one object have in common.

    secrets:      the secret paths of the resource.
    completeness: whether what is missing from the object is missing in the cluster.
    owner:        the object; None where there is none, but something else in its place.
    """

    secrets: frozenset[Path]
    completeness: Completeness = Completeness.WHOLE
    owner: "ApiObject | None" = None


@dataclass(frozen=True, slots=True)
class Part:
    """An object within a resource, with what is needed to speak about its fields.

    who:   how a message names it, e.g. `container "app"`.
    path:  where it stands.
    value: what it holds.
    surroundings: what it has in common with the other parts of its object.
    image: the image of a container; empty for another part, or where it is not known.
    """

    who: str
    path: Path
    value: Mapping[str, object]
    surroundings: Surroundings
    image: str = ""

    @property
    def secrets(self) -> frozenset[Path]:
        """The secret paths of the resource."""
        return self.surroundings.secrets

    def see(self, *keys: str) -> Seen:
        """The field under these keys. A value of the wrong shape on the way counts as missing."""
        return within(Seen(self.path, self.value), *keys)

    def each(self, *keys: str) -> Iterator[Seen]:
        """The entries of the list under these keys. Of a list that is not known yet, or of something else in
        the place of a list, that itself.
        """
        seen = self.see(*keys)
        if is_list(seen.value):
            yield from (Seen((*seen.path, at), entry) for at, entry in enumerate(seen.value))
        elif seen.value is not None:
            yield seen

    def violation(self, rule: str, seen: Seen, required: str, fix: str, *edits: Edit) -> Finding:
        """The field is wrong.

        edits: what mends it, where nothing that was said has to be changed for that.
        """
        found = self._described(seen.path, seen.value)
        return self._finding(rule, Verdict.VIOLATION, seen, found, required, fix, edits)

    def undetermined(self, rule: str, seen: Seen, required: str, fix: str) -> Finding:
        """The field is not known yet, and may turn out wrong."""
        return self._finding(rule, Verdict.UNDETERMINED, seen, "not known yet", required, fix)

    def advice(self, rule: str, seen: Seen, required: str, fix: str) -> Finding:
        """The field is right, and would be better otherwise."""
        found = self._described(seen.path, seen.value)
        return self._finding(rule, Verdict.ADVICE, seen, found, required, fix)

    def unless(
        self, rule: str, seen: Seen, allowed: Callable[[object], bool], required: str, fix: str
    ) -> Iterator[Finding]:
        """The field may be missing, and is wrong where it is set to a value that is not allowed.

        A field that is not known yet is undetermined. One that lies in something unknown is too, under the
        path of that.
        """
        if seen.value is UNKNOWN:
            yield self.undetermined(rule, seen, required, fix)
        elif seen.value is not None and not allowed(seen.value):
            yield self.violation(rule, seen, required, fix)

    def missing(self, rule: str, seen: Seen, required: str, fix: str, *edits: Edit) -> Iterator[Finding]:
        """The field is not set, which is wrong unless a patch leaves it as it is in the cluster.

        edits: what sets it.
        """
        match self.surroundings.completeness:
            case Completeness.WHOLE:
                yield self.violation(rule, seen, required, fix, *edits)
            case Completeness.PATCH_OR_WHOLE:
                found = "not set, in a patch that creates the object where it does not exist"
                yield self._finding(rule, Verdict.UNDETERMINED, seen, found, required, fix)
            case Completeness.PATCH:
                pass

    def _finding(
        self,
        rule: str,
        verdict: Verdict,
        seen: Seen,
        found: str,
        required: str,
        fix: str,
        edits: tuple[Edit, ...] = (),
    ) -> Finding:
        return Finding(
            rule,
            verdict,
            self.who,
            written(seen.path, self.secrets),
            found,
            required,
            fix,
            owner=self.surroundings.owner,
            image=self.image,
            edits=edits,
            at=seen.path,
        )

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
