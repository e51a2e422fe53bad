"""A gVisor node pool as the requirement table judges it. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, cast

from ..problems import Problem
from ..shapes.opaque import IsOpaque
from ..shapes.paths import join
from ..shapes.suggest import suggestion
from .requirements import Channel, Feature, Mode, PoolFacts, Verdict, placed, pool_verdicts, requirements
from .settings.lookup import MISSING, at

PLACES: Final = {
    "image_type": "node_config.image_type",
    "machine_type": "node_config.machine_type",
    "labels": "node_config.labels",
    "taints": "node_config.taints",
    "local_ssds": "node_config.ephemeral_storage_local_ssd_config.local_ssd_count",
    "auto_upgrade": "management.auto_upgrade",
}
"""Where the table's words stand among the properties."""


def node_pool_verdicts(
    properties: Mapping[str, Any],
    cluster: Mapping[str, Any],
    overrides: Mapping[str, Any],
    is_opaque: IsOpaque,
) -> list[Verdict]:
    """What the requirement table says about a pool, with the paths of its properties.

    properties: in pulumi_gcp's spelling, the user's overrides in them.
    cluster: what is known of the cluster, the group SandboxNodePoolClusterArgs.
    overrides: the user's entries in the requirement table.
    """
    channel = plain(cluster.get("release_channel"), is_opaque)
    version = plain(cluster.get("version"), is_opaque)
    features: Iterable[str] | None = cluster.get("features")
    found = pool_verdicts(
        pool_facts(properties, is_opaque),
        Channel(channel) if channel is not None else None,
        None if features is None else [Feature(each) for each in features],
        version,
        requirements(overrides),
    )
    return placed(found, PLACES)


def pool_facts(properties: Mapping[str, Any], is_opaque: IsOpaque) -> PoolFacts:
    """A pool in plain values; what is not known yet is None, or left out."""

    def known(path: str) -> Any:
        return plain(at(properties, path), is_opaque)

    taints: Any = known("node_config.taints")
    return PoolFacts(
        machine_type=known("node_config.machine_type"),
        image_type=known("node_config.image_type"),
        gvisor=True,
        labels=known("node_config.labels") or {},
        taints=tuple(cast("Iterable[Mapping[str, Any]]", taints or ())),
        auto_upgrade=known("management.auto_upgrade"),
        local_ssds=int(known("node_config.ephemeral_storage_local_ssd_config.local_ssd_count") or 0),
        nested_virtualization=bool(
            known("node_config.advanced_machine_features.enable_nested_virtualization")
        ),
    )


def cluster_facts_problems(cluster: Mapping[str, Any]) -> Iterator[Problem]:
    """Words that the requirement table does not have; only text is judged."""
    yield from word_problems(Mode, cluster.get("mode"), "cluster.mode")
    yield from word_problems(Channel, cluster.get("release_channel"), "cluster.release_channel")
    yield from feature_problems(cluster.get("features"), "cluster.features")


def feature_problems(features: object, path: str) -> Iterator[Problem]:
    """Names in a list that are no features of the requirement table."""
    for index, feature in enumerate(cast("Iterable[object]", features or ())):
        yield from word_problems(Feature, feature, join(path, index))


def word_problems(words: type[StrEnum], value: object, path: str) -> Iterator[Problem]:
    """A text that is none of the words."""
    known = tuple(each.value for each in words)
    if isinstance(value, str) and value not in known:
        yield Problem(path, f"is none of {', '.join(known)}", fix=suggestion(value, known))


def plain(value: Any, is_opaque: IsOpaque) -> Any:
    """The value, or None where there is none, or none yet."""
    return None if value is MISSING or is_opaque(value) else value
