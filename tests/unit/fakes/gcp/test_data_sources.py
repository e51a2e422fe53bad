"""What the data sources answer."""

from pathlib import Path

import pytest

from tests.fakes.gcp import api
from tests.fakes.gcp.catalogue import arguments_of, result_of
from tests.fakes.gcp.cloud import ApiError, Cloud
from tests.fakes.gcp.data_sources import SOURCES, answer, shown
from tests.fakes.gcp.places import Place
from tests.fakes.gcp.preparing import existing_cluster
from tests.fakes.gcp.tokens import CRYPTO_KEY, KEY_RING
from tests.fakes.gcp.wire import Secret

GET_CRYPTO_KEYS = "gcp:kms/getCryptoKeys:getCryptoKeys"
GET_KEY_RINGS = "gcp:kms/getKeyRings:getKeyRings"
GET_CLUSTER = "gcp:container/getCluster:getCluster"
ID = "projects/p/locations/europe-west4/clusters/main"
PLACE = Place("p", "europe-west4")


@pytest.fixture
def cloud(tmp_path: Path) -> Cloud:
    return Cloud(tmp_path)


def test_a_cluster_in_the_form_of_a_data_source(cloud: Cloud) -> None:
    nodes = {"sandboxConfig": {"type": "GVISOR"}}
    existing_cluster(
        cloud,
        ID,
        releaseChannel={"channel": "RAPID"},
        binaryAuthorization={"evaluationMode": "DISABLED"},
        nodePools=[{"name": "main"}, {"name": "sandboxes", "nodeConfig": nodes}],
    )
    found = answer(cloud, GET_CLUSTER, {"name": "main", "location": "europe-west4"}, PLACE)
    assert found["id"] == ID
    assert found["releaseChannels"] == [{"channel": "RAPID"}]
    assert found["binaryAuthorizations"][0]["evaluationMode"] == "DISABLED"
    assert found["masterAuths"][0]["clusterCaCertificate"]
    assert found["nodePools"][1]["nodeConfigs"][0]["sandboxConfigs"][0]["type"] == "GVISOR"
    # What is not there is empty, not missing.
    assert (found["workloadIdentityConfigs"], found["enableAutopilot"], found["description"]) == (
        [],
        False,
        "",
    )
    assert found.keys() == result_of(GET_CLUSTER).fields.keys()


def test_a_cluster_that_is_not_there(cloud: Cloud) -> None:
    with pytest.raises(ApiError, match="clusters/other not found"):
        answer(cloud, GET_CLUSTER, {"name": "other", "location": "europe-west4"}, PLACE)
    (call,) = cloud.calls("invoke")
    assert "not found" in call.error


def test_who_one_is(cloud: Cloud) -> None:
    project = answer(cloud, "gcp:organizations/getProject:getProject", {}, PLACE)
    assert (project["projectId"], project["number"]) == ("p", "123456789012")
    client = answer(cloud, "gcp:organizations/getClientConfig:getClientConfig", {}, PLACE)
    assert client["project"] == "p"
    assert isinstance(client["accessToken"], Secret)


def test_versions_and_zones(cloud: Cloud) -> None:
    versions = answer(
        cloud, "gcp:container/getEngineVersions:getEngineVersions", {"versionPrefix": "1.35."}, PLACE
    )
    assert versions["latestMasterVersion"] == "1.35.3-gke.1234000"
    zones = answer(cloud, "gcp:compute/getZones:getZones", {}, PLACE)
    assert zones["names"] == ["europe-west4-a", "europe-west4-b", "europe-west4-c"]


def test_key_rings_and_their_keys(cloud: Cloud) -> None:
    def rings(location: str) -> list[dict[str, str]]:
        return answer(cloud, GET_KEY_RINGS, {"location": location}, PLACE)["keyRings"]

    def keys(ring: str) -> list[dict[str, str]]:
        return answer(cloud, GET_CRYPTO_KEYS, {"keyRing": ring}, PLACE)["keys"]

    assert rings("europe-west4") == []
    where = {"project": "p", "location": "europe-west4"}
    first, second = (api.create(cloud, KEY_RING, {**where, "name": name}).id for name in ("a", "b"))
    assert rings("europe-west4") == [{"id": first, "name": "a"}, {"id": second, "name": "b"}]
    assert rings("europe-west1") == []
    api.create(cloud, CRYPTO_KEY, {"keyRing": first, "name": "k", "rotationPeriod": "7776000s"})
    (key,) = keys(first)
    assert (key["id"], key["name"], key["rotationPeriod"]) == (f"{first}/cryptoKeys/k", "k", "7776000s")
    assert keys(second) == []

    # An API that nobody turned on tells nothing.
    cloud.spread(60)
    for ask, where_from in ((rings, "europe-west4"), (keys, first)):
        with pytest.raises(ApiError, match=r"Error 403: Cloud Key Management Service \(KMS\) API has not"):
            ask(where_from)


@pytest.mark.parametrize("token", sorted(SOURCES))
def test_every_data_source_is_one_of_pulumi_gcps(token: str) -> None:
    assert isinstance(arguments_of(token), frozenset)
    assert "id" in result_of(token).fields
    assert "id" not in shown({}, result_of(token))


def test_another_one_is_refused_by_name(cloud: Cloud) -> None:
    with pytest.raises(LookupError, match="does not know the data source gcp:a/getB:getB"):
        answer(cloud, "gcp:a/getB:getB", {}, PLACE)
