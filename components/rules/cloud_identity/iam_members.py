"""The members to whom a resource of pulumi_gcp gives a role."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, cast

from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen, Surroundings, is_list, is_object
from ..reading import Reading
from ..unknown import UNKNOWN
from .cloud_resource import cloud_type

# Every resource that can be shared has three types, in one of two spellings (pulumi_gcp 10.2).
_GIVES_ROLES: Final = re.compile(r".+(?:IAM|Iam)(?:Member|Binding|Policy)")


def members_of(reading: Reading) -> Iterator[tuple[Part, Seen]]:
    """Each member to whom the resource gives a role, whatever it is a role on, and the resource itself."""
    resource = reading.resource
    kind = cloud_type(resource.type_token)
    if kind and _GIVES_ROLES.fullmatch(kind):
        part = Part("IAM member", (), resource.properties, Surroundings(resource.secrets))
        for member in _members(part):
            yield part, member


def each_member(
    judge: Callable[[Part, Seen, Settings], Iterable[Finding]],
) -> Callable[[Reading, Settings], Iterator[Finding]]:
    """The rule for a reading, from the rule for one member of an IAM policy."""

    def of_reading(reading: Reading, settings: Settings) -> Iterator[Finding]:
        for part, member in members_of(reading):
            yield from judge(part, member, settings)

    return of_reading


def _members(part: Part) -> Iterator[Seen]:
    member = part.see("member")
    if member.value is not None:
        yield member
    yield from part.each("members")
    policy = part.see("policyData")
    if isinstance(policy.value, str):
        yield from (Seen(policy.path, each) for each in _in_policy(policy.value))
    elif policy.value is UNKNOWN:
        yield policy


def _in_policy(text: str) -> Iterator[object]:
    """The members in a policy, which is JSON. IAM takes no other text."""
    try:
        policy: Any = json.loads(text)
    except (ValueError, RecursionError):
        return
    bindings: object = policy.get("bindings") if is_object(policy) else None
    for binding in bindings if is_list(bindings) else ():
        members = binding.get("members") if is_object(binding) else None
        yield from cast("Iterable[object]", members) if is_list(members) else ()
