"""The release manifest of the pinned Agent Sandbox module, rendered as upstream's release tool does."""

import re
import subprocess
from pathlib import Path

from tools.catalogue import pinned_version
from tools.failure import ToolError

MODULE_NAME = "sigs.k8s.io/agent-sandbox"
SOURCE_IMAGE = re.compile(r"ko://sigs\.k8s\.io/agent-sandbox/cmd/agent-sandbox-controller\S*")
IMAGE = "registry.k8s.io/agent-sandbox/agent-sandbox-controller"


def manifest_path(local: Path) -> Path:
    """Where the manifest lies under the local folder."""
    return local / "manifests" / f"agent-sandbox-{pinned_version(MODULE_NAME)}.yaml"


def render_manifest(kubectl: Path, k8s: Path, target: Path) -> None:
    """Write `sandbox-with-extensions.yaml` of the pinned version.

    Source: dev/tools/release of kubernetes-sigs/agent-sandbox v0.5.6: the kustomization of k8s/, with the
    controller's image filled in.

    Errors: ToolError when kustomize fails, or when no image was there to fill in.
    """
    done = subprocess.run([kubectl, "kustomize", k8s], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ToolError(f"`kubectl kustomize {k8s}` failed: {done.stderr.strip()}")
    text, count = SOURCE_IMAGE.subn(f"{IMAGE}:{pinned_version(MODULE_NAME)}", done.stdout)
    if count == 0:
        raise ToolError(
            f"{k8s} names no controller image to fill in; is it the k8s/ folder of {MODULE_NAME}?"
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".partial")
    partial.write_text(text)
    partial.replace(target)
