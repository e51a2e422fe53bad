"""The names by which the Agent Sandbox controller knows what is its own."""

from typing import Final

CONTROLLER_NAMESPACE: Final = "agent-sandbox-system"
"""Where the controller runs, and the router. Source: agent-sandbox v0.5.6, k8s/controller.yaml;
extensions/controllers/sandboxtemplate_controller.go has it fixed.
"""

RESERVED_PREFIXES: Final = ("agents.x-k8s.io/", "extensions.agents.x-k8s.io/")
"""Labels and annotations by which the controller finds its pods. Source: agent-sandbox v0.5.6,
controllers/sandbox_controller.go, hasSystemReservedPrefix: such a key of a pod template is dropped without
an error.
"""

ROUTER_LABEL: Final = ("app", "sandbox-router")
"""The label by which the managed NetworkPolicy knows the router, key and value. Source: agent-sandbox v0.5.6,
extensions/controllers/sandboxtemplate_controller.go; a claim that sets it is refused by the controller.
"""

CONTROLLER_IMAGE: Final = "registry.k8s.io/agent-sandbox/agent-sandbox-controller"
"""The controller's image, but for its tag. Source: agent-sandbox v0.5.6, the release file
sandbox-with-extensions.yaml.
"""
