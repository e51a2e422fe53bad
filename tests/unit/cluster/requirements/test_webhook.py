"""The way from the control plane to the controller's conversion webhook."""

import pytest

from gke_agent_sandbox.cluster.requirements import (
    Check,
    ControllerFacts,
    FirewallRule,
    Outcome,
    webhook_verdicts,
)

CIDR = "172.16.0.32/28"


def rule(ports: tuple[str, ...] = ("9443",), source: str = CIDR, protocol: str = "tcp") -> FirewallRule:
    return FirewallRule((source,), {protocol: ports})


def outcomes(
    release: str, *rules: FirewallRule, private: bool = True, cidr: str | None = CIDR
) -> list[Outcome]:
    found = list(webhook_verdicts(ControllerFacts(release, private, cidr, rules)))
    assert {each.check for each in found} <= {Check.WEBHOOK_FIREWALL}
    return [each.outcome for each in found]


@pytest.mark.parametrize("release", ["v0.5.0", "v0.5.3", "v0.5.6"])
def test_a_controller_with_a_webhook_needs_a_way_in(release: str) -> None:
    assert outcomes(release) == [Outcome.WARNING]
    assert outcomes(release, private=False) == []


@pytest.mark.parametrize("release", ["v0.4.6", "v1.0.0", "v1.0.11"])
def test_a_controller_without_one_asks_for_nothing(release: str) -> None:
    assert outcomes(release) == []


def test_a_release_that_is_not_known() -> None:
    assert outcomes("") == [Outcome.UNDETERMINED]
    assert outcomes("v1.0.0-rc.1") == [Outcome.UNDETERMINED]


@pytest.mark.parametrize(
    "open_rule",
    [
        rule(),
        rule(("443", "9000-9999")),
        rule(()),
        rule((), protocol="all"),
        rule(protocol="6"),
        rule(source="172.16.0.0/12"),
        rule(source="0.0.0.0/0"),
    ],
)
def test_a_rule_that_lets_the_control_plane_in(open_rule: FirewallRule) -> None:
    assert outcomes("v0.5.3", rule(("8080",)), open_rule) == []
    assert outcomes("v0.5.3", open_rule, cidr=None) == []


@pytest.mark.parametrize(
    "closed",
    [
        rule(("8443",)),
        rule(("9444-9999",)),
        rule(("any",)),
        rule(protocol="udp"),
        rule(source="172.16.0.32/29"),
        rule(source="10.0.0.0/8"),
        rule(source="::/0"),
        rule(source="office"),
        FirewallRule((CIDR,), {}),
        FirewallRule((), {"tcp": ("9443",)}),
    ],
)
def test_a_rule_that_does_not(closed: FirewallRule) -> None:
    assert outcomes("v0.5.3", closed) == [Outcome.WARNING]


def test_a_range_of_ipv6() -> None:
    assert outcomes("v0.5.3", rule(source="fd20::/20"), cidr="fd20:0:1::/64") == []
    assert outcomes("v0.5.3", rule(source="0.0.0.0/0"), cidr="fd20:0:1::/64") == [Outcome.WARNING]
