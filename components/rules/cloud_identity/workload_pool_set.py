"""A cluster has a workload identity pool."""

from collections.abc import Iterator
from typing import Final

from ...identity.members import POOL_SUFFIX, is_workload_pool
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN
from .cloud_resource import CLUSTER, each_of

ID: Final = "workload-pool-set"

_GROUP: Final = "workloadIdentityConfig"
_REQUIRED: Final = f"set {_GROUP}.workloadPool to the pool of its project"
_FIX: Final = f"{_GROUP}: {{workloadPool: PROJECT{POOL_SUFFIX}}}"


def _judge(cluster: Part, _settings: Settings) -> Iterator[Finding]:
    """On Autopilot it is always on, and need not be said."""
    pool, autopilot = cluster.see(_GROUP, "workloadPool"), cluster.see("enableAutopilot")
    if pool.value is UNKNOWN:
        yield cluster.undetermined(ID, pool, _REQUIRED, _FIX)
    elif pool.value is not None:
        if not isinstance(pool.value, str) or not is_workload_pool(pool.value):
            yield cluster.violation(ID, pool, _REQUIRED, _FIX)
    elif autopilot.value is UNKNOWN:
        yield cluster.undetermined(ID, autopilot, _REQUIRED, _FIX)
    elif autopilot.value is not True:
        yield cluster.violation(ID, Seen((_GROUP,), None), _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="Clusters have a workload identity pool",
    description=(
        "A Standard cluster names the workload identity pool of its project. Without it no node has GKE's"
        " metadata server, pods ask the machine's own and speak as the node, and no pod can be given an"
        " identity of its own."
    ),
    group=Group.CLOUD_IDENTITY,
    severity=Severity.HIGH,
    references=(Reference("CIS GKE Benchmark", "1.9", "5.2.2"),),
    remediation=f"Set workloadIdentityConfig.workloadPool to PROJECT{POOL_SUFFIX}.",
    url="https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity",
    judge=each_of([CLUSTER], "cluster", _judge),
)
