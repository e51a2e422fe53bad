"""The versions of Kubernetes that this cloud offers."""

import re

VERSIONS = (
    "1.34.6-gke.1200000",
    "1.35.2-gke.1269000",
    "1.35.3-gke.1234000",
    "1.36.3-gke.999000",
    "1.36.3-gke.1767000",
    "1.36.4-gke.1082000",
)
"""In order: those that features ask for, and RAPID's default of September 2026 (olga-mir/playground#126)."""

CHANNELS = {
    "RAPID": "1.36.4-gke.1082000",
    "REGULAR": "1.36.3-gke.1767000",
    "STABLE": "1.35.3-gke.1234000",
    "EXTENDED": "1.34.6-gke.1200000",
    "UNSPECIFIED": "1.35.3-gke.1234000",
}
"""The default of each channel. Only that of RAPID is a fact: tests need channels that differ."""


def numbers(version: str) -> tuple[int, ...]:
    """By what versions are ordered."""
    return tuple(int(each) for each in re.findall(r"\d+", version))


def version_for(wanted: str | None, channel: str) -> str:
    """The version that a cluster gets: the newest that the wish is a prefix of, else the channel's default.

    Source of the forms: GKE documentation, "Specifying cluster version".

    Errors: LookupError for a version that is not offered.
    """
    if not wanted or wanted == "-":
        return CHANNELS[channel]
    fitting = [each for each in VERSIONS if wanted == "latest" or is_prefix(wanted, each)]
    if not fitting:
        raise LookupError(wanted)
    return fitting[-1]


def is_prefix(wanted: str, version: str) -> bool:
    """Whether a version is one of those that a shorter one stands for: 1.3 does not stand for 1.36."""
    return version == wanted or version.startswith((f"{wanted}.", f"{wanted}-"))
