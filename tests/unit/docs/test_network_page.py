"""The programs in the page of the networks are ones that run."""

import re
from pathlib import Path
from typing import Any

from gke_agent_sandbox.network.facts import DOMAINS, OTHER_DOMAINS, PROHIBITED
from tests.unit.network.network_recorder import LINK, recorded

TEXT = (Path(__file__).parents[3] / "docs" / "network.md").read_text()
FOUND = {
    "network": f"{LINK}/acme-network/global/networks/shared",
    "selfLink": f"{LINK}/acme-network/regions/europe-west4/subnetworks/sandboxes",
    "ipCidrRange": "10.1.0.0/22",
    "secondaryIpRanges": [
        {"rangeName": "pods", "ipCidrRange": "10.5.0.0/16"},
        {"rangeName": "services", "ipCidrRange": "10.1.16.0/20"},
    ],
    "privateIpGoogleAccess": True,
}


def test_the_examples_make_networks() -> None:
    own, shared = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    # A cluster is another page's, and its answers other mocks'.
    program = own.partition("cluster = ")[0] + shared

    def run() -> None:
        namespace: dict[str, Any] = {}
        exec(program, namespace)
        assert set(namespace["network"].reference) == {
            "network",
            "subnetwork",
            "pod_range",
            "service_range",
        }

    kinds = [key.partition(" ")[0] for key in recorded(run, FOUND).graph]
    assert kinds.count("gke-agent-sandbox:index:ClusterNetwork") == 2
    assert kinds.count("gcp:compute/network:Network") == 1
    assert kinds.count("gcp:compute/subnetworkIAMMember:SubnetworkIAMMember") == 2


def test_the_page_has_the_table_of_facts() -> None:
    for reserved in PROHIBITED:
        assert reserved.cidr.removesuffix("/32") in TEXT
    for name in (*OTHER_DOMAINS, *(each.name for each in DOMAINS.values() if each is DOMAINS["private"])):
        assert name in TEXT
