"""What is wrong with a workload's identity, by plain values."""

from typing import Any

import pytest

from gke_agent_sandbox.identity.problems import account_project, identity_problems
from gke_agent_sandbox.identity.roles import breadth

LEAST = {"workload_pool": "acme-agents.svc.id.goog", "namespace": "team-a"}


def told(**more: Any) -> list[str]:
    return [str(each) for each in identity_problems({**LEAST, **more}, "reporter", True)]


def only(**more: Any) -> str:
    (message,) = told(**more)
    return message


def test_what_is_right_is_not_told() -> None:
    roles = {
        "reports": {"role": "roles/storage.objectViewer", "bucket": "acme-reports"},
        "key": {"role": "roles/secretmanager.secretAccessor", "secret": "api-key", "project": "acme-agents"},
        "images": {"role": "roles/artifactregistry.reader", "repository": "r", "location": "europe-west4"},
        "full": {
            "role": "roles/artifactregistry.reader",
            "repository": "projects/p/locations/l/repositories/r",
        },
        "logs": {"role": "roles/logging.logWriter", "project": "acme-agents"},
        "own": {"role": "projects/acme-agents/roles/reporter", "topic": "results"},
    }
    assert (
        told(roles=roles, google_service_account={"email": "agent@acme-agents.iam.gserviceaccount.com"}) == []
    )
    assert told(google_service_account={"account_id": "reporter"}, project_number="123456789012") == []


def test_a_pool_that_may_not_be_there_yet_is_refused() -> None:
    (problem,) = identity_problems(LEAST, "reporter", False)
    assert str(problem) == (
        "workload_pool: is plain text, and nothing is waited for (the pool comes into being with the first"
        " cluster that has Workload Identity, and IAM refuses members of a pool that is not there). Write"
        " instead: the output workload_pool of the cluster's component; or depends_on=[cluster] in the"
        " options"
    )


def test_a_cluster_without_workload_identity_is_refused() -> None:
    assert "workload_pool: is empty: the cluster has no Workload Identity" in only(workload_pool="")


@pytest.mark.parametrize("pool", ["acme-agents", "acme-agents.iam.id.goog", "acme-agents.svc.id.goog[a/b]"])
def test_another_form_of_pool_is_refused(pool: str) -> None:
    message = only(workload_pool=pool)
    assert "is no workload identity pool of a cluster, PROJECT.svc.id.goog" in message
    assert pool not in message


@pytest.mark.parametrize(
    ("name", "why"), [("sandbox", "account of the sandboxes"), ("default", "names none")]
)
def test_sandboxes_get_no_identity(name: str, why: str) -> None:
    for message in (
        only(service_account={"name": name}),
        only(service_account={"name": name, "existing": True}),
        str(identity_problems(LEAST, name, True)[0]),
    ):
        assert message.startswith("service_account.name: must have no identity in Google Cloud")
        assert why in message


@pytest.mark.parametrize(
    ("more", "path", "what"),
    [
        ({"namespace": "Team A"}, "namespace", "is not a DNS label"),
        ({"service_account": {"name": "Reporter"}}, "service_account.name", "is no name of a ServiceAccount"),
        ({"project_number": "acme-agents"}, "project_number", "is no number"),
        (
            {"google_service_account": {"email": "123-compute@developer.gserviceaccount.com"}},
            "google_service_account.email",
            "is no email of a service account of a project",
        ),
        ({"google_service_account": {"account_id": "x"}}, "google_service_account.account_id", "is no id"),
        (
            {
                "google_service_account": {
                    "account_id": "reporter",
                    "email": "agent@acme-agents.iam.gserviceaccount.com",
                }
            },
            "google_service_account.account_id",
            "is given beside email",
        ),
    ],
)
def test_a_refusal(more: dict[str, Any], path: str, what: str) -> None:
    assert only(**more).startswith(f"{path}: {what}")


def test_the_name_of_a_component_that_names_no_service_account() -> None:
    (problem,) = identity_problems(LEAST, "My_Reporter", True)
    assert "is missing, and the component's own name is none of a ServiceAccount" in str(problem)


VIEWER = "roles/storage.objectViewer"


@pytest.mark.parametrize(
    ("binding", "path", "what"),
    [
        ({"role": VIEWER}, "roles.x", "names no resource"),
        ({"role": VIEWER, "bucket": "b", "topic": "t"}, "roles.x", "names several resources: bucket, topic"),
        (
            {"role": VIEWER, "bucket": "b", "project": "acme-agents"},
            "roles.x.project",
            "is given beside bucket",
        ),
        (
            {"role": VIEWER, "bucket": "b", "location": "eu"},
            "roles.x.location",
            "goes with a repository alone",
        ),
        ({"role": VIEWER, "repository": "r"}, "roles.x.location", "is missing"),
        ({"role": VIEWER, "project": "123456"}, "roles.x.project", "is no id of a project"),
        ({"role": "storage.objectViewer", "bucket": "b"}, "roles.x.role", "is no role of IAM"),
    ],
)
def test_a_wrong_binding(binding: dict[str, Any], path: str, what: str) -> None:
    assert only(roles={"x": binding}).startswith(f"{path}: {what}")


@pytest.mark.parametrize(
    ("role", "why"),
    [
        ("roles/owner", "everything in the project"),
        ("roles/viewer", "everything in the project"),
        ("roles/storage.admin", "who has access"),
        ("roles/storage.objectAdmin", "who has access"),
        ("roles/compute.instanceAdmin.v1", "who has access"),
        ("roles/iam.serviceAccountTokenCreator", "act as another account"),
        ("roles/iam.serviceAccountUser", "act as another account"),
    ],
)
def test_a_broad_role_needs_a_reason(role: str, why: str) -> None:
    binding = {"role": role, "bucket": "b"}
    message = only(roles={"x": binding})
    assert message.startswith("roles.x.role: is a role that ")
    assert why in message
    assert told(roles={"x": {**binding, "reason": "it makes the backups"}}) == []
    assert only(roles={"x": {**binding, "reason": ""}}) == message


@pytest.mark.parametrize(
    "role",
    ["roles/storage.objectUser", "roles/logging.logWriter", "roles/iam.roleViewer", "roles/x.administered"],
)
def test_a_narrow_role(role: str) -> None:
    assert breadth(role) == ""


def test_everything_is_told_at_once() -> None:
    problems = told(
        workload_pool="x",
        namespace="X",
        service_account={"name": "default"},
        roles={"a": {"role": "x"}, "b": {"role": "roles/owner", "project": "acme-agents"}},
    )
    assert len(problems) == 6


def test_the_project_of_an_account() -> None:
    assert account_project("agent@acme-agents.iam.gserviceaccount.com") == "acme-agents"
    assert (
        account_project("agent@acme-agents.example.com.iam.gserviceaccount.com") == "example.com:acme-agents"
    )
    with pytest.raises(ValueError, match="no email"):
        account_project("acme-agents")
