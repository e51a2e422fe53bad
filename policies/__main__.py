"""The pack as a directory: `pulumi preview --policy-pack policies`."""

from gke_agent_sandbox_policies.executable import main

main()
