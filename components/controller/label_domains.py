"""The domains from which a claim may label its pod: the controller's ConfigMap `agent-sandbox-config`."""

import hashlib
import re
from collections.abc import Iterable

from ..problems import Problem
from .completeness import NAMESPACE

CONFIG_MAP = "agent-sandbox-config"
KEY = "allowed-label-domains"
MOUNT_PATH = "/etc/sandbox-config"

# The list in the ConfigMap replaces upstream's default, and clients label with it (agent-sandbox#1530):
# always kept.
DEFAULT_DOMAIN = "sandbox.users.io"

# agent-sandbox v0.5.6, extensions/controllers/sandboxclaim_controller.go: refused in a claim's annotations.
# A label of these domains could make a pod an unclaimed pool member, or the router.
RESTRICTED_DOMAINS = ("kubernetes.io", "k8s.io", "agents.x-k8s.io")

# The controller reads the list once, at its start: a changed hash in the pod template starts it anew.
HASH_ANNOTATION = "checksum/agent-sandbox-config"

DOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+")


def domain_problems(domains: Iterable[object], path: str = "allowed_label_domains") -> list[Problem]:
    """Everything that is wrong with a list of domains."""
    problems: list[Problem] = []
    for index, domain in enumerate(domains):
        where = f"{path}[{index}]"
        if not isinstance(domain, str) or len(domain) > 253 or not DOMAIN.fullmatch(domain):
            why = "a domain stands before the slash of a label's key, and covers its subdomains"
            problems.append(
                Problem(where, f"{domain!r} is not a domain in lower case", why, "e.g. example.com")
            )
            continue
        for restricted in RESTRICTED_DOMAINS:
            if domain == restricted or domain.endswith(f".{restricted}") or restricted.endswith(f".{domain}"):
                what = f"{domain!r} opens labels of the restricted domain {restricted!r}"
                why = "a claim could give its pod a label by which the system or a policy knows its own"
                problems.append(Problem(where, what, why, "a domain of your own, e.g. example.com"))
    return problems


def allowed_domains(domains: Iterable[str]) -> tuple[str, ...]:
    """The list that the controller gets: sorted, each once, always with `sandbox.users.io`."""
    return tuple(sorted({DEFAULT_DOMAIN, *domains}))


def config_map(domains: Iterable[str]) -> dict[str, object]:
    """The ConfigMap with the allowed domains, one a line."""
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": CONFIG_MAP, "namespace": NAMESPACE},
        "data": {KEY: "".join(f"{domain}\n" for domain in allowed_domains(domains))},
    }


def config_hash(domains: Iterable[str]) -> str:
    """A hash of the allowed domains that does not depend on their order."""
    return hashlib.sha256("\n".join(allowed_domains(domains)).encode()).hexdigest()[:16]
