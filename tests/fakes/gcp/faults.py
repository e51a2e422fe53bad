"""What may be wrong with a request: each function gives what is wrong, or nothing."""

from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_network
from typing import Any

from .cloud import Resource
from .clusters import SANDBOX_KEY, has_sandbox
from .requests import Request, at
from .tokens import (
    ACCOUNT,
    CLUSTER,
    CRYPTO_KEY,
    CRYPTO_KEY_MEMBER,
    MANAGED_ZONE,
    NODE_POOL,
    SUBNETWORK,
)
from .versions import version_for

DATAPLANE_V2 = "ADVANCED_DATAPATH"


def wrong_version(request: Request) -> Any:
    wanted = request.at("minMasterVersion")
    try:
        version_for(wanted, "REGULAR")
    except LookupError:
        return wanted
    return None


def default_pool_in_sandbox(request: Request) -> bool:
    pools = request.at("nodePools") or []
    nodes = [each.get("nodeConfig") or {} for each in pools] or [request.at("nodeConfig") or {}]
    return all(has_sandbox(each) for each in nodes)


def unusable_key(request: Request) -> str | None:
    """A key of this cloud that GKE's service agent was not given. Of other keys nothing is known."""
    key = request.at("databaseEncryption.keyName")
    if not key or request.cloud.get(CRYPTO_KEY, key) is None:
        return None
    granted = [
        each
        for each in request.cloud.all(CRYPTO_KEY_MEMBER)
        if each.properties["cryptoKeyId"] == key
        and each.properties["role"] == "roles/cloudkms.cryptoKeyEncrypterDecrypter"
        and "@container-engine-robot.iam.gserviceaccount.com" in each.properties["member"]
    ]
    return None if granted else key


def reserved_taints(request: Request) -> bool:
    return any(each.get("key") == SANDBOX_KEY for each in request.at("nodeConfig.taints") or [])


def runs_gvisor(request: Request) -> bool:
    return has_sandbox(request.at("nodeConfig") or {})


def wrong_image(request: Request) -> Any:
    image = request.at("nodeConfig.imageType") or "COS_CONTAINERD"
    return runs_gvisor(request) and image.upper() != "COS_CONTAINERD" and image


def no_ordinary_pool(request: Request) -> bool:
    if not runs_gvisor(request) or request.cluster is None:
        return False
    others = [*(request.in_cluster("nodePools") or []), *(each.properties for each in pools_of(request))]
    return not any(not has_sandbox(each.get("nodeConfig") or {}) for each in others)


def pools_of(request: Request) -> Iterator[Resource]:
    """The node pools of the cluster that are resources of their own."""
    for each in request.cloud.all(NODE_POOL):
        if request.cluster and each.id.startswith(f"{request.cluster.id}/"):
            yield each


def small_machine(request: Request) -> Any:
    machine = request.at("nodeConfig.machineType") or "e2-medium"
    return runs_gvisor(request) and machine in ("e2-micro", "e2-small", "e2-medium") and machine


def machine_without_snapshots(request: Request) -> Any:
    machine = request.at("nodeConfig.machineType") or "e2-medium"
    snapshots = request.in_cluster("addonsConfig.podSnapshotConfig.enabled")
    return runs_gvisor(request) and snapshots and machine.startswith("e2-") and machine


def channel_of(value: Any) -> str | None:
    return value if value not in (None, "UNSPECIFIED") else None


def channel_without_upgrades(request: Request) -> str | None:
    """Of a pool of its own, or of those within a cluster."""
    channel = channel_of(request.in_cluster("releaseChannel.channel") or request.at("releaseChannel.channel"))
    inner = [each.get("management") or {} for each in request.at("nodePools") or []]
    off = any(each.get("autoUpgrade") is False for each in [request.at("management") or {}, *inner])
    return channel if off else None


def missing_account(request: Request) -> str | None:
    """A service account of the project that does not exist. Those of Google and of other projects do."""
    given = request.at("nodeConfig.serviceAccount") or request.at("member") or ""
    email = given.removeprefix("serviceAccount:")
    project = request.at("project") or (request.cluster.properties["project"] if request.cluster else None)
    if project is None or not email.endswith(f"@{project}.iam.gserviceaccount.com"):
        return None
    known = {each.properties["email"] for each in request.cloud.all(ACCOUNT)}
    return None if email in known else email


def missing_identity_pool(request: Request) -> str | None:
    """A workload identity pool, which is there from the project's first cluster with one on."""
    member = request.at("member") or ""
    pools = {
        at(each.properties, "workloadIdentityConfig.workloadPool") for each in request.cloud.all(CLUSTER)
    }
    named = [
        word
        for word in member.replace("[", "/").replace(":", "/").split("/")
        if word.endswith(".svc.id.goog")
    ]
    return next((each for each in named if each not in pools), None)


def both_kinds_of_limits(request: Request) -> bool:
    given = {key for key, value in (request.at("autoscaling") or {}).items() if value}
    return bool(given & {"minNodeCount", "maxNodeCount"}) and bool(
        given & {"totalMinNodeCount", "totalMaxNodeCount"}
    )


def without_dataplane_v2(path: str, *wanted: Any) -> Callable[[Request], bool]:
    """A feature that needs Dataplane V2, on a Standard cluster that has not got it."""

    def found(request: Request) -> bool:
        other = not request.at("enableAutopilot") and request.at("datapathProvider") != DATAPLANE_V2
        return other and request.at(path) in wanted

    return found


def overlapping_ranges(request: Request) -> str | None:
    """A range of another subnetwork in the same network, and the one of this that overlaps it."""
    for other in request.cloud.all(SUBNETWORK):
        if other.properties.get("network") == request.at("network"):
            for taken in ranges_of(other.properties):
                for wanted in ranges_of(request.inputs):
                    if ip_network(wanted).overlaps(ip_network(taken)):
                        return f"{wanted} conflicts with existing subnetwork '{other.id}'"
    return None


def ranges_of(subnetwork: Mapping[str, Any]) -> list[str]:
    """All ranges of a subnetwork."""
    secondary = subnetwork.get("secondaryIpRanges") or []
    return [subnetwork["ipCidrRange"], *(each["ipCidrRange"] for each in secondary)]


def zone_of_that_name(request: Request) -> str | None:
    """A private zone of the same DNS name in one of the networks."""
    for other in request.cloud.all(MANAGED_ZONE):
        shared = networks_of(other.properties) & networks_of(request.inputs)
        if shared and other.properties["dnsName"] == request.at("dnsName"):
            return min(shared)
    return None


def networks_of(zone: Mapping[str, Any]) -> set[str]:
    """The networks in which a private zone counts."""
    networks = (zone.get("privateVisibilityConfig") or {}).get("networks") or []
    return {each["networkUrl"] for each in networks}
