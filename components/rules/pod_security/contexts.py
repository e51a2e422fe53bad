"""Security contexts, which a pod has and each of its containers."""

from collections.abc import Iterator
from typing import Final

from ..finding import Finding
from ..part import Part, is_object, within
from ..pod import Pod

_PROFILES: Final = ("RuntimeDefault", "Localhost")
"""The types of AppArmor and seccomp profiles that confine a container. core/v1, Kubernetes 1.36."""


def parts_with_context(pod: Pod) -> tuple[Part, ...]:
    """The pod and its containers: whatever has a security context."""
    return (pod.itself, *pod.containers)


def wrong_profile(rule: str, part: Part, field: str) -> Iterator[Finding]:
    """A profile in a security context, of a type that does not confine, or of none.

    field: `appArmorProfile` or `seccompProfile`.
    """
    profile = part.see("securityContext", field)
    if profile.value is None:
        return
    kind, required, fix = within(profile, "type"), profile_required(field), profile_fix(field)
    if is_object(profile.value) and kind.value is None:
        yield from part.missing(rule, kind, required, fix)
    yield from part.unless(rule, kind, _PROFILES.__contains__, required, fix)


def profile_required(field: str) -> str:
    """What is asked of a profile, after the word "must"."""
    return f'set securityContext.{field}.type to "RuntimeDefault" or "Localhost"'


def profile_fix(field: str) -> str:
    """What to write."""
    return f"securityContext: {{{field}: {{type: RuntimeDefault}}}}, on the pod or the container"
