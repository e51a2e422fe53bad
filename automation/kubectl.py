"""Questions to the embedded cluster."""

import subprocess

from automation.paths import Paths


def kubectl(paths: Paths, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run kubectl against the embedded cluster."""
    command = [str(paths.local / "bin" / "kubectl"), "--kubeconfig", str(paths.kubeconfig), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def field_manager(paths: Paths, identity: tuple[str, str, str, str]) -> str | None:
    """The name under which Pulumi's provider made an object; None when there is no such object, or another's.

    identity: apiVersion, kind, namespace (empty for none) and name.
    """
    api_version, kind, namespace, name = identity
    group, _, version = api_version.rpartition("/")
    resource = f"{kind}.{version}.{group}" if group else kind
    place = ["--namespace", namespace] if namespace else []
    managers = "jsonpath={.metadata.managedFields[*].manager}"
    done = kubectl(paths, "get", resource, name, *place, "--show-managed-fields", "--output", managers)
    ours = [manager for manager in done.stdout.split() if manager.startswith("pulumi-kubernetes")]
    return ours[0] if done.returncode == 0 and ours else None
