"""The cloud by itself: what comes to be, what is refused, what is ordered to fail."""

from pathlib import Path
from typing import Any

import pytest

from tests.fakes.gcp import api, refusals
from tests.fakes.gcp.catalogue import type_of
from tests.fakes.gcp.cloud import ApiError, Call, Cloud
from tests.fakes.gcp.facts import FACTS
from tests.fakes.gcp.planning import differences
from tests.fakes.gcp.preparing import existing_cluster
from tests.fakes.gcp.tokens import (
    ACCOUNT,
    CLUSTER,
    CRYPTO_KEY,
    CRYPTO_KEY_MEMBER,
    NODE_POOL,
    PROJECT_MEMBER,
    REPOSITORY_MEMBER,
)

PLACE = {"project": "p", "location": "europe-west4"}
ID = "projects/p/locations/europe-west4/clusters/main"
KEY = "projects/p/locations/europe-west4/keyRings/r/cryptoKeys/k"
STANDARD = {**PLACE, "name": "main", "initialNodeCount": 1, "datapathProvider": "ADVANCED_DATAPATH"}
AUTOPILOT = {**PLACE, "name": "main", "enableAutopilot": True}
SANDBOXED = {"machineType": "n2-standard-4", "sandboxConfig": {"type": "GVISOR"}}
POOL = {"cluster": ID, "name": "sandboxes", "nodeConfig": SANDBOXED}


@pytest.fixture
def cloud(tmp_path: Path) -> Cloud:
    return Cloud(tmp_path)


def test_a_standard_cluster(cloud: Cloud) -> None:
    made = api.create(cloud, CLUSTER, STANDARD)
    assert made.id == ID
    assert made.properties["masterVersion"] == "1.36.3-gke.1767000"
    assert made.properties["controlPlaneEndpointsConfig"]["dnsEndpointConfig"]["endpoint"].endswith(
        "gke.goog"
    )
    assert made.properties["selfLink"].endswith(ID)
    assert "workloadIdentityConfig" not in made.properties
    assert [each["name"] for each in made.properties["nodePools"]] == ["default-pool"]
    assert cloud.only(CLUSTER) == made


def test_an_autopilot_cluster_has_what_nobody_can_choose(cloud: Cloud) -> None:
    made = api.create(cloud, CLUSTER, AUTOPILOT).properties
    assert made["workloadIdentityConfig"] == {"workloadPool": "p.svc.id.goog"}
    assert made["datapathProvider"] == "ADVANCED_DATAPATH"


@pytest.mark.parametrize("inputs", [AUTOPILOT, {**STANDARD, "removeDefaultNodePool": True}])
def test_nodes_of_no_pool_are_taken_in_and_never_there(cloud: Cloud, inputs: dict[str, Any]) -> None:
    """So the cluster is replaced for ever."""
    wanted = {**inputs, "nodeConfig": {"serviceAccount": "nodes@q.iam.gserviceaccount.com"}}
    made = api.create(cloud, CLUSTER, wanted)
    found = differences(made.properties, wanted, type_of(CLUSTER), FACTS[CLUSTER])
    assert [each.path[0] for each in found if each.replaces] == ["nodeConfig"]


def test_nothing_differs_right_after_a_creation(cloud: Cloud) -> None:
    account = api.create(cloud, ACCOUNT, {"project": "p", "accountId": "nodes"})
    nodes = {
        **SANDBOXED,
        "serviceAccount": account.properties["email"],
        "labels": {"team": "blue"},
        "taints": [{"key": "team", "value": "blue", "effect": "NO_SCHEDULE"}],
    }
    for token, inputs in [(CLUSTER, STANDARD), (NODE_POOL, {**POOL, "nodeConfig": nodes})]:
        made = api.create(cloud, token, inputs)
        assert differences(made.properties, inputs, type_of(token), FACTS[token]) == []
    pool = cloud.only(NODE_POOL).properties["nodeConfig"]
    assert pool["labels"] == {"team": "blue", "sandbox.gke.io/runtime": "gvisor"}
    assert [each["key"] for each in pool["taints"]] == ["team"]
    assert [each["key"] for each in pool["effectiveTaints"]] == ["team", "sandbox.gke.io/runtime"]


def test_the_label_that_gke_gave_is_not_asked_for_by_a_change(cloud: Cloud) -> None:
    api.create(cloud, CLUSTER, STANDARD)
    pool = api.create(cloud, NODE_POOL, {**POOL, "nodeConfig": SANDBOXED})
    changed = api.update(cloud, NODE_POOL, pool.id, {"autoscaling": {"totalMaxNodeCount": 12}})
    assert changed.properties["nodeConfig"]["labels"] == {"sandbox.gke.io/runtime": "gvisor"}


def test_a_cluster_of_somebody_else_has_the_defaults(cloud: Cloud) -> None:
    made = existing_cluster(cloud, ID, initialNodeCount=1)
    assert cloud.only(CLUSTER) == made
    assert (made.properties["network"], made.properties["enableShieldedNodes"]) == ("default", True)


def with_cluster(cloud: Cloud, **properties: Any) -> None:
    existing_cluster(cloud, ID, **{"initialNodeCount": 1, **properties})


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"location": "mars-north1"}, 'Location "mars-north1" does not exist.'),
        ({"initialNodeCount": 0}, "Cluster.initial_node_count must be greater than zero."),
        ({"minMasterVersion": "1.99"}, 'No valid versions with the prefix "1.99" found.'),
        ({"nodeConfig": SANDBOXED}, "cannot be enabled for the default node pool"),
        (
            {"nodePools": [{"name": "a", "nodeConfig": SANDBOXED}]},
            "cannot be enabled for the default node pool",
        ),
        ({"networkPolicy": {"enabled": True}}, "DatapathProvider=ADVANCED_DATAPATH is not allowed"),
        ({"datapathProvider": "LEGACY_DATAPATH", "enableFqdnNetworkPolicy": True}, "requires Dataplane V2"),
        (
            {
                "datapathProvider": None,
                "inTransitEncryptionConfig": "IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT",
            },
            "encryption requires Dataplane V2",
        ),
        ({"databaseEncryption": {"state": "ENCRYPTED"}}, "key name must be set"),
        ({"name": "a" * 41}, "more than 40 characters"),
        (
            {
                "releaseChannel": {"channel": "RAPID"},
                "nodePools": [{"name": "a", "management": {"autoUpgrade": False}}],
            },
            "Auto_upgrade must be true when release_channel RAPID is set.",
        ),
        ({"enableAutopilot": True, "location": "europe-west4-a"}, "must be regional"),
    ],
)
def test_a_cluster_that_gke_refuses(cloud: Cloud, inputs: dict[str, Any], message: str) -> None:
    with pytest.raises(ApiError, match="Error 400") as caught:
        api.create(cloud, CLUSTER, {**STANDARD, **inputs})
    assert message in str(caught.value)
    assert cloud.all() == []
    (call,) = cloud.calls("create")
    assert message in call.error


@pytest.mark.parametrize(
    ("cluster", "inputs", "message"),
    [
        ({}, {"cluster": f"{ID}-2"}, f"Error 404: Not found: {ID}-2."),
        ({"enableAutopilot": True}, {}, "Autopilot clusters do not support mutating node pools"),
        (
            {},
            {"nodeConfig": {**SANDBOXED, "taints": [{"key": "sandbox.gke.io/runtime"}]}},
            'taints with key "sandbox.gke.io/runtime" are managed by GKE',
        ),
        (
            {},
            {"nodeConfig": {**SANDBOXED, "labels": {"sandbox.gke.io/runtime": "gvisor"}}},
            'labels with key "sandbox.gke.io/runtime" are managed by GKE',
        ),
        (
            {},
            {"nodeConfig": {**SANDBOXED, "imageType": "UBUNTU_CONTAINERD"}},
            "needs the image type COS_CONTAINERD",
        ),
        (
            {},
            {"nodeConfig": {**SANDBOXED, "machineType": "e2-small"}},
            "not available on machines of the type e2-small",
        ),
        ({}, {"nodeConfig": {"sandboxConfig": {"sandboxType": "gvisor"}}}, "not available on machines"),
        ({"removeDefaultNodePool": True}, {}, "at least one other node pool"),
        (
            {"addonsConfig": {"podSnapshotConfig": {"enabled": True}}},
            {"nodeConfig": {**SANDBOXED, "machineType": "e2-standard-4"}},
            "Pod snapshots are not available on machines of the type e2-standard-4",
        ),
        ({}, {"management": {"autoUpgrade": False}}, "when release_channel REGULAR is set"),
        ({}, {"autoscaling": {"maxNodeCount": 1, "totalMaxNodeCount": 3}}, "cannot both be set"),
        (
            {},
            {"nodeConfig": {**SANDBOXED, "serviceAccount": "nodes@p.iam.gserviceaccount.com"}},
            "Service account nodes@p.iam.gserviceaccount.com does not exist",
        ),
        ({}, {"name": "a" * 41}, "more than 40 characters"),
    ],
)
def test_a_pool_that_gke_refuses(
    cloud: Cloud, cluster: dict[str, Any], inputs: dict[str, Any], message: str
) -> None:
    with_cluster(cloud, **cluster)
    with pytest.raises(ApiError) as caught:
        api.create(cloud, NODE_POOL, {**POOL, **inputs})
    assert message in str(caught.value)
    assert cloud.all(NODE_POOL) == []


def test_upgrades_may_be_off_without_a_channel(cloud: Cloud) -> None:
    with_cluster(cloud, releaseChannel={"channel": "UNSPECIFIED"})
    api.create(cloud, NODE_POOL, {**POOL, "management": {"autoUpgrade": False}})


def test_what_is_refused_at_a_creation_is_refused_at_a_change(cloud: Cloud) -> None:
    with_cluster(cloud)
    made = api.create(cloud, NODE_POOL, POOL)
    with pytest.raises(ApiError, match="COS_CONTAINERD"):
        api.update(
            cloud, NODE_POOL, made.id, {**made.properties, "nodeConfig": {**SANDBOXED, "imageType": "X"}}
        )


def test_a_key_must_be_usable_before_the_cluster_is_made(cloud: Cloud) -> None:
    wanted = {**STANDARD, "databaseEncryption": {"state": "ENCRYPTED", "keyName": KEY}}
    ring = KEY.partition("/cryptoKeys")[0]
    assert api.create(cloud, CRYPTO_KEY, {"name": "k", "keyRing": ring}).id == KEY
    with pytest.raises(ApiError, match="denied on resource"):
        api.create(cloud, CLUSTER, wanted)
    agent = "serviceAccount:service-123456789012@container-engine-robot.iam.gserviceaccount.com"
    role = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
    api.create(cloud, CRYPTO_KEY_MEMBER, {"cryptoKeyId": KEY, "role": role, "member": agent})
    api.create(cloud, CLUSTER, wanted)


def test_an_identity_pool_is_there_from_the_first_cluster_on(cloud: Cloud) -> None:
    pools = "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools"
    for member in (f"principal:{pools}/p.svc.id.goog/subject/ns/a/sa/b", "serviceAccount:p.svc.id.goog[a/b]"):
        wanted = {"project": "p", "role": "roles/viewer", "member": member}
        with pytest.raises(ApiError, match=r"Identity Pool does not exist \(p.svc.id.goog\)"):
            api.create(cloud, PROJECT_MEMBER, wanted)
        existing_cluster(cloud, ID, enableAutopilot=True)
        api.create(cloud, PROJECT_MEMBER, wanted)
        api.delete(cloud, CLUSTER, ID)


def test_a_binding_needs_its_account(cloud: Cloud) -> None:
    wanted = {"project": "p", "role": "roles/viewer", "member": "serviceAccount:n@p.iam.gserviceaccount.com"}
    with pytest.raises(ApiError, match="does not exist"):
        api.create(cloud, PROJECT_MEMBER, wanted)
    made = api.create(cloud, ACCOUNT, {"project": "p", "accountId": "n"})
    assert made.properties["member"] == wanted["member"]
    first = api.create(cloud, PROJECT_MEMBER, wanted)
    assert api.create(cloud, PROJECT_MEMBER, wanted) == first, "a binding may be made twice"


def test_what_exists_is_not_made_again(cloud: Cloud) -> None:
    api.create(cloud, CLUSTER, STANDARD)
    with pytest.raises(ApiError, match=f"Error 409: Already exists: {ID}."):
        api.create(cloud, CLUSTER, STANDARD)


def test_keys_and_their_rings_stay_for_ever(cloud: Cloud) -> None:
    key = {"name": "k", "keyRing": KEY.partition("/cryptoKeys")[0]}
    api.create(cloud, CRYPTO_KEY, key)
    api.delete(cloud, CRYPTO_KEY, KEY)
    with pytest.raises(ApiError, match="Already exists"):
        api.create(cloud, CRYPTO_KEY, key)


def test_a_minimum_version_never_takes_a_cluster_back(cloud: Cloud) -> None:
    made = api.create(cloud, CLUSTER, STANDARD)
    for minimum, version in (("1.35", "1.36.3-gke.1767000"), ("1.36.4", "1.36.4-gke.1082000")):
        changed = api.update(cloud, CLUSTER, ID, {**made.properties, "minMasterVersion": minimum})
        assert changed.properties["masterVersion"] == version


def test_a_cluster_shows_its_pools_and_takes_them_along(cloud: Cloud) -> None:
    with_cluster(cloud)
    api.create(cloud, NODE_POOL, {**POOL, "cluster": "main", **PLACE})
    shown = api.read(cloud, CLUSTER, ID)
    assert shown is not None
    assert [each["name"] for each in shown.properties["nodePools"]] == ["default-pool", "sandboxes"]
    api.delete(cloud, CLUSTER, ID)
    assert cloud.all() == []
    assert api.read(cloud, CLUSTER, ID) is None


def test_a_binding_may_name_its_repository_in_full(cloud: Cloud) -> None:
    full = "projects/p/locations/europe-west4/repositories/images"
    rest = {"role": "roles/artifactregistry.reader", "member": "user:a@example.com"}
    for place in ({"repository": full}, {"repository": "images", **PLACE}):
        made = api.create(cloud, REPOSITORY_MEMBER, {**rest, **place})
        assert made.id == f"{full}/roles/artifactregistry.reader/user:a@example.com"


def test_a_change_leaves_what_has_drifted_elsewhere(cloud: Cloud) -> None:
    api.create(cloud, CLUSTER, STANDARD)
    cloud.drift(CLUSTER, ID, lambda properties: properties.update(resourceLabels={"by": "hand"}))
    changes = {"description": "x", "initialNodeCount": None, "nodePools": [{}]}
    changed = api.update(cloud, CLUSTER, ID, changes)
    assert changed.properties["resourceLabels"] == {"by": "hand"}
    assert changed.properties["effectiveLabels"] == {"by": "hand", "goog-pulumi-provisioned": "true"}
    assert "initialNodeCount" not in changed.properties


def test_failures_are_carried_out_once_and_in_order(cloud: Cloud) -> None:
    cloud.fail_next(CLUSTER, "first")
    cloud.fail_next(CLUSTER, "second", leaves_behind=True)
    cloud.fail_next(NODE_POOL, "another")
    with pytest.raises(ApiError, match="Error 500: first"):
        api.create(cloud, CLUSTER, STANDARD)
    assert cloud.all() == []
    with pytest.raises(api.LeftBehindError, match="second"):
        api.create(cloud, CLUSTER, STANDARD)
    assert cloud.only(CLUSTER).id == ID
    assert [each.error for each in cloud.calls()] == ["first", "second"]
    cloud.fail_next(CLUSTER, "not now", "delete")
    with pytest.raises(ApiError, match="not now"):
        api.delete(cloud, CLUSTER, ID)
    api.delete(cloud, CLUSTER, ID)


def test_what_is_slow_takes_its_time(cloud: Cloud) -> None:
    waited: list[float] = []
    cloud.slow(CLUSTER, 4)
    made = api.create(cloud, CLUSTER, STANDARD, waited.append)
    api.update(cloud, CLUSTER, ID, made.properties, waited.append)
    cloud.slow(CLUSTER, 0)
    api.delete(cloud, CLUSTER, ID, waited.append)
    assert waited == [4.0, 4.0, 0.0]


def test_what_is_not_waited_for_is_there_all_the_same(cloud: Cloud) -> None:
    with pytest.raises(api.LeftBehindError, match="context canceled"):
        api.create(cloud, CLUSTER, STANDARD, lambda _: True)
    existing = cloud.only(CLUSTER)
    with pytest.raises(ApiError, match="context canceled"):
        api.update(cloud, CLUSTER, ID, {**existing.properties, "description": "x"}, lambda _: True)
    assert cloud.only(CLUSTER).properties["description"] == "x"
    with pytest.raises(ApiError, match="context canceled"):
        api.delete(cloud, CLUSTER, ID, lambda _: True)
    assert cloud.all() == []
    assert {each.error for each in cloud.calls()} == {"context canceled"}


def test_drift_is_a_change_of_what_exists(cloud: Cloud) -> None:
    api.create(cloud, CLUSTER, STANDARD)
    cloud.drift(CLUSTER, ID, lambda properties: properties.update(description="by hand"))
    assert cloud.only(CLUSTER).properties["description"] == "by hand"
    with pytest.raises(KeyError):
        cloud.drift(CLUSTER, "other", lambda properties: None)


def test_the_log_can_be_asked_and_emptied(cloud: Cloud) -> None:
    api.create(cloud, CLUSTER, STANDARD)
    api.delete(cloud, CLUSTER, ID)
    assert cloud.calls() == [Call("create", CLUSTER, ID), Call("delete", CLUSTER, ID)]
    assert cloud.calls("delete") == [Call("delete", CLUSTER, ID)]
    cloud.forget_calls()
    assert cloud.calls() == []


def test_every_refusal_says_where_it_is_known_from() -> None:
    for each in refusals.REFUSALS:
        assert each.source
        assert any(refusals.matches(each.type, token) for token in FACTS), each.type


ANYTHING: dict[str, Any] = {
    "accountId": "a",
    "backupSchedule": {},
    "bucket": "b",
    "cluster": ID,
    "cryptoKeyId": KEY,
    "ipCidrRange": "10.0.0.0/24",
    "keyRing": "projects/p/locations/europe-west4/keyRings/r",
    "member": "user:a@example.com",
    "membershipId": "m",
    "name": "n",
    "project": "p",
    "region": "europe-west4",
    "location": "europe-west4",
    "managedZone": "z",
    "repository": "r",
    "repositoryId": "r",
    "role": "roles/viewer",
    "roleId": "r",
    "router": "r",
    "secretId": "s",
    "service": "container.googleapis.com",
    "serviceAccountId": "projects/p/serviceAccounts/a@p.iam.gserviceaccount.com",
    "subnetwork": "s",
    "subscription": "s",
    "topic": "t",
    "type": "A",
    "initialNodeCount": 1,
}


@pytest.mark.parametrize("token", sorted(FACTS))
def test_every_type_can_be_made_and_then_does_not_differ(cloud: Cloud, token: str) -> None:
    with_cluster(cloud)
    kind = type_of(token)
    inputs = {key: value for key, value in ANYTHING.items() if key in kind.inputs.fields}
    made = api.create(cloud, token, inputs)
    assert made.properties.keys() <= kind.outputs | {"project"}, "it has only outputs that pulumi_gcp knows"
    assert differences(made.properties, inputs, kind, FACTS[token]) == []
    assert api.read(cloud, token, made.id) is not None
