"""Kubeconfigs of control planes that are not there."""

import base64
import json
from pathlib import Path


def kubeconfig(folder: Path, port: int) -> Path:
    """One of a control plane on a port, with everything embedded."""
    cluster = {
        "server": f"https://127.0.0.1:{port}",
        "certificate-authority-data": encoded(f"authority-{port}"),
    }
    user = {
        "client-certificate-data": encoded(f"cert-{port}"),
        "client-key-data": encoded(f"key-{port}"),
    }
    document = {
        "clusters": [{"name": "main", "cluster": cluster}],
        "users": [{"name": "main", "user": user}],
    }
    file = folder / f"kubeconfig-{port}"
    file.write_text(json.dumps(document))
    return file


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
