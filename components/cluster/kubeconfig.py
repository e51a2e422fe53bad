"""The kubeconfig of a GKE cluster: where it answers, and how one proves who one is. Pure."""

import shutil
from typing import Final

import yaml

from ..problems import Problem

PLUGIN: Final = "gke-gcloud-auth-plugin"

EXEC_API_VERSION: Final = "client.authentication.k8s.io/v1beta1"
"""The version that the plugin answers in, whatever it is asked for; a client that expects another one turns
its answer down. gcloud writes the same. Source: kubernetes/cloud-provider-gcp,
cmd/gke-gcloud-auth-plugin/cred.go, execCredential.
"""

INSTALL: Final = (
    f"install it with `gcloud components install {PLUGIN}` or `apt-get install google-cloud-cli-{PLUGIN}`"
)
"""Source: GKE documentation, "Install kubectl and configure cluster access", required plugins."""


def kubeconfig_text(name: str, endpoint: str, ca_certificate: str | None = None) -> str:
    """A kubeconfig with one cluster, one user and one context, in YAML. It holds no credentials: the plugin
    is asked for a token at each use.

    name: what cluster, user and context are called.
    endpoint: a DNS name or an address, with or without a port or `https://`.
    ca_certificate: the cluster's CA certificate in base64, as GKE gives it: for an IP endpoint. None for the
        DNS endpoint, whose certificate is a public one and would not be trusted then (GKE documentation,
        "Authenticate to the Kubernetes API server").
    """
    server = endpoint if endpoint.startswith("https://") else f"https://{endpoint}"
    cluster = {"server": server}
    if ca_certificate:
        cluster["certificate-authority-data"] = ca_certificate
    credentials = {
        "apiVersion": EXEC_API_VERSION,
        "command": PLUGIN,
        "installHint": f"{PLUGIN} is not on PATH: {INSTALL}",
        "interactiveMode": "Never",
        "provideClusterInfo": True,
    }
    document = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": name, "cluster": cluster}],
        "users": [{"name": name, "user": {"exec": credentials}}],
        "contexts": [{"name": name, "context": {"cluster": name, "user": name}}],
        "current-context": name,
    }
    return yaml.safe_dump(document, sort_keys=False)


def plugin_problem() -> Problem | None:
    """What keeps this machine from reaching a GKE cluster; None when the plugin is on PATH."""
    if shutil.which(PLUGIN):
        return None
    why = f"nothing in a GKE cluster can be read or made without it; {INSTALL}"
    return Problem("", f"{PLUGIN} is not on PATH", why)
