"""Networks.

Source: the schema that pulumi-gcp 9.35 declares, its Terraform provider's included.
"""

from .model import Facts, paths

COMPUTE = {
    "gcp:compute/address:Address": Facts(
        "google_compute_address",
        replaces=paths(
            """
            address addressType description ipCollection ipVersion ipv6EndpointType name network networkTier
            prefixLength project purpose region subnetwork
            """
        ),
        computed=paths("address deletionPolicy networkTier prefixLength project purpose region subnetwork"),
        output_only=paths(
            """
            addressId creationTimestamp effectiveLabels labelFingerprint pulumiLabels selfLink users
            """
        ),
        defaults={"addressType": "EXTERNAL"},
    ),
    "gcp:compute/firewall:Firewall": Facts(
        "google_compute_firewall",
        replaces=paths("direction name params project"),
        computed=paths("deletionPolicy destinationRanges direction enableLogging project"),
        output_only=paths("creationTimestamp selfLink"),
        sets=paths(
            """
            allows denies destinationRanges sourceRanges sourceServiceAccounts sourceTags
            targetServiceAccounts targetTags
            """
        ),
        defaults={"priority": 1000},
        conflicts={
            "sourceServiceAccounts": ("sourceTags", "targetTags"),
            "sourceTags": ("sourceServiceAccounts", "targetServiceAccounts"),
            "targetServiceAccounts": ("sourceTags", "targetTags"),
            "targetTags": ("sourceServiceAccounts", "targetServiceAccounts"),
        },
        exactly_one=(("allows", "denies"),),
    ),
    "gcp:compute/globalAddress:GlobalAddress": Facts(
        "google_compute_global_address",
        replaces=paths("address addressType description ipVersion name network prefixLength project purpose"),
        computed=paths("address deletionPolicy prefixLength project"),
        output_only=paths("creationTimestamp effectiveLabels labelFingerprint pulumiLabels selfLink"),
        defaults={"addressType": "EXTERNAL"},
    ),
    "gcp:compute/network:Network": Facts(
        "google_compute_network",
        replaces=paths(
            """
            autoCreateSubnetworks description internalIpv6Range name networkProfile params{.
            resourceManagerTags} project
            """
        ),
        computed=paths(
            """
            bgpAlwaysCompareMed bgpBestPathSelectionMode bgpInterRegionCost deletionPolicy internalIpv6Range
            mtu project routingMode
            """
        ),
        output_only=paths("gatewayIpv4 networkId numericId selfLink"),
        defaults={
            "autoCreateSubnetworks": True,
            "deleteBgpAlwaysCompareMed": False,
            "deleteDefaultRoutesOnCreate": False,
            "networkFirewallPolicyEnforcementOrder": "AFTER_CLASSIC_FIREWALL",
        },
    ),
    "gcp:compute/router:Router": Facts(
        "google_compute_router",
        replaces=paths("encryptedInterconnectRouter name nccGateway network params project region"),
        computed=paths("bgp{identifierRange} deletionPolicy project region"),
        output_only=paths("creationTimestamp selfLink"),
        sets=paths("bgp{advertisedIpRanges}"),
        defaults={"bgp.advertiseMode": "DEFAULT", "bgp.keepaliveInterval": 20},
        conflicts={"nccGateway": ("network",), "network": ("nccGateway",)},
    ),
    "gcp:compute/routerNat:RouterNat": Facts(
        "google_compute_router_nat",
        replaces=paths("endpointTypes initialNatIps name project region router type"),
        computed=paths(
            """
            autoNetworkTier deletionPolicy drainNatIps enableDynamicPortAllocation
            enableEndpointIndependentMapping endpointTypes minPortsPerVm natIps project region rules{action}
            """
        ),
        sets=paths(
            """
            drainNatIps initialNatIps nat64Subnetworks natIps rules{. action{sourceNatActiveIps
            sourceNatActiveRanges sourceNatDrainIps sourceNatDrainRanges}} subnetworks{.
            secondaryIpRangeNames sourceIpRangesToNats}
            """
        ),
        defaults={
            "icmpIdleTimeoutSec": 30,
            "tcpEstablishedIdleTimeoutSec": 1200,
            "tcpTimeWaitTimeoutSec": 120,
            "tcpTransitoryIdleTimeoutSec": 30,
            "type": "PUBLIC",
            "udpIdleTimeoutSec": 30,
        },
        conflicts={"initialNatIps": ("drainNatIps", "natIps")},
    ),
    "gcp:compute/subnetwork:Subnetwork": Facts(
        "google_compute_subnetwork",
        replaces=paths(
            """
            description externalIpv6Prefix internalIpv6Prefix name network params{. resourceManagerTags}
            project region reservedInternalRange resolveSubnetMask
            """
        ),
        computed=paths(
            """
            allowSubnetCidrRoutesOverlap deletionPolicy externalIpv6Prefix internalIpv6Prefix ipCidrRange
            privateIpGoogleAccess privateIpv6GoogleAccess project purpose region secondaryIpRanges{.
            ipCidrRange ipVersion} stackType
            """
        ),
        output_only=paths(
            """
            creationTimestamp fingerprint gatewayAddress ipv6CidrRange ipv6GceEndpoint selfLink state
            subnetworkId
            """
        ),
        sets=paths("logConfig{metadataFields}"),
        defaults={
            "logConfig.aggregationInterval": "INTERVAL_5_SEC",
            "logConfig.filterExpr": "true",
            "logConfig.flowSampling": 0.5,
            "logConfig.metadata": "INCLUDE_ALL_METADATA",
        },
    ),
}
