"""Kubeconfig files with everything embedded, for the API server on the loopback address."""

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from localcluster.certificates import CLUSTER_CA, certificate_file, key_file
from localcluster.ports import LOOPBACK

CONTEXT = "gke-agent-sandbox-local"


def server(port: int) -> str:
    """The API server's URL."""
    return f"https://{LOOPBACK}:{port}"


def certificate_kubeconfig(pki: Path, port: int, identity: str) -> str:
    """A kubeconfig that shows a client certificate.

    identity: name of the certificate, e.g. `admin`.
    """
    user = {
        "client-certificate-data": _embed(certificate_file(pki, identity)),
        "client-key-data": _embed(key_file(pki, identity)),
    }
    return _kubeconfig(pki, port, identity, user)


def token_kubeconfig(pki: Path, port: int, name: str, token_file: Path) -> str:
    """A kubeconfig that shows the token in a file; clients read the file again when it changes."""
    return _kubeconfig(pki, port, name, {"tokenFile": str(token_file)})


def _kubeconfig(pki: Path, port: int, user_name: str, user: Mapping[str, str]) -> str:
    cluster = {
        "server": server(port),
        "certificate-authority-data": _embed(certificate_file(pki, CLUSTER_CA)),
    }
    config: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": CONTEXT, "cluster": cluster}],
        "users": [{"name": f"{CONTEXT}-{user_name}", "user": dict(user)}],
        "contexts": [{"name": CONTEXT, "context": {"cluster": CONTEXT, "user": f"{CONTEXT}-{user_name}"}}],
        "current-context": CONTEXT,
    }
    return yaml.safe_dump(config, sort_keys=False)


def _embed(file: Path) -> str:
    return base64.b64encode(file.read_bytes()).decode()
