"""Whether a cluster has a feature: its mode, its channel, its version, and what else is on."""

from collections.abc import Iterator

from ...problems import Problem
from .derived import features_of, version_of
from .facts import Channel, ClusterFacts, Feature
from .table import OLDEST_NEW_CLUSTER, Requirement, Requirements
from .verdict import Check, Outcome, Verdict
from .versions import meets, numbers


def feature_verdicts(
    feature: Feature, row: Requirement, cluster: ClusterFacts, table: Requirements
) -> Iterator[Verdict]:
    """Whether a cluster of that mode, channel and version has a feature, and what the feature asks for."""
    path = f"features.{feature}"
    if cluster.mode is not None and cluster.mode not in row.modes:
        yield Verdict(
            Check.MODE,
            Outcome.REFUSED,
            Problem(
                path,
                f"{row.title} is not to be had on {cluster.mode.capitalize()}",
                row.source,
                f"leave it off, or take a {row.modes[0].capitalize()} cluster",
            ),
            feature,
        )
        return
    yield from _channel(feature, row, cluster)
    yield from _version(feature, row, cluster)
    yield from _needs(feature, row, cluster, table)


def _channel(feature: Feature, row: Requirement, cluster: ClusterFacts) -> Iterator[Verdict]:
    if cluster.mode is None or cluster.channel is None:
        return
    refused = row.refused_channels.get(cluster.mode, ())
    if cluster.channel in refused:
        others = [each for each in Channel if each not in refused and each is not Channel.UNSPECIFIED]
        yield Verdict(
            Check.CHANNEL,
            Outcome.REFUSED,
            Problem(
                "channel",
                f"is {cluster.channel}, on which {cluster.mode.capitalize()} clusters were refused "
                f"{row.title}",
                f"seen in {row.read}; where that has changed, give {feature} a refused_channels of your own",
                others[0] if others else "",
            ),
            feature,
        )


def _version(feature: Feature, row: Requirement, cluster: ClusterFacts) -> Iterator[Verdict]:
    if not row.min_versions:
        return
    version, floors = version_of(cluster), " or ".join(row.min_versions)
    if version is not None and numbers(version) is None:
        return
    met = meets(version, row.min_versions) if version is not None else _every_new_version(cluster, row)
    needs = f"{row.title} needs GKE {floors}"
    if met is False:
        yield Verdict(
            Check.VERSION_FLOOR,
            Outcome.REFUSED,
            Problem("version", f"is {version}, which is too old", f"{needs} ({row.source})", _newer(row)),
            feature,
        )
    elif met is None:
        yield Verdict(
            Check.VERSION_FLOOR,
            Outcome.UNDETERMINED,
            Problem("version", _unknown(cluster, version), needs, _newer(row)),
            feature,
        )


def _every_new_version(cluster: ClusterFacts, row: Requirement) -> bool | None:
    """True when any version that a new cluster can be given is new enough; None when it cannot be told."""
    if cluster.exists:
        return None
    known = OLDEST_NEW_CLUSTER.values() if cluster.channel is None else [OLDEST_NEW_CLUSTER[cluster.channel]]
    return all(meets(f"{oldest}.0-gke.0", row.min_versions) for oldest in known) or None


def _unknown(cluster: ClusterFacts, version: str | None) -> str:
    if version is not None:
        return f"is {version}, which may be older or newer: undetermined"
    if cluster.exists:
        return "is not known: undetermined"
    if cluster.channel in (None, Channel.UNSPECIFIED):
        return "is not known before the cluster is there: undetermined"
    return (
        f"is not known before the cluster is there: the release channel {cluster.channel} does not say which "
        "one it gives: undetermined"
    )


def _newer(row: Requirement) -> str:
    return f"{max(row.min_versions, key=lambda each: numbers(each) or ())} or newer"


def _needs(
    feature: Feature, row: Requirement, cluster: ClusterFacts, table: Requirements
) -> Iterator[Verdict]:
    has = features_of(cluster)
    if cluster.mode is None:
        return
    for needed in row.needs:
        # A gVisor pool is what provides gVisor on Standard, and is looked for with the pools.
        if needed not in has and needed is not Feature.GVISOR:
            yield Verdict(
                Check.NEEDED_FEATURE,
                Outcome.REFUSED,
                Problem(
                    f"features.{feature}",
                    f"{row.title} needs {table[needed].title}, which is not on",
                    f"GKE takes it and it does nothing, or turns it down ({row.source})",
                    f"turn on {table[needed].title}",
                ),
                feature,
            )
    for excluded in row.excludes:
        if excluded in has:
            yield Verdict(
                Check.CONFLICT,
                Outcome.REFUSED,
                Problem(
                    f"features.{feature}",
                    f"{row.title} does not go with {table[excluded].title}",
                    row.source,
                    "one of the two",
                ),
                feature,
            )
