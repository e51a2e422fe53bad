"""The domains from which a claim may label its pod."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.controller.label_domains import (
    DEFAULT_DOMAIN,
    RESTRICTED_DOMAINS,
    allowed_domains,
    config_hash,
    config_map,
    domain_problems,
)

DOMAINS = st.lists(st.from_regex(r"[a-z]{1,5}\.example\.com", fullmatch=True), max_size=5)


@given(DOMAINS)
def test_the_default_domain_is_always_there_and_each_once(domains: list[str]):
    allowed = allowed_domains(domains)
    assert DEFAULT_DOMAIN in allowed
    assert set(allowed) == {*domains, DEFAULT_DOMAIN}
    assert len(set(allowed)) == len(allowed)


@given(DOMAINS, DOMAINS)
def test_the_hash_follows_the_set_and_nothing_else(first: list[str], second: list[str]):
    assert config_hash(first) == config_hash([*reversed(first), *first, DEFAULT_DOMAIN])
    same = allowed_domains(first) == allowed_domains(second)
    assert (config_hash(first) == config_hash(second)) == same


def test_the_config_map_is_read_as_one_domain_a_line():
    found = config_map(["b.example.com", "a.example.com"])
    assert found["data"] == {"allowed-label-domains": "a.example.com\nb.example.com\nsandbox.users.io\n"}
    assert found["metadata"] == {"name": "agent-sandbox-config", "namespace": "agent-sandbox-system"}


@pytest.mark.parametrize("domain", ["example.com", "a.b-c.example.com", "sandbox.users.io", "x-k8s.example"])
def test_domains_of_ones_own(domain: str):
    assert not domain_problems([domain])


@pytest.mark.parametrize(
    "domain",
    [*RESTRICTED_DOMAINS, "sub.kubernetes.io", "x-k8s.io", "cluster-autoscaler.kubernetes.io"],
)
def test_restricted_domains_their_parents_and_their_children(domain: str):
    (problem,) = domain_problems(["example.com", domain])
    assert problem.path == "allowed_label_domains[1]"
    assert "restricted domain" in problem.what


@pytest.mark.parametrize(
    "domain",
    ["io", "Example.com", "example.com/", "*.example.com", "a..b", "", 5, "x" * 250 + ".com", "a.com\n"],
)
def test_what_is_no_domain(domain: object):
    (problem,) = domain_problems([domain])
    assert "is not a domain" in problem.what
