"""Which kind of Kubernetes object a resource is."""

from dataclasses import dataclass

# What pulumi-kubernetes 4.34.2 writes in types for the group without a name.
_CORE = ("core", "meta")


@dataclass(frozen=True)
class Identity:
    """An API group (empty for the core group) and a kind; the version does not matter to the rules."""

    group: str
    kind: str


def from_type_token(token: str | None) -> Identity | None:
    """The kind that a Pulumi type stands for: `kubernetes:apps/v1:Deployment`, `kubernetes:core/v1:Pod`,
    `kubernetes:agents.x-k8s.io/v1beta1:Sandbox`. None for any other type.
    """
    match (token or "").split(":"):
        case ["kubernetes", module, kind] if module and kind:
            group = _group(module)
            return Identity("" if group in _CORE else group, kind)
        case _:
            return None


def from_api_version(api_version: object, kind: object) -> Identity | None:
    """The kind that an object itself names. None when either is missing, unknown or no string."""
    if isinstance(api_version, str) and isinstance(kind, str) and api_version and kind:
        return Identity(_group(api_version), kind)
    return None


def _group(api_version: str) -> str:
    group, slash, _ = api_version.partition("/")
    return group if slash else ""
