"""Where the files of one cluster lie."""

from dataclasses import dataclass
from pathlib import Path

POD_RUNNER = "pod-runner"

# In the order of their start.
PART_NAMES = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok", POD_RUNNER)


@dataclass(frozen=True)
class Layout:
    """The paths of one cluster below the directory that its caller named.

    What is for people (kubeconfig, logs/) lies in the directory itself, what is the cluster's own in
    cluster/.
    """

    directory: Path

    @property
    def kubeconfig(self) -> Path:
        return self.directory / "kubeconfig"

    @property
    def logs(self) -> Path:
        return self.directory / "logs"

    @property
    def lock(self) -> Path:
        """Held by whoever changes the cluster, `up` or `down`; it goes away with its holder."""
        return self.directory / ".cluster.lock"

    @property
    def cluster(self) -> Path:
        return self.directory / "cluster"

    @property
    def plan(self) -> Path:
        return self.cluster / "plan.json"

    @property
    def keeper_lock(self) -> Path:
        """Held by the keeper as long as it lives, so that there is never a second one."""
        return self.cluster / "keeper.lock"

    @property
    def keeper(self) -> Path:
        """Which process the keeper is, or was."""
        return self.cluster / "keeper.json"

    @property
    def request(self) -> Path:
        """The id of the last request for a start or a repair; the keeper's state says which it answered."""
        return self.cluster / "request.json"

    @property
    def state(self) -> Path:
        """What the keeper says of its parts."""
        return self.cluster / "state.json"

    @property
    def pods_state(self) -> Path:
        """What the pod runner says of the controller's pods."""
        return self.cluster / "pods.json"

    @property
    def pki(self) -> Path:
        return self.cluster / "pki"

    @property
    def etcd_data(self) -> Path:
        return self.cluster / "etcd"

    @property
    def pods(self) -> Path:
        return self.cluster / "pods"

    @property
    def kwok_config(self) -> Path:
        return self.cluster / "kwok.yaml"

    @property
    def authentication_config(self) -> Path:
        return self.cluster / "authentication.yaml"

    def part_kubeconfig(self, part: str) -> Path:
        return self.cluster / f"{part}.kubeconfig"

    def log(self, part: str) -> Path:
        return self.logs / f"{part}.log"

    def pod_log(self, pod: str) -> Path:
        return self.log(f"pod-{pod}")

    def all_logs(self) -> list[Path]:
        """The logs of this cluster that exist; the folder may hold those of others too."""
        parts = {self.log(name) for name in ("keeper", *PART_NAMES)}
        return sorted(log for log in parts | set(self.logs.glob("pod-*.log")) if log.exists())
