"""Routes, names, and who may use a subnetwork.

Source: hashicorp/terraform-provider-google 7, resource_compute_route.go, resource_dns_managed_zone.go,
resource_dns_record_set.go and iam_compute_subnetwork.go; the names of outputs: pulumi_gcp 10.2.
"""

from .model import Facts, paths

NAMES = {
    "gcp:compute/route:Route": Facts(
        "google_compute_route",
        replaces=paths(
            """
            description destRange name network nextHopGateway nextHopIlb nextHopInstance nextHopIp
            nextHopVpnTunnel params priority project tags
            """
        ),
        computed=paths("deletionPolicy nextHopInstanceZone nextHopIp project"),
        output_only=paths(
            """
            asPaths creationTimestamp nextHopHub nextHopInterRegionCost nextHopMed nextHopNetwork
            nextHopOrigin nextHopPeering routeStatus routeType selfLink warnings
            """
        ),
        sets=paths("tags"),
        defaults={"priority": 1000},
    ),
    "gcp:compute/subnetworkIAMMember:SubnetworkIAMMember": Facts(
        "google_compute_subnetwork_iam_member",
        replaces=paths("condition{. description expression title} member project region role subnetwork"),
        computed=paths("project region"),
        output_only=paths("etag"),
    ),
    "gcp:dns/managedZone:ManagedZone": Facts(
        "google_dns_managed_zone",
        replaces=paths("dnsName name project reverseLookup serviceDirectoryConfig visibility"),
        computed=paths("deletionPolicy project"),
        output_only=paths("creationTime effectiveLabels managedZoneId nameServers pulumiLabels"),
        sets=paths("forwardingConfig{targetNameServers} privateVisibilityConfig{networks}"),
        defaults={"description": "Managed by Pulumi", "forceDestroy": False, "visibility": "public"},
    ),
    "gcp:dns/recordSet:RecordSet": Facts(
        "google_dns_record_set",
        replaces=paths("managedZone name project"),
        computed=paths("deletionPolicy project"),
    ),
}
