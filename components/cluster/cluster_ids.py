"""The name by which GKE knows a cluster: `projects/P/locations/L/clusters/N`. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..problems import Problem

CLUSTER_ID = re.compile(r"projects/([^/]+)/locations/([^/]+)/clusters/([^/]+)")


class ClusterId(NamedTuple):
    """The parts of a cluster's id."""

    project: str
    location: str
    name: str


def parse_cluster_id(cluster_id: str) -> ClusterId:
    """The parts of an id.

    Errors: ValueError.
    """
    parts = CLUSTER_ID.fullmatch(cluster_id)
    if parts is None:
        raise ValueError(f"{cluster_id!r} is no id of a cluster")
    return ClusterId(*parts.groups())


def cluster_id_problems(cluster_id: object, path: str) -> Iterator[Problem]:
    """What is wrong with an id; only text is judged."""
    if isinstance(cluster_id, str) and not CLUSTER_ID.fullmatch(cluster_id):
        yield Problem(
            path,
            "is no id of a cluster",
            "it is projects/PROJECT/locations/LOCATION/clusters/NAME",
            "the output cluster_id of a cluster component",
        )
