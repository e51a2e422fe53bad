"""A cluster that exists: what is found, what it must have, and how it is reached."""

from types import SimpleNamespace
from typing import Any

import pulumi
import pytest
import yaml

from gke_agent_sandbox.cluster import ExistingCluster
from gke_agent_sandbox.cluster.existing_facts import Endpoints, existing_facts
from gke_agent_sandbox.cluster.existing_problems import chosen_endpoint
from gke_agent_sandbox.cluster.requirements import Channel, Feature, Mode
from tests.unit.cluster.found_clusters import DNS, GVISOR_POOL, found, pool
from tests.unit.cluster.graph import CLUSTER_ID, PROJECT, recorded, told

PROVIDER = "pulumi:providers:kubernetes main"
ARGS: Any = {"cluster_name": "main", "location": "europe-west4"}


def looked_up(answer: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The outputs of the component, and the graph."""
    seen: dict[str, Any] = {}
    names = ("cluster_id", "cluster_name", "location", "project", "mode", "master_version", "release_channel")

    def program() -> None:
        cluster = ExistingCluster("main", {**ARGS, **more})
        for name in (*names, "workload_pool", "kubeconfig"):
            getattr(cluster, name).apply(lambda value, name=name: seen.__setitem__(name, value))

    seen["graph"] = recorded(program, answer)
    return seen


def refusal(answer: dict[str, Any], **more: Any) -> str:
    with pytest.raises(pulumi.RunError) as error:
        looked_up(answer, **more)
    return str(error.value)


def plain(value: Any) -> Any:
    """A lookup's answer with attributes in place of keys, and what is not said empty."""
    if isinstance(value, dict):
        return Entry(**{snake(key): plain(each) for key, each in value.items()})
    return [plain(each) for each in value] if isinstance(value, list) else value


class Entry(SimpleNamespace):
    def __getattr__(self, name: str) -> None:
        return None


def snake(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name)


def test_the_outputs() -> None:
    seen = looked_up(found())
    kubeconfig = yaml.safe_load(seen.pop("kubeconfig"))
    provider = seen.pop("graph")[PROVIDER]
    assert seen == {
        "cluster_id": CLUSTER_ID,
        "cluster_name": "main",
        "location": "europe-west4",
        "project": PROJECT,
        "mode": "standard",
        "master_version": "1.36.3-gke.1767000",
        "release_channel": "REGULAR",
        "workload_pool": f"{PROJECT}.svc.id.goog",
    }
    assert kubeconfig["current-context"] == f"gke_{PROJECT}_europe-west4_main"
    assert kubeconfig["clusters"][0]["cluster"] == {"server": f"https://{DNS}"}
    assert provider["secrets"] == ["kubeconfig"]
    assert provider["inputs"]["clusterIdentifier"] == CLUSTER_ID
    assert provider["parent"] == "main"


def test_an_autopilot_cluster_has_what_is_needed_by_itself() -> None:
    answer = found(enableAutopilot=True, nodePools=[], workloadIdentityConfigs=[], datapathProvider="")
    assert looked_up(answer)["mode"] == "autopilot"


def test_calico_enforces_as_well() -> None:
    add_ons = [{"networkPolicyConfigs": [{"disabled": False}]}]
    calico = [{"enabled": True, "provider": "CALICO"}]
    answer = found(datapathProvider="LEGACY_DATAPATH", networkPolicies=calico, addonsConfigs=add_ons)
    assert looked_up(answer)["mode"] == "standard"
    answer["addonsConfigs"] = [{"networkPolicyConfigs": [{"disabled": True}]}]
    assert "needs an enforcer of NetworkPolicies (Dataplane V2, or Calico), which is not on" in refusal(
        answer
    )


ADD_ON = [{"agentSandboxConfigs": [{"enabled": True}]}]
SNAPSHOTS = [{"podSnapshotConfigs": [{"enabled": True}]}]
REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    (
        "no enforcer",
        found(datapathProvider="LEGACY_DATAPATH"),
        {},
        "features.network-policy: a NetworkPolicy needs an enforcer",
    ),
    (
        "no workload pool",
        found(workloadIdentityConfigs=[]),
        {},
        "features.workload-identity: Workload Identity is off in this cluster",
    ),
    (
        "18 no gVisor pool",
        found(nodePools=[pool("system", "e2-standard-4")]),
        {},
        "no node pool has GKE Sandbox on",
    ),
    ("19 gVisor alone", found(nodePools=[GVISOR_POOL]), {}, "GKE Sandbox is on in every pool (sandboxes)"),
    (
        "add-on and release",
        found(addonsConfigs=ADD_ON),
        {},
        "agent_sandbox: a release of the controller is to be installed beside the Agent Sandbox add-on",
    ),
    (
        "no add-on",
        found(),
        {"agent_sandbox": "add-on"},
        "features.agent-sandbox: the Agent Sandbox add-on is off",
    ),
    (
        "old add-on",
        found(addonsConfigs=ADD_ON, masterVersion="1.36.3-gke.999000"),
        {"agent_sandbox": "add-on", "features": ["agent-sandbox-v1beta1"]},
        "version: is 1.36.3-gke.999000, which is too old",
    ),
    (
        "snapshots off",
        found(),
        {"features": ["pod-snapshots"]},
        "features.pod-snapshots: a snapshot of a whole pod is off in this cluster",
    ),
    (
        "23 snapshots on E2",
        found(
            addonsConfigs=SNAPSHOTS,
            nodePools=[pool("a", "n2-standard-4"), pool("b", "e2-standard-4", {"type": "GVISOR"})],
        ),
        {"features": ["pod-snapshots"]},
        "pools.b.machine_type: is e2-standard-4, on which",
    ),
    (
        "dns that is not",
        found(controlPlaneEndpointsConfigs=[]),
        {"endpoint": "dns"},
        "endpoint: is dns, and the",
    ),
    (
        "ip that is off",
        found(controlPlaneEndpointsConfigs=[{"ipEndpointsConfigs": [{"enabled": False}]}]),
        {"endpoint": "ip"},
        "endpoint: is ip, and the cluster's IP endpoints are off",
    ),
]


@pytest.mark.parametrize(
    ("answer", "more", "words"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
def test_what_it_lacks_is_refused(answer: dict[str, Any], more: dict[str, Any], words: str) -> None:
    message = refusal(answer, **more)
    assert message.startswith("ExistingCluster main: 1 problem\n")
    assert words in message


def test_every_lack_at_once() -> None:
    answer = found(datapathProvider="", workloadIdentityConfigs=[], nodePools=[], addonsConfigs=ADD_ON)
    message = refusal(answer)
    for words in ("NetworkPolicy", "Workload Identity is off", "agent_sandbox: a release"):
        assert words in message


def test_what_is_on_is_not_asked_about() -> None:
    # Snapshots on the Regular channel of Autopilot are on record as refused, and here they are on.
    answer = found(enableAutopilot=True, nodePools=[], addonsConfigs=SNAPSHOTS)
    assert looked_up(answer, features=["pod-snapshots"])["mode"] == "autopilot"


def test_the_old_word_for_gvisor_is_read() -> None:
    old = pool("sandboxes", "n2-standard-8", {"type": "", "sandboxType": "gvisor"})
    assert looked_up(found(nodePools=[pool("system", "e2-standard-4"), old]))["mode"] == "standard"


def test_a_pool_that_this_program_adds_need_not_be_there() -> None:
    answer = found(nodePools=[pool("system", "e2-standard-4")])
    assert looked_up(answer, features=["network-policy", "workload-identity"])["mode"] == "standard"


def test_arguments_are_refused_before_the_lookup() -> None:
    with pytest.raises(pulumi.RunError) as error:
        looked_up({}, location=3, features=["gvsor"], endpoint="dns")
    assert "location: is a number" in str(error.value)
    assert "features[0]: is none of" in refusal({}, features=["gvsor"])
    assert "Write instead: gvisor" in refusal({}, features=["gvsor"])


@pytest.mark.parametrize(
    ("dns", "dns_open", "ip", "choice", "expected"),
    [
        (DNS, True, True, None, (DNS, None)),
        (DNS, False, True, None, ("203.0.113.10", "CA")),
        (DNS, False, False, None, (DNS, None)),
        ("", False, True, None, ("203.0.113.10", "CA")),
        (DNS, True, True, "ip", ("203.0.113.10", "CA")),
        (DNS, False, True, "dns", (DNS, None)),
    ],
)
def test_the_way_that_is_taken(dns: str, dns_open: bool, ip: bool, choice: str | None, expected: Any) -> None:
    assert chosen_endpoint(Endpoints(dns, dns_open, "203.0.113.10", ip, "CA"), choice) == expected


def test_a_dns_endpoint_for_google_cloud_alone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(monkeypatch)
    monkeypatch.setattr("shutil.which", lambda name: name)
    closed = [
        {
            "dnsEndpointConfigs": [{"endpoint": DNS, "allowExternalTraffic": False}],
            "ipEndpointsConfigs": [{"enabled": False}],
        }
    ]
    looked_up(found(controlPlaneEndpointsConfigs=closed))
    assert len(lines) == 1
    assert "endpoint: is the DNS endpoint, which lets in nothing from outside of Google Cloud" in lines[0]


@pytest.mark.parametrize(
    ("address", "warned"),
    [
        ("10.0.0.2", True),
        ("172.16.0.34", True),
        ("192.168.1.2", True),
        ("34.90.1.2", False),
        ("172.32.0.1", False),
    ],
)
def test_a_private_address_is_told(monkeypatch: pytest.MonkeyPatch, address: str, warned: bool) -> None:
    lines = told(monkeypatch)
    monkeypatch.setattr("shutil.which", lambda name: name)
    looked_up(found(endpoint=address), endpoint="ip")
    assert [f"endpoint: is the private address {address}" in line for line in lines] == [True] * warned


def test_the_facts() -> None:
    facts = existing_facts(plain(found()))
    assert facts.mode is Mode.STANDARD
    assert facts.channel is Channel.REGULAR
    assert facts.features == {Feature.DATAPLANE_V2, Feature.WORKLOAD_IDENTITY}
    assert [(each.name, each.gvisor) for each in facts.pools] == [("system", False), ("sandboxes", True)]
    assert facts.endpoints == Endpoints(DNS, True, "203.0.113.10", True, "Q0E=")


def test_a_lookup_that_is_not_known_yet_is_no_problem() -> None:
    async def nothing() -> Any:
        return None

    async def no() -> bool:
        return False

    def program() -> None:
        unknown: Any = pulumi.Output(set(), nothing(), no())
        ExistingCluster("main", {**ARGS, "cluster_name": unknown})

    assert PROVIDER in recorded(program)
