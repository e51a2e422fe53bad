"""No pod changes a setting of the kernel that is not its own."""

from collections.abc import Iterator, Set
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import within
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_LEVEL, POD_SECURITY_VERSION, PodSecurityLevel
from ..unknown import UNKNOWN

ID: Final = "safe-sysctls"

# By the version that lets them pass. Source: k8s.io/pod-security-admission v0.37.2, policy/check_sysctls.go.
_SAFE: Final = (
    (
        0,
        (
            "kernel.shm_rmid_forced",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.ip_unprivileged_port_start",
            "net.ipv4.ping_group_range",
            "net.ipv4.tcp_syncookies",
        ),
    ),
    (27, ("net.ipv4.ip_local_reserved_ports",)),
    (
        29,
        (
            "net.ipv4.tcp_fin_timeout",
            "net.ipv4.tcp_keepalive_intvl",
            "net.ipv4.tcp_keepalive_probes",
            "net.ipv4.tcp_keepalive_time",
        ),
    ),
    (32, ("net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem")),
    (37, ("net.ipv4.tcp_notsent_lowat", "net.ipv4.tcp_slow_start_after_idle")),
)

_SAFE_ALONE = "set no sysctl but those that are safe"
_NONE = "set no sysctl"
_FIX = "securityContext without sysctls"


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    safe = _safe(settings)
    required = _SAFE_ALONE if safe else _NONE
    for sysctl in pod.itself.each("securityContext", "sysctls"):
        name = within(sysctl, "name")
        if name.value is UNKNOWN:
            yield pod.itself.undetermined(ID, name, required, _FIX)
        elif not isinstance(name.value, str) or name.value not in safe:
            yield pod.itself.violation(ID, name, required, _FIX)


def _safe(settings: Settings) -> Set[str]:
    if settings[POD_SECURITY_LEVEL] is PodSecurityLevel.SANDBOX:
        return frozenset()
    version = settings[POD_SECURITY_VERSION]
    return {name for since, names in _SAFE if since <= version for name in names}


RULE: Final = Rule(
    id=ID,
    title="No pod changes a setting of the kernel that is not its own",
    description=(
        "securityContext.sysctls sets no parameter of the kernel but those that change nothing outside the"
        " pod; a sandbox sets none. Others change the whole node, or switch off what protects it."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.MEDIUM,
    references=(Reference("Pod Security Standards", "baseline", "Sysctls"),),
    remediation="Remove securityContext.sysctls from the pod.",
    url="https://kubernetes.io/docs/tasks/administer-cluster/sysctl-cluster/#safe-and-unsafe-sysctls",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_LEVEL, POD_SECURITY_VERSION),
)
