"""The members of IAM policies: their form, and that none is a sandbox."""

import json
import re
from pathlib import Path
from typing import Any

import pulumi_gcp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.rules import UNKNOWN, Resource, judge
from gke_agent_sandbox.rules.clock import current_day
from gke_agent_sandbox.rules.cloud_identity.iam_members import members_of
from gke_agent_sandbox.rules.reading import read
from tests.unit.rules.objects import about

FORM, SANDBOX = "workload-identity-member", "no-sandbox-identity-binding"
POOL = "acme-agents.svc.id.goog"
PATH = f"iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/{POOL}"
TRUSTED = f"principal://{PATH}/subject/ns/team-a/sa/reporter"
MEMBER = "gcp:storage/bucketIAMMember:BucketIAMMember"


def bound(member: Any, token: str = MEMBER, **more: Any) -> Resource:
    return Resource(token, {"bucket": "b", "role": "roles/storage.objectViewer", "member": member, **more})


def told(rule: str, judged: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(rule, judged, **parameters)]


@pytest.mark.parametrize(
    "member",
    [
        TRUSTED,
        f"serviceAccount:{POOL}[team-a/reporter]",
        "serviceAccount:agent@acme-agents.iam.gserviceaccount.com",
        "user:alex@example.com",
        "allUsers",
        UNKNOWN,
        None,
        7,
    ],
)
def test_members_that_are_right(member: Any) -> None:
    for rule in (FORM, SANDBOX):
        assert about(rule, bound(member)) == []


@pytest.mark.parametrize(
    "member",
    [
        f"serviceAccount:{POOL}/team-a/reporter",
        "serviceAccount:acme-agents.iam.id.goog[team-a/reporter]",
        f"principal://{PATH}/ns/team-a/sa/reporter",
        f"{POOL}[team-a/reporter]",
    ],
)
def test_wrong_forms(member: str) -> None:
    assert told(FORM, bound(member)) == [("violation", "member")]
    assert about(SANDBOX, bound(member)) == []


@pytest.mark.parametrize("account", ["sandbox", "default"])
@pytest.mark.parametrize(
    "form", [f"principal://{PATH}/subject/ns/team-a/sa/{{}}", f"serviceAccount:{POOL}[team-a/{{}}]"]
)
def test_accounts_of_sandboxes(account: str, form: str) -> None:
    assert told(SANDBOX, bound(form.format(account))) == [("violation", "member")]
    assert about(FORM, bound(form.format(account))) == []
    assert told(SANDBOX, bound(form.format(account)), sandbox_service_accounts=["runner"]) == []
    runner = bound(form.format("runner"))
    assert told(SANDBOX, runner, sandbox_service_accounts=["runner"]) == [("violation", "member")]


@pytest.mark.parametrize(
    ("selector", "place"),
    [
        ("namespace/team-a", "every pod of a namespace"),
        ("*", "every pod of every cluster of a project"),
        (
            "kubernetes.cluster/https://container.googleapis.com/v1/projects/p/locations/l/clusters/c",
            "every pod of a cluster",
        ),
    ],
)
def test_sets_of_pods(selector: str, place: str) -> None:
    (found,) = about(SANDBOX, bound(f"principalSet://{PATH}/{selector}"))
    assert found.verdict == "violation"
    assert place in found.message


def test_an_account_by_its_uid_cannot_be_told() -> None:
    assert told(SANDBOX, bound(f"principal://{PATH}/kubernetes.serviceaccount.uid/a-b")) == [
        ("undetermined", "member")
    ]


def test_a_member_that_is_not_known_yet_and_must_be_a_workload() -> None:
    judged = bound(UNKNOWN, "gcp:serviceaccount/iAMMember:IAMMember", role="roles/iam.workloadIdentityUser")
    assert told(SANDBOX, judged) == [("undetermined", "member")]


BAD = f"principal://{PATH}/subject/ns/team-a/sa/sandbox"


@pytest.mark.parametrize(
    ("token", "properties", "path"),
    [
        ("gcp:projects/iAMMember:IAMMember", {"member": BAD}, "member"),
        ("gcp:projects:IAMMember", {"member": BAD}, "member"),
        ("gcp:secretmanager/secretIamMember:SecretIamMember", {"member": BAD}, "member"),
        ("gcp:pubsub/topicIAMBinding:TopicIAMBinding", {"members": ["allUsers", BAD]}, "members[1]"),
        (
            "gcp:storage/bucketIAMPolicy:BucketIAMPolicy",
            {"policyData": json.dumps({"bindings": [{"role": "r", "members": [BAD]}]})},
            "policyData",
        ),
    ],
)
def test_every_shape_of_resource(token: str, properties: dict[str, Any], path: str) -> None:
    assert told(SANDBOX, Resource(token, properties)) == [("violation", path)]


@pytest.mark.parametrize(
    "policy", ["", "[]", "7", "{", '{"bindings": 1}', '{"bindings": [1, {"members": 1}]}', "[" * 9999]
)
def test_a_policy_that_is_none(policy: str) -> None:
    assert about(SANDBOX, Resource("gcp:storage:BucketIAMPolicy", {"policyData": policy})) == []


def test_every_type_of_the_provider_that_gives_roles_is_known() -> None:
    folder = Path(pulumi_gcp.__file__).parent
    token = re.compile(r"'(gcp:\w+/\w+:\w*(?:IAM|Iam)(Member|Binding|Policy))'")
    given = {"Member": {"member": BAD}, "Binding": {"members": [BAD]}, "Policy": {"policyData": "{}"}}
    kinds = {"Member": "member", "Binding": "members", "Policy": "policy_data"}
    found: dict[str, str] = {}
    for path in folder.glob("*/*iam*.py"):
        if not path.name.startswith("get_"):
            text = path.read_text()
            for each, kind in token.findall(text):
                assert f"{kinds[kind]}: pulumi.Input[" in text, each
                found[each] = kind
    assert len(found) > 300
    for each, kind in found.items():
        if kind != "Policy":
            reading = read(Resource(each, given[kind]), current_day())
            assert [seen.value for _, seen in members_of(reading)] == [BAD], each


def test_what_is_secret_is_not_printed() -> None:
    for member in (BAD, f"serviceAccount:{POOL}/team-a/canary"):
        judged = Resource(MEMBER, {"member": member}, secrets=frozenset({("member",)}))
        messages = " ".join(each.message for each in judge(judged))
        assert "a secret value" in messages
        assert "canary" not in messages
        assert "acme-agents" not in messages


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(UNKNOWN) | st.just(BAD),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(
        [
            MEMBER,
            "gcp:container:Cluster",
            "gcp:container:NodePool",
            "gcp:pubsub:TopicIAMBinding",
            "gcp:",
            "gcp:x",
        ]
    ),
    st.dictionaries(
        st.sampled_from(
            [
                "member",
                "members",
                "policyData",
                "role",
                "nodeConfig",
                "nodePools",
                "workloadIdentityConfig",
                "enableAutopilot",
                "clusterAutoscaling",
            ]
        ),
        values,
    ),
)
def test_nothing_raises(token: str, properties: dict[str, Any]) -> None:
    judge(Resource(token, properties))
