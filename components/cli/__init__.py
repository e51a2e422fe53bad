"""The command `gke-agent-sandbox`.

`gke-agent-sandbox check` judges Kubernetes YAML and Pulumi states by the rules of the policy pack, without
Pulumi and without a cluster.
"""

from .command import main

__all__ = ["main"]
