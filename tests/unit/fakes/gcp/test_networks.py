"""Networks in the stand-in: what Google Cloud refuses of them, and what it fills in."""

from pathlib import Path
from typing import Any

import pytest

from tests.fakes.gcp import api
from tests.fakes.gcp.cloud import ApiError, Cloud
from tests.fakes.gcp.tokens import MANAGED_ZONE, SUBNETWORK

PLACE = {"project": "p", "region": "europe-west4"}


def subnetwork(name: str, network: str = "main", **more: Any) -> dict[str, Any]:
    secondary = [{"rangeName": "pods", "ipCidrRange": "10.4.0.0/16"}]
    return {
        **PLACE,
        "name": name,
        "network": network,
        "ipCidrRange": "10.0.0.0/22",
        "secondaryIpRanges": secondary,
        **more,
    }


@pytest.mark.parametrize(
    ("more", "range"),
    [
        ({"secondaryIpRanges": []}, "10.0.0.0/22"),
        ({"ipCidrRange": "10.4.1.0/24", "secondaryIpRanges": []}, "10.4.1.0/24"),
        ({"ipCidrRange": "10.1.0.0/22"}, "10.4.0.0/16"),
    ],
)
def test_ranges_of_one_network_do_not_overlap(tmp_path: Path, more: dict[str, Any], range: str) -> None:
    cloud = Cloud(tmp_path)
    api.create(cloud, SUBNETWORK, subnetwork("one"))
    with pytest.raises(ApiError, match=f"{range} conflicts with existing subnetwork .*/one'"):
        api.create(cloud, SUBNETWORK, subnetwork("two", **more))
    api.create(cloud, SUBNETWORK, subnetwork("two", "other", **more))


def zone(name: str, network: str) -> dict[str, Any]:
    visible = {"networks": [{"networkUrl": network}]}
    return {"project": "p", "name": name, "dnsName": "pkg.dev.", "privateVisibilityConfig": visible}


def test_a_network_has_one_private_zone_of_a_name(tmp_path: Path) -> None:
    cloud = Cloud(tmp_path)
    api.create(cloud, MANAGED_ZONE, zone("one", "main"))
    with pytest.raises(ApiError, match="main is already bound"):
        api.create(cloud, MANAGED_ZONE, zone("two", "main"))
    api.create(cloud, MANAGED_ZONE, zone("two", "other"))


def test_an_address_is_one_of_those_for_documentation(tmp_path: Path) -> None:
    made = api.create(Cloud(tmp_path), "gcp:compute/address:Address", {**PLACE, "name": "nat"})
    assert made.properties["address"].startswith("203.0.113.")
    assert made.properties["selfLink"].endswith("/regions/europe-west4/addresses/nat")
