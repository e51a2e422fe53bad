"""The parts of a cluster: which process each one is, what it waits for, and how it says that it is well.

All of them listen on 127.0.0.1 alone. Flags: `<binary> --help` of etcd 3.6, Kubernetes 1.36 and kwok 0.8.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from localcluster.certificates import CLUSTER_CA, ETCD_CA, SERVICE_ACCOUNT_KEY, certificate_file, key_file
from localcluster.health import Health
from localcluster.layout import POD_RUNNER, Layout
from localcluster.network import POD_RANGE, SERVICE_RANGE
from localcluster.objects import CONTROLLER_POD_LABELS
from localcluster.plan import API, Plan
from localcluster.ports import LOOPBACK

# The parts that act through the API as users of their own wait for the objects that give them their rights.
OBJECTS = "objects"


@dataclass(frozen=True)
class Part:
    """One process of the cluster.

    command: its full command line.
    after:   what must be well before it is started: names of parts, or OBJECTS.
    port:    where it listens; None for the pod runner, which has no server.
    health:  its health endpoint; None for the pod runner, which says in its own state file that it is well.
    """

    name: str
    command: tuple[str, ...]
    after: tuple[str, ...]
    port: int | None
    health: Health | None


def make_parts(layout: Layout, plan: Plan) -> tuple[Part, ...]:
    """The parts in the order in which they start; they stop in the opposite one."""
    parts = (
        Part(
            "etcd",
            _etcd(layout, plan),
            (),
            plan.ports["etcd"],
            Health("/health", "https", "etcd-client", ETCD_CA),
        ),
        Part(API, _api_server(layout, plan), ("etcd",), plan.api_port, Health("/readyz")),
        _kubernetes_part(layout, plan, "kube-controller-manager", _controller_manager_flags(layout)),
        _kubernetes_part(layout, plan, "kube-scheduler", ()),
        Part("kwok", _kwok(layout, plan), (OBJECTS,), plan.ports["kwok"], Health("/healthz", "http")),
    )
    if not plan.settings.run_controller:
        return parts
    runner = (sys.executable, "-m", "localcluster.pod_runner", str(layout.directory))
    return (*parts, Part(POD_RUNNER, runner, (OBJECTS,), None, None))


def _etcd(layout: Layout, plan: Plan) -> tuple[str, ...]:
    client = f"https://{LOOPBACK}:{plan.ports['etcd']}"
    peer = f"https://{LOOPBACK}:{plan.ports['etcd-peer']}"
    certificate, key = _pair(layout, "etcd")
    authority = str(certificate_file(layout.pki, ETCD_CA))
    return (
        _binary(plan, "etcd"),
        "--name=local",
        f"--data-dir={layout.etcd_data}",
        f"--listen-client-urls={client}",
        f"--advertise-client-urls={client}",
        f"--listen-peer-urls={peer}",
        f"--initial-advertise-peer-urls={peer}",
        f"--initial-cluster=local={peer}",
        f"--cert-file={certificate}",
        f"--key-file={key}",
        f"--trusted-ca-file={authority}",
        "--client-cert-auth",
        f"--peer-cert-file={certificate}",
        f"--peer-key-file={key}",
        f"--peer-trusted-ca-file={authority}",
        "--peer-client-cert-auth",
        # No wait for the disk at each write: several times faster, and a killed etcd still finds its data,
        # which the kernel has. Only a crash of the machine can lose some, and this cluster is made anew in
        # seconds.
        "--unsafe-no-fsync",
        "--log-level=warn",
    )


def _api_server(layout: Layout, plan: Plan) -> tuple[str, ...]:
    certificate, key = _pair(layout, API)
    etcd_certificate, etcd_key = _pair(layout, "etcd-client")
    return (
        _binary(plan, API),
        f"--bind-address={LOOPBACK}",
        f"--secure-port={plan.api_port}",
        f"--advertise-address={LOOPBACK}",
        # The endpoint of the Service `kubernetes` may not be a loopback address, so it has none: nothing runs
        # in pods.
        "--endpoint-reconciler-type=none",
        f"--tls-cert-file={certificate}",
        f"--tls-private-key-file={key}",
        f"--client-ca-file={certificate_file(layout.pki, CLUSTER_CA)}",
        f"--authentication-config={layout.authentication_config}",
        "--authorization-mode=Node,RBAC",
        # PodSecurity is among those that are on by default.
        "--enable-admission-plugins=NodeRestriction",
        # As on GKE: it is for Pod Security and policies, not for the server, to refuse privileged containers.
        "--allow-privileged=true",
        f"--etcd-servers=https://{LOOPBACK}:{plan.ports['etcd']}",
        f"--etcd-cafile={certificate_file(layout.pki, ETCD_CA)}",
        f"--etcd-certfile={etcd_certificate}",
        f"--etcd-keyfile={etcd_key}",
        "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
        f"--service-account-key-file={layout.pki / SERVICE_ACCOUNT_KEY}.pub",
        f"--service-account-signing-key-file={key_file(layout.pki, SERVICE_ACCOUNT_KEY)}",
        f"--service-cluster-ip-range={SERVICE_RANGE}",
        "--profiling=false",
    )


def _controller_manager_flags(layout: Layout) -> tuple[str, ...]:
    return (
        "--use-service-account-credentials=true",
        f"--service-account-private-key-file={key_file(layout.pki, SERVICE_ACCOUNT_KEY)}",
        f"--root-ca-file={certificate_file(layout.pki, CLUSTER_CA)}",
        "--allocate-node-cidrs=true",
        "--configure-cloud-routes=false",
        # Quotas that count objects of a new CRD come into force with this; by default it is 5 minutes.
        "--resource-quota-sync-period=5s",
        f"--cluster-cidr={POD_RANGE}",
        f"--service-cluster-ip-range={SERVICE_RANGE}",
    )


def _kubernetes_part(layout: Layout, plan: Plan, name: str, more: tuple[str, ...]) -> Part:
    """The controller manager or the scheduler."""
    certificate, key = _pair(layout, name)
    kubeconfig = layout.part_kubeconfig(name)
    command = (
        _binary(plan, name),
        f"--kubeconfig={kubeconfig}",
        f"--authentication-kubeconfig={kubeconfig}",
        f"--authorization-kubeconfig={kubeconfig}",
        # There is no aggregation layer whose settings could be looked up.
        "--authentication-skip-lookup=true",
        f"--bind-address={LOOPBACK}",
        f"--secure-port={plan.ports[name]}",
        f"--tls-cert-file={certificate}",
        f"--tls-private-key-file={key}",
        # There is one of each, so nobody to elect; and after a kill no lease to wait for.
        "--leader-elect=false",
        # The defaults (20 a second) make the controller manager ask for its accounts' tokens for 4 s at each
        # start.
        "--kube-api-qps=500",
        "--kube-api-burst=1000",
        "--profiling=false",
        *more,
    )
    return Part(name, command, (API,), plan.ports[name], Health("/healthz"))


def _kwok(layout: Layout, plan: Plan) -> tuple[str, ...]:
    stages = tuple(f"--config={file}" for file in stage_files(plan.settings.share_directory))
    selector = ",".join(f"{key}={value}" for key, value in CONTROLLER_POD_LABELS.items())
    # The controller's pods are the pod runner's: they are ready when their process is, and gone when it has
    # ended.
    disregard = (
        (f"--disregard-status-with-label-selector={selector}",) if plan.settings.run_controller else ()
    )
    return (
        _binary(plan, "kwok"),
        f"--kubeconfig={layout.part_kubeconfig('kwok')}",
        f"--config={layout.kwok_config}",
        *stages,
        "--manage-all-nodes=true",
        # No leases: after a restart kwok would leave the nodes alone until those of its last life run out.
        "--node-lease-duration-seconds=0",
        f"--server-address={LOOPBACK}:{plan.ports['kwok']}",
        *disregard,
    )


def stage_files(share_directory: Path) -> tuple[Path, ...]:
    """kwok's own stages for nodes that stay ready by heartbeats and pods that become ready at once."""
    stages = share_directory / "kwok" / "stage"
    return (
        stages / "node" / "fast" / "node-initialize.yaml",
        stages / "node" / "heartbeat" / "node-heartbeat.yaml",
        stages / "pod" / "fast" / "pod-ready.yaml",
        stages / "pod" / "fast" / "pod-complete.yaml",
        stages / "pod" / "fast" / "pod-delete.yaml",
    )


def _binary(plan: Plan, name: str) -> str:
    return str(plan.settings.bin_directory / name)


def _pair(layout: Layout, name: str) -> tuple[Path, Path]:
    return certificate_file(layout.pki, name), key_file(layout.pki, name)
