"""The checks of Pod Security admission beside the rules."""

from typing import NamedTuple

NEWEST = 37


class Area(NamedTuple):
    """Checks, and the rules that tell the same.

    A check of the level restricted takes the place of one of baseline (OverrideCheckIDs), where a rule has
    both levels: therefore several checks in an area.
    """

    checks: frozenset[str]
    rules: frozenset[str]


def area(checks: str, rules: str) -> Area:
    return Area(frozenset(checks.split()), frozenset(rules.split()))


AREAS = (
    area("privileged", "no-privileged"),
    area("hostNamespaces", "no-host-namespaces"),
    area("hostPorts", "no-host-port"),
    area("hostProbesAndHostLifecycle", "no-host-probe"),
    area("appArmorProfile", "app-armor-profile"),
    area("seLinuxOptions", "se-linux-options"),
    area("procMount procMount_restricted", "default-proc-mount"),
    area("seccompProfile_baseline seccompProfile_restricted", "seccomp-profile"),
    area("sysctls", "safe-sysctls"),
    area("windowsHostProcess", "no-windows-host-process"),
    # restrictedVolumes tells hostPath too, and overrides hostPathVolumes for it.
    area("hostPathVolumes restrictedVolumes", "no-host-path volume-types"),
    area("allowPrivilegeEscalation", "no-privilege-escalation"),
    area("runAsNonRoot runAsUser", "run-as-non-root"),
    # capabilities_restricted asks for the drop, and overrides capabilities_baseline for what is added.
    area("capabilities_baseline capabilities_restricted", "no-added-capabilities drop-all-capabilities"),
)


def areas_of_checks(checks: frozenset[str]) -> set[Area]:
    """The areas in which a check fails."""
    return {each for each in AREAS if each.checks & checks}


def areas_of_rules(rules: frozenset[str]) -> set[Area]:
    """The areas in which a rule has findings."""
    return {each for each in AREAS if each.rules & rules}
