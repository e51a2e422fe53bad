"""Nodes have a service account of their own."""

import re
from collections.abc import Iterator
from typing import Final

from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Surroundings
from ..reading import Reading
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN
from .cloud_resource import CLUSTER, cloud_type
from .nodes import NODE_POOLS, each_nodes, in_scope, sandbox_config

ID: Final = "node-service-account"

_DEFAULT_ACCOUNT: Final = re.compile(r"default|\d+-compute@developer\.gserviceaccount\.com|")
_OWN: Final = ("nodeConfig", "serviceAccount")
_OF_MADE_POOLS: Final = ("clusterAutoscaling", "autoProvisioningDefaults", "serviceAccount")
_REQUIRED: Final = "name a service account of its own, not the Compute Engine default one"
_FIX: Final = (
    "serviceAccount: the email of an account with roles/container.defaultNodeServiceAccount and little else,"
    " in"
)


def _judge(reading: Reading, settings: Settings) -> Iterator[Finding]:
    yield from _of_nodes(reading, settings)
    resource = reading.resource
    if cloud_type(resource.type_token) == CLUSTER:
        yield from _of_cluster(Part("cluster", (), resource.properties, Surroundings(resource.secrets)))


def _judge_nodes(nodes: Part, settings: Settings) -> Iterator[Finding]:
    applies = in_scope(nodes, settings)
    if applies is UNKNOWN and not _has_own(nodes, _OWN):
        yield nodes.undetermined(ID, sandbox_config(nodes), _REQUIRED, f"{_FIX} nodeConfig")
    elif applies is True:
        yield from _account(nodes, _OWN, "nodeConfig")


_of_nodes: Final = each_nodes(_judge_nodes)


def _of_cluster(cluster: Part) -> Iterator[Finding]:
    """Autopilot, and node auto-provisioning, make the nodes of sandboxes by themselves."""
    switches = [cluster.see("enableAutopilot"), cluster.see("clusterAutoscaling", "enabled")]
    where = "clusterAutoscaling.autoProvisioningDefaults"
    if any(each.value is True for each in switches):
        yield from _account(cluster, _OF_MADE_POOLS, where)
    elif not _has_own(cluster, _OF_MADE_POOLS):
        for each in switches:
            if each.value is UNKNOWN:
                yield cluster.undetermined(ID, each, _REQUIRED, f"{_FIX} {where}")


def _has_own(part: Part, field: tuple[str, ...]) -> bool:
    account = part.see(*field).value
    return isinstance(account, str) and not _DEFAULT_ACCOUNT.fullmatch(account)


def _account(part: Part, field: tuple[str, ...], where: str) -> Iterator[Finding]:
    """An email that is not known yet is that of an account that is made in the same run: the default one is
    there before, and its email can be looked up.
    """
    account = part.see(*field)
    if account.value is UNKNOWN:
        if len(account.path) < len(part.path) + len(field):
            yield part.undetermined(ID, account, _REQUIRED, f"{_FIX} {where}")
    elif not _has_own(part, field):
        yield part.violation(ID, account, _REQUIRED, f"{_FIX} {where}")


RULE: Final = Rule(
    id=ID,
    title="Sandbox nodes have a service account of their own",
    description=(
        "A node pool with GKE Sandbox, an Autopilot cluster and node auto-provisioning name a service"
        " account. Without one, nodes run as the Compute Engine default account, which in many projects is"
        " Editor of everything. The access scope cloud-platform is right, where the account can do little."
    ),
    group=Group.CLOUD_IDENTITY,
    severity=Severity.HIGH,
    references=(Reference("CIS GKE Benchmark", "1.9", "5.2.1"),),
    remediation=(
        "Make a service account for the nodes, bind roles/container.defaultNodeServiceAccount and read access"
        " to the image repositories, and name it in nodeConfig.serviceAccount (Autopilot and"
        " auto-provisioning: clusterAutoscaling.autoProvisioningDefaults.serviceAccount)."
    ),
    url="https://cloud.google.com/kubernetes-engine/docs/how-to/service-accounts",
    judge=_judge,
    parameters=(NODE_POOLS,),
)
