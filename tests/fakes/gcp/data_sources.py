"""What the data sources answer: Invoke."""

from collections.abc import Callable, Mapping
from typing import Any

from . import api
from .catalogue import result_of
from .cloud import ApiError, Call, Cloud, Resource
from .places import PROJECT_NUMBER, Place, identity, zones
from .shapes import Kind, Shape
from .spreading import api_is_off, api_message
from .tokens import CRYPTO_KEY, KEY_RING
from .versions import CHANNELS, VERSIONS, is_prefix
from .wire import Secret

Answer = dict[str, Any]

RESOURCE_MANAGER = "cloudresourcemanager.googleapis.com"
KEY_MANAGEMENT = "cloudkms.googleapis.com"

EMPTY: dict[Kind, Any] = {
    Kind.STRING: "",
    Kind.BOOLEAN: False,
    Kind.INTEGER: 0,
    Kind.NUMBER: 0,
    Kind.MAP: {},
    Kind.LIST: [],
    Kind.OBJECT: {},
    Kind.ANY: None,
}


def answer(cloud: Cloud, token: str, arguments: Mapping[str, Any], place: Place) -> Answer:
    """The answer of a data source.

    Errors: LookupError for one that is not known here; ApiError for what does not exist.
    """
    if token not in SOURCES:
        raise LookupError(f"the stand-in for Google Cloud does not know the data source {token}")
    try:
        found = SOURCES[token](cloud, arguments, place)
    except ApiError as error:
        cloud.log(Call("invoke", token, str(arguments.get("name", "")), str(error)))
        raise
    cloud.log(Call("invoke", token, str(found.get("id", ""))))
    return found


def resource(type: str, token: str) -> Callable[[Cloud, Mapping[str, Any], Place], Answer]:
    """A data source that shows a resource."""

    def found(cloud: Cloud, arguments: Mapping[str, Any], place: Place) -> Answer:
        wanted = {
            "project": place.project,
            "location": place.zone or place.region,
            "region": place.region,
            **{key: value for key, value in arguments.items() if value is not None},
        }
        id = identity(type, wanted, "")
        existing = api.read(cloud, type, id)
        if existing is None:
            raise ApiError(404, f"{id} not found")
        result = result_of(token)
        asked = {key: value for key, value in wanted.items() if key in result.fields}
        return {**shown(existing.properties, result), **asked, "id": id}

    return found


def shown(properties: Mapping[str, Any], shape: Shape) -> Answer:
    """Properties in the form of a data source: every block is a list, and nothing is missing."""
    return {
        name: form(value_of(properties, name), inner) for name, inner in shape.fields.items() if name != "id"
    }


def value_of(properties: Mapping[str, Any], name: str) -> Any:
    """The value of a property, which is in the plural in a data source where it is a list only there."""
    singular = [name, name.removesuffix("s"), name.removesuffix("es"), f"{name.removesuffix('ies')}y"]
    return next((properties[each] for each in singular if each in properties), None)


def form(value: Any, shape: Shape) -> Any:
    if value is None:
        return EMPTY[shape.kind]
    if shape.kind is Kind.LIST and shape.item:
        return [form(each, shape.item) for each in (value if isinstance(value, list) else [value])]
    if shape.kind is Kind.OBJECT:
        return shown(value, shape)
    return value


def project(cloud: Cloud, arguments: Mapping[str, Any], place: Place) -> Answer:
    id = arguments.get("projectId") or place.project
    if api_is_off(cloud, RESOURCE_MANAGER):
        raise ApiError(403, api_message(RESOURCE_MANAGER))
    return {
        **shown({}, result_of("gcp:organizations/getProject:getProject")),
        "id": f"projects/{id}",
        "projectId": id,
        "name": id,
        "number": PROJECT_NUMBER,
    }


def client_config(_cloud: Cloud, _arguments: Mapping[str, Any], place: Place) -> Answer:
    """Whom the provider acts for."""
    where = {"project": place.project or "", "region": place.region or "", "zone": place.zone or ""}
    id = f"projects/{where['project']}/regions/{where['region']}/zones/{where['zone']}"
    return {**where, "id": id, "accessToken": Secret("an-access-token-of-no-use"), "defaultLabels": {}}


def engine_versions(_cloud: Cloud, arguments: Mapping[str, Any], place: Place) -> Answer:
    prefix = arguments.get("versionPrefix")
    versions = [
        each for each in reversed(VERSIONS) if not prefix or is_prefix(prefix.removesuffix("."), each)
    ]
    location = arguments.get("location") or place.region or ""
    return {
        "id": location,
        "location": location,
        "project": arguments.get("project") or place.project,
        "versionPrefix": prefix or "",
        "defaultClusterVersion": CHANNELS["UNSPECIFIED"],
        "latestMasterVersion": versions[0] if versions else "",
        "latestNodeVersion": versions[0] if versions else "",
        "releaseChannelDefaultVersion": {
            key: value for key, value in CHANNELS.items() if key != "UNSPECIFIED"
        },
        "releaseChannelLatestVersion": dict.fromkeys(CHANNELS.keys() - {"UNSPECIFIED"}, VERSIONS[-1]),
        "validMasterVersions": versions,
        "validNodeVersions": versions,
    }


def compute_zones(_cloud: Cloud, arguments: Mapping[str, Any], place: Place) -> Answer:
    region = arguments.get("region") or place.region
    return {"id": f"projects/{place.project}/regions/{region}", "region": region, "names": zones(region)}


def key_rings(cloud: Cloud, arguments: Mapping[str, Any], place: Place) -> Answer:
    """The key rings of a location (hashicorp/terraform-provider-google,
    services/kms/data_source_google_kms_key_rings.go).
    """
    project = arguments.get("project") or place.project
    parent = f"projects/{project}/locations/{arguments['location']}"
    rings = in_parent(cloud, KEY_RING, f"{parent}/keyRings")
    return {
        **arguments,
        "project": project,
        "id": f"{parent}/keyRings",
        "keyRings": [{"id": each.id, "name": each.properties["name"]} for each in rings],
    }


def crypto_keys(cloud: Cloud, arguments: Mapping[str, Any], _place: Place) -> Answer:
    """The keys of a ring (services/kms/data_source_google_kms_crypto_keys.go)."""
    parent = f"{arguments['keyRing']}/cryptoKeys"
    found = in_parent(cloud, CRYPTO_KEY, parent)
    shape = result_of("gcp:kms/getCryptoKeys:getCryptoKeys").fields["keys"].item
    keys = [{**shown(each.properties, shape), "id": each.id} for each in found] if shape else []
    return {**arguments, "id": parent, "keys": keys}


def in_parent(cloud: Cloud, type: str, parent: str) -> list[Resource]:
    """Resources of Cloud KMS below a path.

    Errors: ApiError when the API is off.
    """
    if api_is_off(cloud, KEY_MANAGEMENT):
        raise ApiError(403, api_message(KEY_MANAGEMENT))
    return [each for each in cloud.all(type) if each.id.rpartition("/")[0] == parent]


SOURCES: dict[str, Callable[[Cloud, Mapping[str, Any], Place], Answer]] = {
    "gcp:compute/getNetwork:getNetwork": resource(
        "gcp:compute/network:Network", "gcp:compute/getNetwork:getNetwork"
    ),
    "gcp:compute/getSubnetwork:getSubnetwork": resource(
        "gcp:compute/subnetwork:Subnetwork", "gcp:compute/getSubnetwork:getSubnetwork"
    ),
    "gcp:compute/getZones:getZones": compute_zones,
    "gcp:container/getCluster:getCluster": resource(
        "gcp:container/cluster:Cluster", "gcp:container/getCluster:getCluster"
    ),
    "gcp:container/getEngineVersions:getEngineVersions": engine_versions,
    "gcp:kms/getCryptoKeys:getCryptoKeys": crypto_keys,
    "gcp:kms/getKeyRings:getKeyRings": key_rings,
    "gcp:organizations/getClientConfig:getClientConfig": client_config,
    "gcp:organizations/getProject:getProject": project,
}
