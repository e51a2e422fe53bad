"""The configuration files that the parts read, made from the plan and the certificates."""

import yaml

from localcluster.files import write_private
from localcluster.kubeconfig import certificate_kubeconfig
from localcluster.layout import Layout
from localcluster.plan import Plan

# Nobody is anonymous but who asks for health.
_AUTHENTICATION = {
    "apiVersion": "apiserver.config.k8s.io/v1",
    "kind": "AuthenticationConfiguration",
    "anonymous": {
        "enabled": True,
        "conditions": [{"path": "/livez"}, {"path": "/readyz"}, {"path": "/healthz"}],
    },
}

_KWOK = {
    "apiVersion": "config.kwok.x-k8s.io/v1alpha1",
    "kind": "KwokConfiguration",
    "options": {
        # kwok's server would also offer exec, attach and logs, without asking who it is.
        "enableDebuggingHandlers": False,
        "enableProfilingHandler": False,
        # A configuration file takes away kwok's own defaults for these (v0.8.0), and zero is refused.
        "podPlayStageParallelism": 16,
        "nodePlayStageParallelism": 4,
        "podsOnNodeSyncParallelism": 1,
    },
}


def write_configuration(layout: Layout, plan: Plan) -> None:
    """Write every file that depends on ports or certificates; the same plan gives the same files."""
    for part in ("kube-controller-manager", "kube-scheduler", "kwok"):
        write_private(layout.part_kubeconfig(part), certificate_kubeconfig(layout.pki, plan.api_port, part))
    write_private(layout.authentication_config, yaml.safe_dump(_AUTHENTICATION))
    write_private(layout.kwok_config, yaml.safe_dump(_KWOK))


def write_admin_kubeconfig(layout: Layout, plan: Plan) -> None:
    """Write the kubeconfig for people and tests: a member of system:masters."""
    write_private(layout.kubeconfig, certificate_kubeconfig(layout.pki, plan.api_port, "admin"))
