"""Questions to the embedded cluster."""

import subprocess

from automation.paths import Paths


def kubectl(paths: Paths, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run kubectl against the embedded cluster."""
    command = [str(paths.local / "bin" / "kubectl"), "--kubeconfig", str(paths.kubeconfig), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def object_exists(paths: Paths, identity: tuple[str, str, str, str]) -> bool:
    """Whether an object is in the cluster; a kind that the cluster does not know counts as no.

    identity: apiVersion, kind, namespace (empty for none) and name.
    """
    api_version, kind, namespace, name = identity
    group, _, version = api_version.rpartition("/")
    resource = f"{kind}.{version}.{group}" if group else kind
    place = ["--namespace", namespace] if namespace else []
    return kubectl(paths, "get", resource, name, *place, "--output", "name").returncode == 0
