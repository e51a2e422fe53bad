"""Network policies do not open the metadata server beside something else."""

from collections.abc import Iterator
from typing import Final

from ...facts.metadata_server import LINK_LOCAL, METADATA_ADDRESSES
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen
from ..reading import Reading
from ..rule import Group, Rule, Severity
from .egress import Opening, openings, policy_of

ID: Final = "metadata-egress"

_V2, _V1 = METADATA_ADDRESSES
_PAIR: Final = f"{_V2.address}/32 with the TCP port 80, and {_V1.address}/32 with the TCP port 988"
_CLOSED: Final = "not open the metadata server beside other destinations"
_CLOSED_FIX: Final = (
    f"except: [{LINK_LOCAL}], in the ipBlock; or, where these pods need an identity in Google Cloud, rules"
    f" for {_PAIR} alone"
)
_EVERYWHERE_FIX: Final = (
    f"to: [{{ipBlock: {{cidr: 0.0.0.0/0, except: [{LINK_LOCAL}]}}}}]; or what is needed of it"
)
_MEANT: Final = "be for pods that are trusted: what reaches the metadata server speaks as its pod's identity"
_MEANT_FIX: Final = "no such rule, where sandboxes are among the pods that the policy selects"


def _judge(reading: Reading, _settings: Settings) -> Iterator[Finding]:
    for found in reading.objects:
        policy = policy_of(found, reading.resource.secrets)
        if policy is not None:
            yield from _of_policy(policy)


def _of_policy(policy: Part) -> Iterator[Finding]:
    for opening, by in openings(policy):
        fix = _fix(by)
        match opening:
            case Opening.WIDE:
                yield policy.violation(ID, by, _CLOSED, fix)
            case Opening.UNKNOWN:
                yield policy.undetermined(ID, by, _CLOSED, fix)
            case Opening.NARROW:
                yield policy.advice(ID, by, _MEANT, _MEANT_FIX)
            case Opening.CLOSED:
                pass


def _fix(by: Seen) -> str:
    return _EVERYWHERE_FIX if by.path[-1] == "to" else _CLOSED_FIX


RULE: Final = Rule(
    id=ID,
    title="Network policies keep the metadata server closed",
    description=(
        "No egress rule of a NetworkPolicy, or of a SandboxTemplate, reaches the metadata server of the node"
        " as a part of something wider: untrusted code would get the credentials of whatever identity its pod"
        f" has. A rule for the metadata server alone ({_PAIR}) is taken as meant, and told."
    ),
    group=Group.CLOUD_IDENTITY,
    severity=Severity.HIGH,
    references=(),
    remediation=(
        f"Leave {LINK_LOCAL} out of every range (`except`), and give a rule without `to` its destinations."
        f" Pods that are trusted and use Workload Identity get a policy of their own, with {_PAIR}."
    ),
    url="https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity#metadata_server",
    judge=_judge,
)
