"""What the cloud fills in when something is made."""

import base64
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .catalogue import type_of
from .clusters import cluster, node_pool
from .places import PROJECT_NUMBER
from .tokens import CLUSTER

Properties = dict[str, Any]


def filled_in(
    token: str, inputs: Mapping[str, Any], number: str, kubeconfig: Path | None = None
) -> Properties:
    """The outputs that the cloud adds to a new resource's inputs. Project and location are among the inputs.

    number:     a number for the resource that no other one has.
    kubeconfig: of the control plane behind a cluster.
    """
    special = SPECIAL.get(token)
    added = special(inputs, number) if special else {}
    if token == CLUSTER:
        added = cluster(inputs, number, kubeconfig)
    outputs = type_of(token).outputs
    return {**labels(inputs, outputs), **common(token, inputs, outputs), **added}


def labels(inputs: Mapping[str, Any], outputs: frozenset[str]) -> Properties:
    """All labels of a resource: the program's, and the one by which Pulumi's provider marks its own
    (pulumi-gcp, `addPulumiAttributionLabel`, on by default).
    """
    if "effectiveLabels" not in outputs:
        return {}
    given = inputs.get("labels") or inputs.get("resourceLabels") or {}
    both = {**given, "goog-pulumi-provisioned": "true"}
    return {"effectiveLabels": both, "pulumiLabels": both}


def common(token: str, inputs: Mapping[str, Any], outputs: frozenset[str]) -> Properties:
    """What many types have."""
    values: Properties = {"etag": base64.b64encode(token.encode()[-9:]).decode()}
    if token.startswith("gcp:compute/"):
        values["creationTimestamp"] = "2026-01-01T00:00:00.000-08:00"
    return {key: value for key, value in values.items() if key in outputs}


def account(inputs: Mapping[str, Any], number: str) -> Properties:
    email = f"{inputs['accountId']}@{inputs['project']}.iam.gserviceaccount.com"
    return {
        "email": email,
        "member": f"serviceAccount:{email}",
        "name": f"projects/{inputs['project']}/serviceAccounts/{email}",
        "uniqueId": number,
    }


def service_identity(inputs: Mapping[str, Any], _number: str) -> Properties:
    """Source: IAM documentation, "Service agents": the name of GKE's is its own, others follow a pattern."""
    agent = {"container": "container-engine-robot"}
    short = inputs["service"].removesuffix(".googleapis.com")
    email = f"service-{PROJECT_NUMBER}@{agent.get(short, f'gcp-sa-{short}')}.iam.gserviceaccount.com"
    return {"email": email, "member": f"serviceAccount:{email}"}


def compute(path: str) -> Callable[[Mapping[str, Any], str], Properties]:
    """A link to a resource of Compute Engine."""

    def link(inputs: Mapping[str, Any], _number: str) -> Properties:
        name = path.format_map(inputs)
        return {"selfLink": f"https://www.googleapis.com/compute/v1/projects/{inputs['project']}/{name}"}

    return link


def network(inputs: Mapping[str, Any], number: str) -> Properties:
    made = {"mtu": 1460, "routingMode": "REGIONAL", "networkId": number, "numericId": number}
    return {**made, **compute("global/networks/{name}")(inputs, number)}


def subnetwork(inputs: Mapping[str, Any], number: str) -> Properties:
    made = {"purpose": "PRIVATE", "stackType": "IPV4_ONLY", "privateIpGoogleAccess": False}
    gateway = {"gatewayAddress": "10.0.0.1", "subnetworkId": int(number)}
    return {**made, **gateway, **compute("regions/{region}/subnetworks/{name}")(inputs, number)}


def address(inputs: Mapping[str, Any], number: str) -> Properties:
    made = {"address": f"203.0.113.{int(number) % 254 + 1}", "networkTier": "PREMIUM"}
    return {**made, **compute("regions/{region}/addresses/{name}")(inputs, number)}


def firewall(inputs: Mapping[str, Any], number: str) -> Properties:
    return {"direction": "INGRESS", **compute("global/firewalls/{name}")(inputs, number)}


def crypto_key(inputs: Mapping[str, Any], _number: str) -> Properties:
    version = f"{inputs['keyRing']}/cryptoKeys/{inputs['name']}/cryptoKeyVersions/1"
    return {
        "destroyScheduledDuration": "2592000s",
        "primaries": [{"name": version, "state": "ENABLED"}],
        "versionTemplate": {"algorithm": "GOOGLE_SYMMETRIC_ENCRYPTION", "protectionLevel": "SOFTWARE"},
    }


def bucket(inputs: Mapping[str, Any], _number: str) -> Properties:
    return {
        "publicAccessPrevention": "inherited",
        "selfLink": f"https://www.googleapis.com/storage/v1/b/{inputs['name']}",
        "url": f"gs://{inputs['name']}",
        "projectNumber": int(PROJECT_NUMBER),
    }


def repository(inputs: Mapping[str, Any], _number: str) -> Properties:
    place = f"{inputs['location']}-docker.pkg.dev/{inputs['project']}/{inputs['repositoryId']}"
    return {"name": inputs["repositoryId"], "registryUri": place}


def named(path: str) -> Callable[[Mapping[str, Any], str], Properties]:
    """A name that the server makes."""
    return lambda inputs, number: {"name": path.format_map({**inputs, "number": number})}


SPECIAL: dict[str, Callable[[Mapping[str, Any], str], Properties]] = {
    "gcp:artifactregistry/repository:Repository": repository,
    "gcp:compute/address:Address": address,
    "gcp:compute/firewall:Firewall": firewall,
    "gcp:compute/globalAddress:GlobalAddress": compute("global/addresses/{name}"),
    "gcp:compute/network:Network": network,
    "gcp:compute/route:Route": compute("global/routes/{name}"),
    "gcp:compute/router:Router": compute("regions/{region}/routers/{name}"),
    "gcp:compute/subnetwork:Subnetwork": subnetwork,
    "gcp:container/nodePool:NodePool": node_pool,
    "gcp:gkehub/membership:Membership": named(
        "projects/{project}/locations/{location}/memberships/{membershipId}"
    ),
    "gcp:kms/cryptoKey:CryptoKey": crypto_key,
    "gcp:monitoring/alertPolicy:AlertPolicy": named("projects/{project}/alertPolicies/{number}"),
    "gcp:monitoring/notificationChannel:NotificationChannel": named(
        "projects/{project}/notificationChannels/{number}"
    ),
    "gcp:projects/iAMCustomRole:IAMCustomRole": named("projects/{project}/roles/{roleId}"),
    "gcp:projects/serviceIdentity:ServiceIdentity": service_identity,
    "gcp:secretmanager/secret:Secret": named("projects/" + PROJECT_NUMBER + "/secrets/{secretId}"),
    "gcp:serviceaccount/account:Account": account,
    "gcp:storage/bucket:Bucket": bucket,
}
