"""The policy pack: the rules of `gke_agent_sandbox.rules`, as the Pulumi engine asks for them.

The engine starts it from this directory (`--policy-pack policies`) or as the executable
`gke-agent-sandbox-policies`. It answers the engine's Analyzer service itself rather than through
pulumi_policy: one decoding per resource serves all rules, unknown and secret values stay apart from others,
and a rule name that does not exist is refused instead of ignored. `composed` gives the same rules to a pack
of pulumi_policy.
"""
