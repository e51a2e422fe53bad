"""Pods ask the metadata server of GKE, not that of the machine."""

from collections.abc import Iterator
from typing import Final

from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN
from .nodes import NODE_POOLS, each_nodes, in_scope, sandbox_config

ID: Final = "node-metadata-mode"

_GROUP: Final = ("nodeConfig", "workloadMetadataConfig")
_MODE: Final = "GKE_METADATA"
_REQUIRED: Final = f"set nodeConfig.workloadMetadataConfig.mode={_MODE}"
_FIX: Final = f"workloadMetadataConfig: {{mode: {_MODE}}}, in nodeConfig"


def _judge(nodes: Part, settings: Settings) -> Iterator[Finding]:
    applies = in_scope(nodes, settings)
    mode = nodes.see(*_GROUP, "mode")
    if applies is False or mode.value == _MODE:
        return
    if applies is UNKNOWN:
        yield nodes.undetermined(ID, sandbox_config(nodes), _REQUIRED, _FIX)
    elif mode.value is UNKNOWN:
        yield nodes.undetermined(ID, mode, _REQUIRED, _FIX)
    elif mode.value is None:
        yield nodes.violation(ID, Seen((*nodes.path, *_GROUP), None), _REQUIRED, _FIX)
    else:
        yield nodes.violation(ID, mode, _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="Sandbox nodes answer with GKE's metadata server",
    description=(
        f"A node pool with GKE Sandbox says {_MODE}. In another mode a pod asks the machine's own metadata"
        " server, and gets a token of the node's service account: gVisor closes the kernel, not that address."
    ),
    group=Group.CLOUD_IDENTITY,
    severity=Severity.CRITICAL,
    references=(Reference("CIS GKE Benchmark", "1.9", "5.4.1"),),
    remediation=f"Set nodeConfig.workloadMetadataConfig.mode to {_MODE}; the cluster needs a workload pool.",
    url="https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity",
    judge=each_nodes(_judge),
    parameters=(NODE_POOLS,),
)
