"""The form of single properties, and of those that go together. Pure; only plain values are judged."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from ...problems import Problem
from ..requirements import Mode
from ..settings.lookup import MISSING, at

LOCATION: Final = re.compile(r"(?P<region>[a-z]+-[a-z]+[0-9]+)(?P<zone>-[a-z0-9]+)?")
"""A region, e.g. `europe-west4`, or a zone of it, e.g. `europe-west4-a`. Source: Compute Engine
documentation, "Regions and zones".
"""

KEY: Final = re.compile(r"projects/[^/]+/locations/(?P<location>[^/]+)/keyRings/[^/]+/cryptoKeys/[^/]+")
TOPIC: Final = re.compile(r"projects/[^/]+/topics/[^/]+")
GOOGLE_GROUP: Final = re.compile(r"gke-security-groups@[^@\s]+")

FORMS: Final = (
    (
        "notification_config.pubsub.topic",
        TOPIC,
        "is no Pub/Sub topic",
        "projects/PROJECT/topics/TOPIC",
    ),
    (
        "authenticator_groups_config.security_group",
        GOOGLE_GROUP,
        "is not the group that GKE asks for",
        "gke-security-groups@YOUR-DOMAIN",
    ),
)
"""Source: pulumi_gcp 10.2, the docstrings of these properties."""


def region_of(location: str) -> str:
    """The region of a region or zone; empty when it is neither."""
    found = LOCATION.fullmatch(location)
    return found["region"] if found else ""


def is_zone(location: str) -> bool:
    """Whether a location is a zone."""
    found = LOCATION.fullmatch(location)
    return found is not None and found["zone"] is not None


def value_form_problems(properties: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """Every value of a wrong form, and every pair that does not go together."""
    yield from location_problems(properties, mode)
    for path, form, what, fix in FORMS:
        value = at(properties, path)
        if isinstance(value, str) and not form.fullmatch(value):
            yield Problem(path, what, "GKE turns it down", fix)
    yield from range_problems(properties)
    yield from key_problems(properties)
    yield from component_problems(properties, mode)


def location_problems(properties: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """A location that is none, and an Autopilot cluster in one zone."""
    location = at(properties, "location")
    if location is MISSING:
        yield Problem(
            "location", "is missing", "the provider would take whatever zone it is set to", "europe-west4"
        )
    elif isinstance(location, str) and not LOCATION.fullmatch(location):
        yield Problem("location", "is neither a region nor a zone", fix="europe-west4 or europe-west4-a")
    elif isinstance(location, str) and mode is Mode.AUTOPILOT and is_zone(location):
        yield Problem(
            "location",
            "is a zone",
            "Autopilot clusters are regional (GKE documentation, Compare Autopilot and Standard)",
            region_of(location),
        )


def range_problems(properties: Mapping[str, Any]) -> Iterator[Problem]:
    """A secondary range for pods without one for Services, or the other way round."""
    policy = at(properties, "ip_allocation_policy")
    if not isinstance(policy, Mapping):
        return
    names = ("cluster_secondary_range_name", "services_secondary_range_name")
    missing = [name for name in names if name not in policy]
    if len(missing) == 1:
        yield Problem(
            f"ip_allocation_policy.{missing[0]}",
            "is missing beside the other range",
            "GKE would make a range of its own in your subnetwork",
            "both names, or neither",
        )


def key_problems(properties: Mapping[str, Any]) -> Iterator[Problem]:
    """Encryption without a key, and a key elsewhere."""
    state, key = (
        at(properties, "database_encryption.state"),
        at(properties, "database_encryption.key_name"),
    )
    path = "database_encryption.key_name"
    if state == "ENCRYPTED" and key is MISSING:
        yield Problem(
            path, "is missing", "Secrets are to be encrypted with it", "the name of a key, or no encryption"
        )
    if not isinstance(key, str):
        return
    found = KEY.fullmatch(key)
    location = at(properties, "location")
    if found is None:
        yield Problem(
            path,
            "is no Cloud KMS key",
            "a version of a key is none either",
            "projects/PROJECT/locations/REGION/keyRings/RING/cryptoKeys/KEY",
        )
    elif isinstance(location, str) and region_of(location) not in ("", found["location"]):
        yield Problem(
            path,
            "lies in another location than the cluster",
            "GKE wants the key in the cluster's region (GKE documentation, Encrypt secrets)",
            f"a key in {region_of(location)}",
        )


def component_problems(properties: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """Logs and metrics of parts without those of the system; on Autopilot the system's are always on."""
    for kind in ("logging_config", "monitoring_config"):
        path = f"{kind}.enable_components"
        components = at(properties, path)
        if not isinstance(components, list | tuple):
            continue
        names = cast(list[object], components)
        if "SYSTEM_COMPONENTS" not in names and (names or mode is Mode.AUTOPILOT):
            yield Problem(
                path,
                "leaves out SYSTEM_COMPONENTS",
                "GKE wants it beside any other, and Autopilot always (cloud-foundation-fabric, gke-cluster)",
                "SYSTEM_COMPONENTS as well",
            )
