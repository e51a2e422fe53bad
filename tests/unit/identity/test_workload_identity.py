"""What a workload's identity registers, over mocks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi.provider.experimental.component import ComponentProvider
from pulumi_gcp import artifactregistry, projects, pubsub, secretmanager, serviceaccount, storage

from gke_agent_sandbox.cluster import StandardCluster
from gke_agent_sandbox.identity import WorkloadIdentity
from gke_agent_sandbox.identity.workload_identity import MEMBERS
from gke_agent_sandbox.tenancy.objects import SERVICE_ACCOUNT
from tests.unit.cluster.cluster_recorder import PROJECT, Recorder, args, known, recorded
from tests.unit.gcp.properties import built
from tests.unit.golden import matches_golden

GOLDEN = Path(__file__).parent / "golden"
POOL = f"{PROJECT}.svc.id.goog"
PRINCIPAL = (
    f"principal://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/{POOL}"
    "/subject/ns/team-a/sa/reporter"
)
ROLES = {
    "reports": {"role": "roles/storage.objectViewer", "bucket": "acme-reports"},
    "key": {"role": "roles/secretmanager.secretAccessor", "secret": "api-key", "project": "acme-secrets"},
    "images": {
        "role": "roles/artifactregistry.reader",
        "repository": "agents",
        "location": "europe-west4",
    },
    "results": {"role": "roles/pubsub.publisher", "topic": "results"},
    "work": {"role": "roles/pubsub.subscriber", "subscription": "work"},
    "logs": {"role": "roles/logging.logWriter", "project": PROJECT},
}
CANARY = "s3cr3t-canary-0001"


@pytest.fixture(autouse=True)
def plugin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The plugin of gcloud is there, on any machine."""
    program = tmp_path / "gke-gcloud-auth-plugin"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")


def program(**more: Any) -> Callable[[], None]:
    """A cluster and an identity in it."""

    def run() -> None:
        given: Any = args()
        cluster = StandardCluster("main", given)
        own: Any = {"workload_pool": cluster.workload_pool, "namespace": "team-a", **more}
        WorkloadIdentity("reporter", own, pulumi.ResourceOptions(providers=[cluster.provider]))

    return run


def graph(**more: Any) -> dict[str, Any]:
    """What the identity registers, without its cluster."""
    found = recorded(program(**more)).graph
    return {key: each for key, each in found.items() if "reporter" in (key + each["parent"])}


def alone(opts: pulumi.ResourceOptions | None = None, **more: Any) -> Recorder:
    """An identity on a pool that is plain text."""
    own: Any = {"workload_pool": POOL, "namespace": "team-a", **more}
    return recorded(lambda: WorkloadIdentity("reporter", own, opts))


@pytest.mark.parametrize(
    ("file", "more"),
    [("direct", {}), ("google", {"google_service_account": {}})],
)
def test_the_whole_graph(file: str, more: dict[str, Any]) -> None:
    matches_golden(GOLDEN / f"{file}.yaml", graph(roles=ROLES, **more))


def test_case_25_every_binding_waits_for_the_cluster() -> None:
    cluster = "gcp:container/cluster:Cluster main"
    for more, bindings in (({}, 6), ({"google_service_account": {}}, 1)):
        about_pool = {
            key: each["depends_on"]
            for key, each in graph(roles=ROLES, **more).items()
            if POOL in each["inputs"].get("member", "")
        }
        assert len(about_pool) == bindings
        for key, waits_for in about_pool.items():
            assert cluster in waits_for, key


def test_case_25_the_service_account_names_its_google_account() -> None:
    email = "agent@acme-data.iam.gserviceaccount.com"
    for existing, token in ((False, "ServiceAccount"), (True, "ServiceAccountPatch")):
        found = graph(
            google_service_account={"email": email}, service_account={"existing": existing}, roles=ROLES
        )
        account = found[f"kubernetes:core/v1:{token} reporter"]["inputs"]
        assert account["metadata"] == {
            "name": "reporter",
            "namespace": "team-a",
            "annotations": {"iam.gke.io/gcp-service-account": email},
        }
        assert account.get("automountServiceAccountToken", existing) is existing
        binding = found["gcp:serviceaccount/iAMMember:IAMMember reporter-workload-identity"]["inputs"]
        # The pool is that of the cluster's project, the account of its own.
        assert binding == {
            "serviceAccountId": f"projects/acme-data/serviceAccounts/{email}",
            "role": "roles/iam.workloadIdentityUser",
            "member": f"serviceAccount:{POOL}[team-a/reporter]",
        }
        assert not [key for key in found if key.startswith("gcp:serviceaccount/account")]
        bucket = found["gcp:storage/bucketIAMMember:BucketIAMMember reporter-reports"]["inputs"]
        assert bucket["member"] == f"serviceAccount:{email}"


def test_an_existing_account_is_left_alone() -> None:
    found = graph(service_account={"name": "worker", "existing": True})
    assert list(found) == ["gke-agent-sandbox:index:WorkloadIdentity reporter"]


def test_outputs_wait_for_the_roles() -> None:
    into: dict[str, Any] = {}

    def run() -> None:
        given: Any = args()
        cluster = StandardCluster("main", given)
        own: Any = {"workload_pool": cluster.workload_pool, "namespace": "team-a", "roles": ROLES}
        identity = WorkloadIdentity("reporter", own, pulumi.ResourceOptions(providers=[cluster.provider]))
        for key in ("service_account", "namespace", "member", "google_service_account"):
            known(getattr(identity, key), into, key)
        pulumi.ComponentResource(
            "test:index:User", "user", {"account": identity.service_account}, remote=True
        )

    found = recorded(run).graph
    assert into == {
        "service_account": "reporter",
        "namespace": "team-a",
        "member": PRINCIPAL,
        "google_service_account": "",
    }
    waits_for = found["test:index:User user"]["depends_on"]
    assert "kubernetes:core/v1:ServiceAccount reporter" in waits_for
    assert "gcp:storage/bucketIAMMember:BucketIAMMember reporter-reports" in waits_for


def test_a_preview_shows_the_members() -> None:
    found = recorded(program(roles=ROLES), preview=True).graph
    bucket = found["gcp:storage/bucketIAMMember:BucketIAMMember reporter-reports"]
    assert bucket["inputs"]["member"] == PRINCIPAL


def test_the_number_is_asked_for_where_nobody_says_it() -> None:
    waits = pulumi.ResourceOptions(depends_on=[])
    with pytest.raises(pulumi.RunError, match="nothing is waited for"):
        alone(waits, roles=ROLES)

    def run() -> None:
        before = pulumi.ComponentResource("test:index:Before", "before")
        own: Any = {"workload_pool": POOL, "namespace": "team-a", "project_number": "1", "roles": ROLES}
        WorkloadIdentity("reporter", own, pulumi.ResourceOptions(depends_on=[before]))

    found = recorded(run)
    assert found.asked == []
    bucket = found.graph["gcp:storage/bucketIAMMember:BucketIAMMember reporter-reports"]
    assert bucket["inputs"]["member"] == PRINCIPAL.replace("123456789012", "1")


def test_a_pool_without_anything_to_wait_for_is_refused_before_anything_is_made() -> None:
    with pytest.raises(pulumi.RunError, match="WorkloadIdentity reporter: 1 problem") as told:
        alone()
    assert "workload_pool: is plain text, and nothing is waited for" in str(told.value)


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"workload_pool": ""}, "has no Workload Identity"),
        ({"service_account": {"name": SERVICE_ACCOUNT}}, "must have no identity in Google Cloud"),
        ({"service_account": {"name": "default"}}, "must have no identity in Google Cloud"),
        ({"roles": {"all": {"role": "roles/owner", "project": PROJECT}}}, "covers everything"),
    ],
)
def test_outputs_are_refused_once_they_are_known(more: dict[str, Any], what: str) -> None:
    later: Any = {key: as_outputs(value) for key, value in more.items()}
    with pytest.raises(pulumi.RunError, match=what):
        recorded(program(**later))


def as_outputs(value: Any) -> Any:
    """The same, with an output in the place of each text."""
    if isinstance(value, dict):
        return {key: as_outputs(each) for key, each in value.items()}
    return pulumi.Output.from_input(value)


def test_unknown_keys_and_wrong_types() -> None:
    with pytest.raises(pulumi.RunError) as told:
        alone(google_service_acount={}, roles={"a": {"role": "roles/x.y", "bukket": "b"}}, namespace=1)
    for what in (
        "google_service_acount: is no setting of this group. Write instead: google_service_account",
        "roles.a.bukket: is no setting of this group. Write instead: bucket",
        "namespace: is a number, must be text",
    ):
        assert what in str(told.value)


def test_case_39_what_is_secret_stays_so_and_is_in_no_message() -> None:
    secret = pulumi.Output.secret
    roles = {"reports": {"role": "roles/storage.objectViewer", "bucket": secret(CANARY)}}
    found = recorded(program(roles=roles, google_service_account={"account_id": secret("reporter")}))
    assert found.secrets["gcp:storage/bucketIAMMember:BucketIAMMember reporter-reports"] == {"bucket"}
    assert found.secrets["gcp:serviceaccount/account:Account reporter"] == {"accountId"}
    for wrong in (
        {"namespace": secret(f"{CANARY}_")},
        {"service_account": {"name": secret(f"{CANARY}_")}},
        {"google_service_account": {"email": secret(CANARY)}},
        {"roles": {"a": {"role": secret(CANARY), "bucket": "b"}}},
    ):
        with pytest.raises(pulumi.RunError) as told:
            recorded(program(**wrong))
        assert CANARY not in str(told.value)


def test_property_names_are_those_of_pulumi_gcp() -> None:
    classes = {
        "gcp:storage/bucketIAMMember:BucketIAMMember": storage.BucketIAMMemberArgs,
        "gcp:secretmanager/secretIamMember:SecretIamMember": secretmanager.SecretIamMemberArgs,
        "gcp:artifactregistry/repositoryIamMember:RepositoryIamMember": (
            artifactregistry.RepositoryIamMemberArgs
        ),
        "gcp:pubsub/topicIAMMember:TopicIAMMember": pubsub.TopicIAMMemberArgs,
        "gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember": pubsub.SubscriptionIAMMemberArgs,
        "gcp:projects/iAMMember:IAMMember": projects.IAMMemberArgs,
        "gcp:serviceaccount/iAMMember:IAMMember": serviceaccount.IAMMemberArgs,
        "gcp:serviceaccount/account:Account": serviceaccount.AccountArgs,
    }
    found = graph(roles=ROLES, google_service_account={})
    made = [key.partition(" ")[0] for key in found if key.startswith("gcp:")]
    assert set(made) == set(classes)
    assert len(MEMBERS) == len(ROLES)
    for resource, key in MEMBERS.values():
        args_class = next(each for each in classes.values() if each.__name__ == f"{resource.__name__}Args")
        built(args_class, {"role": "r", "member": "m", key: "x"})


def test_other_languages_see_the_component() -> None:
    components: list[Any] = [WorkloadIdentity]
    schema: dict[str, Any] = json.loads(ComponentProvider(components, "gke-agent-sandbox").schema or "")
    own = schema["resources"]["gke-agent-sandbox:index:WorkloadIdentity"]
    assert set(own["requiredInputs"]) == {"workloadPool", "namespace"}
    assert set(own["properties"]) == {"serviceAccount", "namespace", "member", "googleServiceAccount"}
    groups = {"args": own["inputProperties"]}
    groups |= {name: each["properties"] for name, each in schema["types"].items()}
    for name, properties in groups.items():
        assert name == "args" or name.rpartition(":")[2].startswith("WorkloadIdentity"), name
        assert len(properties) <= 12, name
        for key, each in properties.items():
            assert each.get("description"), f"{name}.{key}"


def test_a_host_constructs_one_from_its_own_kind_of_arguments() -> None:
    inputs: Any = {
        "workloadPool": pulumi.Output.from_input(POOL),
        "namespace": "team-a",
        "roles": {"my_reports": {"role": "roles/storage.objectViewer", "bucket": "acme-reports"}},
        "googleServiceAccount": {"accountId": "reporter"},
    }

    def run() -> None:
        components: list[Any] = [WorkloadIdentity]
        provider = ComponentProvider(components, "gke-agent-sandbox")
        provider.construct("reporter", "gke-agent-sandbox:index:WorkloadIdentity", inputs)

    found = recorded(run).graph
    assert "gcp:storage/bucketIAMMember:BucketIAMMember reporter-my_reports" in found
