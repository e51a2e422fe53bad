"""Which registries nodes reach that have no way to the internet. Pure.

Such nodes reach Google's own services by Private Google Access, and nothing else.
"""

from typing import Final

REACHED_PRIVATELY: Final = ("pkg.dev", "gcr.io")
"""Domains, with every host below them: europe-west4-docker.pkg.dev, gke.gcr.io. Source: VPC Service Controls
documentation, "Configure restricted access for GKE private clusters"; Artifact Registry documentation,
"Protect repositories in a service perimeter".
"""

ON_THE_INTERNET: Final[dict[str, str]] = {
    "docker.io": "GKE's cache of it, mirror.gcr.io, has only what many others pull",
    "k8s.gcr.io": "it sends every pull on to registry.k8s.io",
    "registry.k8s.io": "it is served by several clouds, not by Google alone",
    **dict.fromkeys(
        ("ghcr.io", "mcr.microsoft.com", "nvcr.io", "public.ecr.aws", "quay.io", "registry.gitlab.com"),
        "it is on the internet",
    ),
}
"""Registries that are not reached, and why. Of any other one nobody knows here: it may lie in the nodes' own
network. Sources: Artifact Registry documentation, "Pull cached Docker Hub images"; kubernetes.io, blog of
2023-03-10 about k8s.gcr.io; kubernetes/registry.k8s.io, README, "Stability", and GoogleCloudPlatform/
secrets-store-csi-driver-provider-gcp, issue 199, where private nodes could not pull from it.
"""


def host_of(name: str) -> str:
    """The registry of an image's full name."""
    return name.partition("/")[0]


def is_reached_privately(host: str) -> bool:
    """Whether nodes with Private Google Access and nothing else can pull from a registry."""
    if host in ON_THE_INTERNET:
        return False
    return any(host == domain or host.endswith(f".{domain}") for domain in REACHED_PRIVATELY)
