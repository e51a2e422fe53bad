"""Claims a sandbox from a warm pool with the official SDK, shows it, and gives it back.

KUBECONFIG=.local/kubeconfig python examples/claim_sandbox.py <namespace> <pool>
"""

import sys
import time

from k8s_agent_sandbox import SandboxClient
from k8s_agent_sandbox.models import SandboxInClusterConnectionConfig


def main(namespace: str, pool: str) -> None:
    """Claim, look, give back."""
    with SandboxClient(connection_config=SandboxInClusterConnectionConfig()) as client:
        start = time.monotonic()
        sandbox = client.create_sandbox(pool, namespace)
        print(f"claimed {sandbox.sandbox_id} in {(time.monotonic() - start) * 1000:.0f} ms")
        print(f"  claim {sandbox.claim_name}, pod {sandbox.get_pod_name()}, address {sandbox.get_pod_ip()}")
        print(f"  all claims of the namespace: {client.list_all_sandboxes(namespace)}")
        sandbox.terminate()
        print("given back")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
