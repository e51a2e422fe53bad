"""What follows from what is known of a cluster."""

from .facts import ClusterFacts, Feature, Mode
from .table import AUTOPILOT_HAS, IMPLIES
from .versions import ALIASES, at_least


def features_of(cluster: ClusterFacts) -> frozenset[Feature]:
    """What is on, with what the mode and other features bring along."""
    given = cluster.features | (AUTOPILOT_HAS if cluster.mode is Mode.AUTOPILOT else frozenset[Feature]())
    return given | {IMPLIES[feature] for feature in given if feature in IMPLIES}


def version_of(cluster: ClusterFacts) -> str | None:
    """The version that the cluster will have: the one asked for, or the one that runs when that is newer;
    None when neither is known.
    """
    asked = cluster.version if cluster.version not in ALIASES else None
    running = cluster.running_version
    if asked is None or (running is not None and at_least(asked, running) is False):
        return running
    return asked
