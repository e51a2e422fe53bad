"""What GKE asks of one node pool of a Standard cluster."""

from collections.abc import Iterable, Iterator

from ...facts.gke_sandbox import GVISOR
from ...problems import Problem
from ...shapes.paths import join
from .facts import Channel, Feature, PoolFacts
from .families import FAMILIES, LocalSsd
from .machines import family_of, is_shared_core
from .table import REQUIREMENTS, Requirements
from .verdict import Check, Outcome, Verdict
from .versions import at_least

GVISOR_IMAGE = "COS_CONTAINERD"
"""Source: GKE documentation, "GKE Sandbox", node pool configuration."""

NESTED_VIRTUALIZATION_IMAGE_SINCE = "1.28.4-gke.1083000"
"""The oldest version whose COS_CONTAINERD has it; UBUNTU_CONTAINERD always has. Source: gcloud reference,
`node-pools create --enable-nested-virtualization`.
"""


def pool_verdicts(
    pool: PoolFacts,
    channel: Channel | None = None,
    features: Iterable[Feature] | None = None,
    version: str | None = None,
    table: Requirements = REQUIREMENTS,
) -> list[Verdict]:
    """Everything about one pool that can be told from it and its cluster.

    channel: the cluster's release channel; None: not known.
    features: what the cluster is asked for; None: not known, and then what depends on it is passed over.
    version: the cluster's version, as far as it is known.

    The paths begin at the pool: `machine_type`, `taints[0].key`.
    """
    return [
        *_image(pool),
        *_reserved_keys(pool),
        *_families(pool, frozenset(features or ()), table),
        *_shared_core(pool),
        *_local_ssds(pool),
        *_nested_virtualization(pool, version),
        *_auto_upgrade(pool, channel),
    ]


def _image(pool: PoolFacts) -> Iterator[Verdict]:
    if pool.gvisor and pool.image_type is not None and pool.image_type.upper() != GVISOR_IMAGE:
        yield Verdict(
            Check.GVISOR_IMAGE,
            Outcome.REFUSED,
            Problem(
                "image_type",
                f"is {pool.image_type}, and GKE Sandbox is on",
                "GKE Sandbox runs on Container-Optimized OS alone; the API says so when the pool is created",
                GVISOR_IMAGE,
            ),
            Feature.GVISOR,
        )


def _reserved_keys(pool: PoolFacts) -> Iterator[Verdict]:
    places = [join("labels", key) for key in pool.labels if key == GVISOR.node_label]
    places += [
        f"taints[{index}].key"
        for index, taint in enumerate(pool.taints)
        if taint.get("key") == GVISOR.node_label
    ]
    for place in places:
        yield Verdict(
            Check.RESERVED_KEY,
            Outcome.REFUSED,
            Problem(
                place,
                f"is {GVISOR.node_label}, which is GKE's own",
                "GKE puts label and taint on every gVisor pool; from a user they are turned down or doubled",
                "leave it out"
                if pool.gvisor
                else "leave it out, and turn GKE Sandbox on where gVisor is wanted",
            ),
            Feature.GVISOR,
        )


def _families(pool: PoolFacts, features: frozenset[Feature], table: Requirements) -> Iterator[Verdict]:
    if not pool.gvisor:
        return
    for feature, row in table.items():
        if feature not in features or not row.refused_families:
            continue
        refused = ", ".join(each.upper() for each in row.refused_families)
        if pool.machine_type is None:
            yield Verdict(
                Check.MACHINE_FAMILY,
                Outcome.UNDETERMINED,
                Problem(
                    "machine_type",
                    "is not known yet: undetermined",
                    f"{row.title} does not go with {refused} ({row.source})",
                ),
                feature,
            )
        elif family_of(pool.machine_type) in row.refused_families:
            yield Verdict(
                Check.MACHINE_FAMILY,
                Outcome.REFUSED,
                Problem(
                    "machine_type",
                    f"is {pool.machine_type}, on which {row.title} is not supported",
                    f"it does not go with {refused} ({row.source})",
                    "another family, e.g. n2-standard-4",
                ),
                feature,
            )


def _shared_core(pool: PoolFacts) -> Iterator[Verdict]:
    if pool.gvisor and pool.machine_type is not None and is_shared_core(pool.machine_type):
        yield Verdict(
            Check.SHARED_CORE,
            Outcome.WARNING,
            Problem(
                "machine_type",
                f"is {pool.machine_type}, a part of a core",
                "GKE keeps 1060m of its two vCPUs for itself, and GKE's own pods need most of what is left",
                "at least n2-standard-2",
            ),
            Feature.GVISOR,
        )


def _local_ssds(pool: PoolFacts) -> Iterator[Verdict]:
    if pool.local_ssds <= 0 or pool.machine_type is None:
        return
    family = FAMILIES.get(family_of(pool.machine_type))
    if family is None or family.local_ssd is LocalSsd.CHOSEN:
        return
    if family.local_ssd is LocalSsd.FIXED and "lssd" in pool.machine_type:
        return
    fixed = family.local_ssd is LocalSsd.FIXED
    yield Verdict(
        Check.LOCAL_SSD,
        Outcome.REFUSED,
        Problem(
            "local_ssds",
            f"asks for local SSDs, and {pool.machine_type} has none",
            "in this family the machine type decides" if fixed else "the family has no local SSDs",
            f"a machine type of {family_of(pool.machine_type).upper()} with lssd in its name"
            if fixed
            else "another family, e.g. n2-standard-4",
        ),
    )


def _nested_virtualization(pool: PoolFacts, version: str | None) -> Iterator[Verdict]:
    if not pool.nested_virtualization:
        return
    check = Check.NESTED_VIRTUALIZATION
    family = FAMILIES.get(family_of(pool.machine_type)) if pool.machine_type is not None else None
    supported = family.nested_virtualization if family else None
    if supported is False:
        yield Verdict(
            check,
            Outcome.REFUSED,
            Problem(
                "machine_type",
                f"is {pool.machine_type}, which does not run virtual machines inside",
                "Compute Engine has nested virtualization on most Intel families, and not on E2",
                "another family, e.g. n2-standard-4",
            ),
        )
    elif supported is None:
        yield Verdict(
            check,
            Outcome.UNDETERMINED,
            Problem(
                "machine_type",
                f"is {pool.machine_type or 'not known yet'}; whether it runs virtual machines inside is not "
                "known",
                "nothing certain is on record about it",
            ),
        )
    cos = pool.image_type is None or pool.image_type.upper() == GVISOR_IMAGE
    if cos and at_least(version, NESTED_VIRTUALIZATION_IMAGE_SINCE) is False:
        yield Verdict(
            check,
            Outcome.REFUSED,
            Problem(
                "image_type",
                f"{GVISOR_IMAGE} has no nested virtualization in {version}",
                f"it has from {NESTED_VIRTUALIZATION_IMAGE_SINCE} on",
                "UBUNTU_CONTAINERD, or a newer version",
            ),
        )


def _auto_upgrade(pool: PoolFacts, channel: Channel | None) -> Iterator[Verdict]:
    if pool.auto_upgrade is not False or channel is Channel.UNSPECIFIED:
        return
    why = "GKE upgrades every node of a cluster in a release channel, and turns down a pool that says no"
    if channel is None:
        yield Verdict(
            Check.AUTO_UPGRADE,
            Outcome.UNDETERMINED,
            Problem("auto_upgrade", "is off, and the cluster's release channel is not known", why),
        )
        return
    yield Verdict(
        Check.AUTO_UPGRADE,
        Outcome.REFUSED,
        Problem(
            "auto_upgrade",
            f"is off, and the cluster is in the release channel {channel}",
            why,
            "leave it on, with maintenance windows and exclusions on the cluster",
        ),
    )
