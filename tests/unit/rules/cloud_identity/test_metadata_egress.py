"""Network policies and the metadata server."""

from ipaddress import ip_address, ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.facts.metadata_server import METADATA_ADDRESSES
from gke_agent_sandbox.rules import UNKNOWN, Finding, Resource
from tests.unit.rules.objects import about

RULE = "metadata-egress"
V2 = {"ipBlock": {"cidr": "169.254.169.254/32"}}
V1 = {"ipBlock": {"cidr": "169.254.169.252/32"}}


def block(cidr: Any, *exceptions: Any) -> dict[str, Any]:
    return {"ipBlock": {"cidr": cidr, **({"except": list(exceptions)} if exceptions else {})}}


def tcp(port: Any, **more: Any) -> dict[str, Any]:
    return {"protocol": "TCP", "port": port, **more}


def policy(*egress: Any, **spec: Any) -> Resource:
    """A NetworkPolicy."""
    return Resource(
        "kubernetes:networking.k8s.io/v1:NetworkPolicy",
        {
            "apiVersion": "networking.k8s.io/v1",
            "kind": "NetworkPolicy",
            "metadata": {"name": "x", "namespace": "team-a"},
            "spec": {"podSelector": {}, "policyTypes": ["Egress"], "egress": list(egress), **spec},
        },
    )


def template(*egress: Any, **spec: Any) -> Resource:
    """A SandboxTemplate with rules for the policy that the controller makes."""
    group = "extensions.agents.x-k8s.io/v1beta1"
    rules = {"networkPolicy": {"egress": list(egress)}, **spec}
    return Resource(None, {"apiVersion": group, "kind": "SandboxTemplate", "spec": rules})


def told(judged: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, judged)]


def verdicts(*egress: Any, **spec: Any) -> list[str]:
    return [verdict for verdict, _ in told(policy(*egress, **spec))]


@pytest.mark.parametrize(
    "rule",
    [
        {"to": [{"podSelector": {}}]},
        {"to": [{"namespaceSelector": {}}], "ports": [{"protocol": "UDP", "port": 53.0}, tcp(53.0)]},
        {"to": [block("169.254.20.10/32")], "ports": [tcp(53.0)]},
        {"to": [block("10.0.0.0/8")]},
        {"to": [block("0.0.0.0/0", "10.0.0.0/8", "169.254.0.0/16")]},
        {"to": [block("0.0.0.0/0", "169.254.169.254/32", "169.254.169.252/32")]},
        {"to": [block("0.0.0.0/0")], "ports": [tcp(443.0)]},
        {"to": [block("0.0.0.0/0")], "ports": [{"protocol": "UDP"}, {"protocol": "SCTP", "port": 80}]},
        {"to": [block("0.0.0.0/0")], "ports": [tcp(1000.0, endPort=8000.0)]},
        {"to": [block("0.0.0.0/0")], "ports": [tcp("http")]},
        {"to": [block("::/0")]},
        {"to": [block("not a range"), block(7), {"ipBlock": 7}, 7]},
        {"ports": [tcp(443.0)]},
    ],
)
def test_it_is_closed(rule: Any) -> None:
    assert verdicts(rule) == []


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ({"to": [block("169.254.0.0/16")]}, "to[0].ipBlock.cidr"),
        ({"to": [block("0.0.0.0/0")]}, "to[0].ipBlock.cidr"),
        ({"to": [block("0.0.0.0/0", "10.0.0.0/8", "169.254.169.254/32")]}, "to[0].ipBlock.cidr"),
        ({"to": [block("169.254.169.254/31")], "ports": [tcp(80.0)]}, "to[0].ipBlock.cidr"),
        ({"to": [block("10.0.0.0/8"), block("169.254.0.0/16")]}, "to[1].ipBlock.cidr"),
        ({"to": [V2]}, "to[0].ipBlock.cidr"),
        ({"to": [V2], "ports": [{"protocol": "TCP"}]}, "to[0].ipBlock.cidr"),
        ({"to": [V2], "ports": [tcp(80.0), tcp(443.0)]}, "to[0].ipBlock.cidr"),
        ({"to": [V2], "ports": [tcp(1.0, endPort=100.0)]}, "to[0].ipBlock.cidr"),
        ({"ports": [tcp(80.0)]}, "to"),
        ({"to": []}, "to"),
        ({}, "to"),
    ],
)
def test_it_is_open_with_more(rule: Any, path: str) -> None:
    for judged, at in ((policy(rule), "spec"), (template(rule), "spec.networkPolicy")):
        assert told(judged) == [("violation", f"{at}.egress[0].{path}")]


@pytest.mark.parametrize(
    "rule",
    [
        {"to": [V2], "ports": [tcp(80.0)]},
        {"to": [V1], "ports": [tcp(988.0)]},
        {"to": [V2], "ports": [{"port": 80.0}, tcp(8080.0)]},
        {"to": [V2, V1], "ports": [tcp(80.0), tcp(988.0, endPort=988.0)]},
    ],
)
def test_it_alone_is_open(rule: Any) -> None:
    assert set(verdicts(rule)) == {"advice"}


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        (UNKNOWN, "spec.egress[0]"),
        ({"to": UNKNOWN}, "spec.egress[0].to"),
        ({"to": [UNKNOWN]}, "spec.egress[0].to[0]"),
        ({"to": [{"ipBlock": UNKNOWN}]}, "spec.egress[0].to[0].ipBlock"),
        ({"to": [block(UNKNOWN)]}, "spec.egress[0].to[0].ipBlock.cidr"),
        ({"to": [block("0.0.0.0/0", UNKNOWN)]}, "spec.egress[0].to[0].ipBlock.cidr"),
        (
            {"to": [{"ipBlock": {"cidr": "0.0.0.0/0", "except": UNKNOWN}}]},
            "spec.egress[0].to[0].ipBlock.cidr",
        ),
        ({"to": [block("0.0.0.0/0")], "ports": UNKNOWN}, "spec.egress[0].to[0].ipBlock.cidr"),
        ({"to": [block("0.0.0.0/0")], "ports": [UNKNOWN]}, "spec.egress[0].to[0].ipBlock.cidr"),
        ({"to": [V2], "ports": [tcp(UNKNOWN)]}, "spec.egress[0].to[0].ipBlock.cidr"),
    ],
)
def test_it_is_not_known(rule: Any, path: str) -> None:
    assert told(policy(rule)) == [("undetermined", path)]


def test_what_is_unknown_is_not_asked_for_where_it_changes_nothing() -> None:
    assert verdicts({"to": [block("10.0.0.0/8", UNKNOWN)]}) == []
    assert verdicts({"to": [block("0.0.0.0/0", "169.254.0.0/16", UNKNOWN)]}) == []
    assert verdicts({"to": [block("10.0.0.0/8")], "ports": UNKNOWN}) == []
    assert verdicts({"to": UNKNOWN, "ports": [tcp(443.0)]}) == []
    assert verdicts({"to": [block("0.0.0.0/0")], "ports": [tcp(80.0), UNKNOWN]}) == ["violation"]


def test_which_policies_are_about_egress() -> None:
    wide = {"to": [block("0.0.0.0/0")]}
    assert verdicts(wide, policyTypes=["Ingress"]) == []
    assert verdicts(wide, policyTypes=None) == ["violation"]
    assert verdicts(wide, policyTypes=["Ingress", "Egress"]) == ["violation"]
    assert told(template(wide, networkPolicyManagement="Unmanaged")) == []
    assert told(template(networkPolicy=UNKNOWN)) == [("undetermined", "spec.networkPolicy.egress")]
    assert told(template(networkPolicy=None)) == []
    unknown = Resource(None, {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "spec": UNKNOWN})
    assert told(unknown) == [("undetermined", "spec.egress")]


def test_a_message_says_what_to_write() -> None:
    found: Finding
    (found,) = about(RULE, policy({"to": [block("169.254.0.0/16")]}))
    assert found.message == (
        "metadata-egress (NetworkPolicy must not open the metadata server beside other destinations):"
        ' spec.egress[0].to[0].ipBlock.cidr is "169.254.0.0/16". Write instead: except: [169.254.0.0/16], in'
        " the ipBlock; or, where these pods need an identity in Google Cloud, rules for 169.254.169.254/32"
        " with the TCP port 80, and 169.254.169.252/32 with the TCP port 988 alone"
    )


def test_an_annotation_exempts() -> None:
    judged = policy({})
    metadata: Any = judged.properties["metadata"]
    metadata["annotations"] = {"gke-agent-sandbox/allow.metadata-egress": "permanent: a trusted proxy"}
    assert verdicts_of(judged) == ["exempt"]


def verdicts_of(judged: Resource) -> list[str]:
    return [verdict for verdict, _ in told(judged)]


addresses = st.sampled_from(
    ["0.0.0.0", "128.0.0.0", "169.254.0.0", "169.254.169.252", "169.254.169.254", "10.0.0.0"]
)
ranges = st.builds(
    lambda address, length: str(ip_network(f"{address}/{length}", strict=False)),
    addresses,
    st.integers(0, 32),
)


@given(ranges, st.lists(ranges, max_size=3), st.sampled_from([None, 80, 443, 988, 8080]))
def test_it_agrees_with_asking_each_address(cidr: str, exceptions: list[str], port: int | None) -> None:
    """By hand: some address of the metadata server is in the range, in no exception, and its port is open."""
    rule: dict[str, Any] = {"to": [block(cidr, *exceptions)]}
    if port is not None:
        rule["ports"] = [tcp(float(port))]
    reached = [
        each
        for each in METADATA_ADDRESSES
        if ip_address(each.address) in ip_network(cidr)
        and not any(each.address in ip_network(exception) for exception in exceptions)
    ]
    ports_of_some = {port for each in METADATA_ADDRESSES for port in each.ports}
    is_open = bool(reached) and (port is None or port in ports_of_some)
    assert bool(verdicts(rule)) == is_open
