"""An embedded Kubernetes cluster for development and tests: etcd, kube-apiserver, kube-controller-manager and
kube-scheduler as they are, nodes and pods played by kwok, and the real Agent Sandbox controller.

    python -m localcluster up | status | down

    with Cluster(tmp_path, Settings(bin_directory=..., share_directory=...)) as cluster:
        ... cluster.kubeconfig ...
"""

from localcluster.cluster import Cluster
from localcluster.errors import LocalClusterError
from localcluster.settings import Settings
from localcluster.status import PartStatus, Standing

__all__ = ["Cluster", "LocalClusterError", "PartStatus", "Settings", "Standing"]
