"""Pods over all fields that the Pod Security Standards read, and those near them.

Each is one that the API server can decode, with what it asks for: a container, a name for each, and at most
one source in a volume. Whether the values go together does not matter.
"""

from random import Random
from typing import Any

CONTAINERS = ("containers", "initContainers", "ephemeralContainers")
NAMES = ("app", "setup", "debug")
CAPABILITIES = (
    "ALL", "all", "AUDIT_WRITE", "CAP_NET_RAW", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD",
    "NET_ADMIN", "NET_BIND_SERVICE", "NET_RAW", "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_ADMIN",
    "SYS_CHROOT", "",
)  # fmt: skip
SYSCTLS = (
    "kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.tcp_syncookies",
    "net.ipv4.ping_group_range", "net.ipv4.ip_unprivileged_port_start", "net.ipv4.ip_local_reserved_ports",
    "net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_keepalive_intvl",
    "net.ipv4.tcp_keepalive_probes", "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem",
    "net.ipv4.tcp_slow_start_after_idle", "net.ipv4.tcp_notsent_lowat", "kernel.msgmax", "net/ipv4/tcp_rmem",
    "",
)  # fmt: skip
SAFE_SOURCES = (
    "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected",
    "secret",
)  # fmt: skip
OTHER_SOURCES = (
    "awsElasticBlockStore", "azureDisk", "azureFile", "cephfs", "cinder", "fc", "flexVolume", "flocker",
    "gcePersistentDisk", "gitRepo", "glusterfs", "hostPath", "iscsi", "nfs", "photonPersistentDisk",
    "portworxVolume", "quobyte", "rbd", "scaleIO", "storageos", "vsphereVolume",
)  # fmt: skip
PROFILES = ("RuntimeDefault", "Localhost", "Unconfined", "")
ANNOTATED = ("runtime/default", "docker/default", "localhost/own", "localhost", "unconfined", "")
SELINUX_TYPES = (
    "container_t", "container_init_t", "container_kvm_t", "container_engine_t", "spc_t", "", None,
)  # fmt: skip


def generated_pod(random: Random) -> dict[str, Any]:
    """A pod: one that is allowed, or bare, now and then one that a relaxation is for, with a few changes."""
    good = random.random() < 0.75
    spec: dict[str, Any] = {
        key: [container(name, good) for name in NAMES[: random.choice(counts)]]
        for key, counts in zip(CONTAINERS, ((1, 1, 2), (0, 0, 1, 2), (0, 0, 0, 1)), strict=True)
    }
    if good:
        spec["securityContext"] = {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}
    if random.random() < 0.25:
        spec.update(random.choice(({"os": {"name": "windows"}}, {"hostUsers": False})))
    pod: dict[str, Any] = {"metadata": {"name": "generated"}, "spec": spec}
    for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4, 6))):
        change(random, pod)
    return pod


def container(name: str, good: bool) -> dict[str, Any]:
    """A container that is allowed at the level restricted, or a bare one."""
    context = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
    return {
        "name": name,
        "image": "registry.example.com/a:1",
        **({"securityContext": context} if good else {}),
    }


def change(random: Random, pod: dict[str, Any]) -> None:
    """Change something: of the pod, of its context, of a container, of a container's context."""
    spec = pod["spec"]
    lists = [key for key in CONTAINERS if spec.get(key)]
    one = random.choice(spec[random.choice(lists)])
    match random.randrange(8):
        case 0:
            key, value = pod_field(random)
            spec[key] = value
        case 1:
            change_context(random, spec, of_pod=True)
        case 2:
            key, value = container_field(random)
            one[key] = value
        case 3:
            key, value = metadata_field(random)
            pod["metadata"][key] = value
        case 4:
            spec["volumes"] = some(random, [volume(random, at) for at in range(random.randint(1, 3))])
        case _:
            change_context(random, one, of_pod=False)


def change_context(random: Random, holder: dict[str, Any], of_pod: bool) -> None:
    """Change a field of a security context, or now and then the context as a whole."""
    if random.random() < 0.05:
        holder["securityContext"] = random.choice((None, {}))
        return
    key, value = context_field(random, of_pod)
    context = holder.get("securityContext") or {}
    context[key] = value
    holder["securityContext"] = context


def some(random: Random, value: Any) -> Any:
    """Mostly the value, else one that is null or empty."""
    return value if random.random() < 0.9 else random.choice((None, type(value)()))


def flag(random: Random) -> bool | None:
    return random.choice((True, False, False, None))


def pod_field(random: Random) -> tuple[str, Any]:
    """A field of a pod spec."""
    match random.randrange(8):
        case 0 | 1:
            return random.choice(("hostNetwork", "hostPID", "hostIPC")), flag(random)
        case 2 | 3:
            return "hostUsers", flag(random)
        case 4 | 5:
            return "os", random.choice((None, {"name": "windows"}, {"name": "windows"}, {"name": "linux"}))
        case 6:
            return random.choice(("shareProcessNamespace", "setHostnameAsFQDN", "enableServiceLinks")), True
        case _:
            near = (("nodeSelector", {"kubernetes.io/os": "windows"}), ("runtimeClassName", "gvisor"))
            return random.choice((*near, ("initContainers", None), ("ephemeralContainers", None)))


def context_field(random: Random, of_pod: bool) -> tuple[str, Any]:
    """A field of a security context."""
    both = (
        ("runAsNonRoot", flag(random)),
        ("runAsUser", random.choice((0, 1, 1000, None))),
        ("runAsGroup", random.choice((0, 1000, None))),
        ("seLinuxOptions", some(random, selinux_options(random))),
        ("seccompProfile", some(random, profile(random))),
        ("appArmorProfile", some(random, profile(random))),
        ("windowsOptions", some(random, {"hostProcess": flag(random), "runAsUserName": "me"})),
    )
    pods = (
        ("sysctls", some(random, [sysctl(random) for _ in range(random.randint(1, 2))])),
        ("fsGroup", 0),
        ("supplementalGroups", [0]),
    )
    containers = (
        ("privileged", flag(random)),
        ("allowPrivilegeEscalation", flag(random)),
        ("capabilities", some(random, capabilities(random))),
        ("capabilities", some(random, capabilities(random))),
        ("procMount", random.choice(("Default", "Unmasked", "Unmasked", "", None))),
        ("readOnlyRootFilesystem", flag(random)),
    )
    return random.choice((*both, *(pods if of_pod else containers)))


def selinux_options(random: Random) -> dict[str, Any]:
    options = {"level": "s0:c1,c2", "type": random.choice(SELINUX_TYPES)}
    if random.random() < 0.3:
        options[random.choice(("user", "role"))] = random.choice(("", "sysadm_r", None))
    return options


def profile(random: Random) -> dict[str, Any]:
    return {"type": random.choice(PROFILES), **random.choice(({}, {"localhostProfile": "own"}))}


def sysctl(random: Random) -> dict[str, Any]:
    return {"name": random.choice(SYSCTLS), "value": "1"}


def capabilities(random: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if random.random() < 0.7:
        found["drop"] = some(random, ["ALL", *random.sample(CAPABILITIES, random.randint(0, 2))])
    if random.random() < 0.2:
        found["drop"] = random.sample(CAPABILITIES, random.randint(0, 3))
    if random.random() < 0.6:
        found["add"] = some(random, random.sample(CAPABILITIES, random.randint(1, 2)))
    return found


def container_field(random: Random) -> tuple[str, Any]:
    """A field of a container."""
    match random.randrange(4):
        case 0:
            ports = [port(random) for _ in range(random.randint(1, 2))]
            return "ports", some(random, ports)
        case 1 | 2:
            probe = random.choice(("livenessProbe", "readinessProbe", "startupProbe"))
            return probe, some(random, handler(random))
        case _:
            hooks = {key: handler(random) for key in ("postStart", "preStop") if random.random() < 0.6}
            return "lifecycle", some(random, hooks)


def port(random: Random) -> dict[str, Any]:
    return {"containerPort": 8080, **random.choice(({}, {"hostPort": random.choice((0, 80, 8080, None))}))}


def handler(random: Random) -> dict[str, Any]:
    """What a probe or a hook does."""
    host = random.choice(({}, {"host": random.choice(("", "127.0.0.1", "169.254.169.254", None))}))
    match random.randrange(4):
        case 0:
            return {"exec": {"command": ["true"]}}
        case 1:
            return {"tcpSocket": some(random, {"port": 80, **host})}
        case _:
            return {"httpGet": some(random, {"port": "http", "path": "/", **host})}


def metadata_field(random: Random) -> tuple[str, Any]:
    """Annotations, by which pods were secured before there were fields."""
    keys = (
        f"container.apparmor.security.beta.kubernetes.io/{random.choice((*NAMES, 'other'))}",
        "seccomp.security.alpha.kubernetes.io/pod",
        f"container.seccomp.security.alpha.kubernetes.io/{random.choice((*NAMES, 'other'))}",
        "example.com/own",
    )
    chosen = random.sample(keys, random.randint(1, 2))
    return "annotations", some(random, {key: random.choice(ANNOTATED) for key in chosen})


def volume(random: Random, at: int) -> dict[str, Any]:
    """A volume with a source, with none, or with one that is null."""
    source = random.choice((random.choice(SAFE_SOURCES), random.choice(OTHER_SOURCES), "hostPath"))
    return {"name": f"v{at}", **random.choice(({source: {}}, {source: {}}, {source: None}, {}))}
