"""Where resources are: the provider's configuration, locations, and ids."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .wire import UNKNOWN

PROJECT_VARIABLES = ("GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT")
"""Source: pulumi-gcp, the default of the provider's `project`."""

PROJECT_NUMBER = "123456789012"

REGIONS = (
    *("asia-east1", "asia-northeast1", "asia-southeast1", "australia-southeast1", "europe-north1"),
    *("europe-west1", "europe-west2", "europe-west3", "europe-west4", "europe-west6", "me-west1"),
    *("northamerica-northeast1", "southamerica-east1"),
    *("us-central1", "us-east1", "us-east4", "us-east5", "us-south1", "us-west1", "us-west2"),
)
"""Some of the regions of Google Cloud; every one of them has the zones a, b and c here."""


@dataclass(frozen=True)
class Place:
    """What the provider is configured for. UNKNOWN for a project that is made in the same deployment."""

    project: Any = None
    region: Any = None
    zone: Any = None


def configured(settings: Mapping[str, Any]) -> Place:
    """The place in a provider's settings, else in the environment."""
    from_environment = next((os.environ[name] for name in PROJECT_VARIABLES if os.environ.get(name)), None)
    return Place(settings.get("project") or from_environment, settings.get("region"), settings.get("zone"))


def zones(location: str) -> list[str]:
    """The zones of a region, or a zone itself."""
    return [f"{location}-{zone}" for zone in "abc"] if location in REGIONS else [location]


def exists(location: str) -> bool:
    """Whether a location is a known region or zone."""
    return location in REGIONS or (location[:-2] in REGIONS and location[-2:] in ("-a", "-b", "-c"))


IDS: dict[str, str] = {
    "gcp:artifactregistry/repository:Repository": (
        "projects/{project}/locations/{location}/repositories/{repositoryId}"
    ),
    "gcp:artifactregistry/repositoryIamMember:RepositoryIamMember": "{repository}/{role}/{member}",
    "gcp:binaryauthorization/policy:Policy": "projects/{project}",
    "gcp:compute/address:Address": "projects/{project}/regions/{region}/addresses/{name}",
    "gcp:compute/firewall:Firewall": "projects/{project}/global/firewalls/{name}",
    "gcp:compute/globalAddress:GlobalAddress": "projects/{project}/global/addresses/{name}",
    "gcp:compute/network:Network": "projects/{project}/global/networks/{name}",
    "gcp:compute/route:Route": "projects/{project}/global/routes/{name}",
    "gcp:compute/router:Router": "projects/{project}/regions/{region}/routers/{name}",
    "gcp:compute/routerNat:RouterNat": "{project}/{region}/{router}/{name}",
    "gcp:compute/subnetwork:Subnetwork": "projects/{project}/regions/{region}/subnetworks/{name}",
    "gcp:compute/subnetworkIAMMember:SubnetworkIAMMember": "{subnetwork}/{role}/{member}",
    "gcp:container/cluster:Cluster": "projects/{project}/locations/{location}/clusters/{name}",
    "gcp:container/nodePool:NodePool": "{cluster}/nodePools/{name}",
    "gcp:dns/managedZone:ManagedZone": "projects/{project}/managedZones/{name}",
    "gcp:dns/recordSet:RecordSet": "projects/{project}/managedZones/{managedZone}/rrsets/{name}/{type}",
    "gcp:gkebackup/backupPlan:BackupPlan": "projects/{project}/locations/{location}/backupPlans/{name}",
    "gcp:gkehub/membership:Membership": "projects/{project}/locations/{location}/memberships/{membershipId}",
    "gcp:kms/cryptoKey:CryptoKey": "{keyRing}/cryptoKeys/{name}",
    "gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember": "{cryptoKeyId}/{role}/{member}",
    "gcp:kms/keyRing:KeyRing": "projects/{project}/locations/{location}/keyRings/{name}",
    "gcp:monitoring/alertPolicy:AlertPolicy": "projects/{project}/alertPolicies/{number}",
    "gcp:monitoring/dashboard:Dashboard": "projects/{project}/dashboards/{number}",
    "gcp:monitoring/notificationChannel:NotificationChannel": (
        "projects/{project}/notificationChannels/{number}"
    ),
    "gcp:projects/iAMCustomRole:IAMCustomRole": "projects/{project}/roles/{roleId}",
    "gcp:projects/iAMMember:IAMMember": "{project}/{role}/{member}",
    "gcp:projects/service:Service": "{project}/{service}",
    "gcp:projects/serviceIdentity:ServiceIdentity": "projects/{project}/services/{service}",
    "gcp:pubsub/topic:Topic": "projects/{project}/topics/{name}",
    "gcp:secretmanager/secret:Secret": "projects/{project}/secrets/{secretId}",
    "gcp:secretmanager/secretIamMember:SecretIamMember": (
        "projects/{project}/secrets/{secretId}/{role}/{member}"
    ),
    "gcp:serviceaccount/account:Account": "projects/{project}/serviceAccounts/{email}",
    "gcp:serviceaccount/iAMMember:IAMMember": "{serviceAccountId}/{role}/{member}",
    "gcp:storage/bucket:Bucket": "{name}",
    "gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember": (
        "projects/{project}/subscriptions/{subscription}/{role}/{member}"
    ),
    "gcp:pubsub/topicIAMMember:TopicIAMMember": "projects/{project}/topics/{topic}/{role}/{member}",
    "gcp:storage/bucketIAMMember:BucketIAMMember": "b/{bucket}/{role}/{member}",
}
"""How ids are made of properties. Source: the provider's documentation, "Import" and "Attributes Reference"
of each resource. `number` is one that the server gives.
"""


def located(token: str, inputs: Mapping[str, Any], names: frozenset[str], place: Place) -> dict[str, Any]:
    """Project, location, region and zone of a resource where the program does not say them: known
    before anything is made, as the provider fills them in.

    names: the properties that the type has.
    """
    wanted = {
        "project": place.project,
        "location": None if token.startswith("gcp:storage/") else place.zone or place.region,
        "region": place.region,
        "zone": place.zone,
    }
    return {key: value for key, value in wanted.items() if key in names and value and inputs.get(key) is None}


def identity(token: str, properties: Mapping[str, Any], number: str) -> str:
    """The id of a resource.

    Errors: KeyError with the name of the property that is needed for it and missing.
    """
    return IDS[token].format_map({**properties, "number": number})


def missing(token: str, properties: Mapping[str, Any]) -> list[str]:
    """What says where the resource is and is neither in the program nor in the provider's configuration."""
    needed = re.findall(r"\{(project|location|region)\}", IDS[token])
    return [each for each in needed if properties.get(each) is None]


def full_name(reference: str, pattern: str, **places: Any) -> str:
    """A reference as a full name: it may be one already, or only the last part of one."""
    if "/" in reference or any(value in (None, UNKNOWN) for value in places.values()):
        return reference
    return pattern.format(**places, name=reference)
