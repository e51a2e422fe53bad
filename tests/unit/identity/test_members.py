"""Members of IAM policies that are workloads of GKE."""

from contextlib import suppress
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.identity.members import (
    ClusterPrincipals,
    Member,
    MemberError,
    NamespacePrincipals,
    OtherMember,
    PoolPrincipals,
    ServiceAccountMember,
    ServiceAccountPrincipal,
    ServiceAccountUidPrincipal,
    is_workload_pool,
    parse_member,
    project_of_pool,
)
from tests.unit.rules.case_files import text_of

NUMBER, POOL = "123456789012", "acme-agents.svc.id.goog"
POOL_PATH = f"iam.googleapis.com/projects/{NUMBER}/locations/global/workloadIdentityPools/{POOL}"

labels = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", fullmatch=True)
accounts = st.lists(labels, min_size=1, max_size=3).map(".".join)
numbers = st.from_regex(r"[0-9]{6,13}", fullmatch=True).filter(str.isascii)
projects = st.from_regex(r"[a-z][a-z0-9-]{4,28}[a-z0-9]", fullmatch=True)
pools = st.builds("{}{}.svc.id.goog".format, st.sampled_from(["", "example.com:"]), projects)
clusters = st.builds("projects/{}/locations/{}/clusters/{}".format, projects, labels, labels)
members: st.SearchStrategy[Member] = st.one_of(
    st.builds(ServiceAccountPrincipal, numbers, pools, labels, accounts),
    st.builds(ServiceAccountUidPrincipal, numbers, pools, st.uuids().map(str)),
    st.builds(ServiceAccountMember, pools, labels, accounts),
    st.builds(NamespacePrincipals, numbers, pools, labels),
    st.builds(ClusterPrincipals, numbers, pools, clusters),
    st.builds(PoolPrincipals, numbers, pools),
    st.builds(OtherMember, st.sampled_from(["allUsers", "user:a@example.com", "group:g@example.com"])),
)


@given(members)
def test_what_is_made_is_read_as_the_same(member: Member) -> None:
    assert parse_member(str(member)) == member


@given(members, st.data())
def test_a_letter_too_few_is_never_another_form(member: Member, data: st.DataObject) -> None:
    text = str(member)
    at = data.draw(st.integers(0, len(text) - 1))
    try:
        read = parse_member(text[:at] + text[at + 1 :])
    except MemberError:
        return
    assert isinstance(read, OtherMember | type(member))
    assert str(read) == text[:at] + text[at + 1 :]


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for each in (text, f"serviceAccount:{text}", f"principal://{text}", f"{POOL}{text}"):
        with suppress(MemberError):
            assert str(parse_member(each)) == each


@pytest.mark.parametrize(
    ("text", "member"),
    [
        (
            f"principal://{POOL_PATH}/subject/ns/team-a/sa/reporter",
            ServiceAccountPrincipal(NUMBER, POOL, "team-a", "reporter"),
        ),
        (f"serviceAccount:{POOL}[team-a/reporter]", ServiceAccountMember(POOL, "team-a", "reporter")),
        (f"principalSet://{POOL_PATH}/namespace/team-a", NamespacePrincipals(NUMBER, POOL, "team-a")),
        (
            f"principalSet://{POOL_PATH}/kubernetes.cluster/https://container.googleapis.com/v1/projects/p/"
            "locations/europe-west4/clusters/main",
            ClusterPrincipals(NUMBER, POOL, "projects/p/locations/europe-west4/clusters/main"),
        ),
    ],
)
def test_the_forms_of_the_documentation(text: str, member: Member) -> None:
    assert parse_member(text) == member
    assert str(member) == text


@pytest.mark.parametrize(
    "text",
    [
        "user:alex@example.com",
        "allAuthenticatedUsers",
        "serviceAccount:agent@acme-agents.iam.gserviceaccount.com",
        "deleted:serviceAccount:acme-agents.svc.id.goog[a/b]?uid=123",
        "principal://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/github/subject/x",
        "principalSet://iam.googleapis.com/locations/global/workforcePools/staff/*",
        "projectOwner:acme-agents",
    ],
)
def test_others_are_left_alone(text: str) -> None:
    assert parse_member(text) == OtherMember(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"serviceAccount:{POOL}/team-a/reporter", "square brackets"),
        ("serviceAccount:acme-agents.iam.id.goog[team-a/reporter]", "does not end in .svc.id.goog"),
        ("serviceAccount:acme-agents[team-a/reporter]", "does not end in .svc.id.goog"),
        (f"serviceAccount:{POOL}[reporter]", "NAMESPACE/SERVICE_ACCOUNT"),
        (f"serviceAccount:{POOL}[Team A/reporter]", "NAMESPACE/SERVICE_ACCOUNT"),
        (f"serviceAccount:{POOL}", "nobody in it"),
        (f"{POOL}[team-a/reporter]", "begins with neither"),
        (f"principal://{POOL_PATH}/ns/team-a/sa/reporter", "selects nobody"),
        (f"principalSet://{POOL_PATH}/subject/ns/team-a/sa/reporter", "selects nobody"),
        (
            f"principal://{POOL_PATH}/subject/ns/team-a/sa/reporter".replace(NUMBER, "acme-agents"),
            "its number",
        ),
    ],
)
def test_a_wrong_form_is_told_by_what_is_wrong(text: str, what: str) -> None:
    with pytest.raises(MemberError, match=what.replace(".", r"\.")) as told:
        parse_member(text)
    assert "reporter" not in str(told.value)


def test_pools() -> None:
    assert is_workload_pool(POOL)
    assert is_workload_pool("example.com:acme-agents.svc.id.goog")
    for wrong in (
        "acme-agents",
        "acme-agents.iam.id.goog",
        f"{POOL}/x",
        "a.svc.id.goog",
        "Acme-1.svc.id.goog",
    ):
        assert not is_workload_pool(wrong)
    assert project_of_pool(POOL) == "acme-agents"


def test_case_25_the_members() -> None:
    documents: list[dict[str, Any]] = [each for each in yaml.safe_load_all(text_of("25")) if each]
    right, no_brackets, wrong_suffix = (each["member"] for each in documents[1]["bindings"])
    assert parse_member(right) == ServiceAccountMember("demo-project.svc.id.goog", "demo", "agent")
    with pytest.raises(MemberError, match="square brackets"):
        parse_member(no_brackets)
    with pytest.raises(MemberError, match="pool"):
        parse_member(wrong_suffix)
