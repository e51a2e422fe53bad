"""What GKE and Agent Sandbox do, where several rooms rest on it: each fact once, with its source. Pure."""
