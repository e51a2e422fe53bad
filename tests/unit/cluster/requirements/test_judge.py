"""Whether a cluster can do what it is asked for."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cluster.requirements import (
    REQUIREMENTS,
    Channel,
    Check,
    ClusterFacts,
    Feature,
    Mode,
    Outcome,
    PoolFacts,
    TemplateFacts,
    Verdict,
    cluster_verdicts,
    notices,
    placed,
    refusals,
    requirements,
)

MAIN = PoolFacts("main", "e2-standard-4")
SANDBOX = PoolFacts("sandbox", "n2-standard-4", gvisor=True)
BASE = frozenset({Feature.DATAPLANE_V2, Feature.WORKLOAD_IDENTITY})
STANDARD = ClusterFacts(
    Mode.STANDARD, Channel.UNSPECIFIED, "1.37.0-gke.1", features=BASE, pools=(MAIN, SANDBOX), exists=True
)
AUTOPILOT = ClusterFacts(Mode.AUTOPILOT, Channel.RAPID, "1.37.0-gke.1", pools=())
UNKNOWN = ClusterFacts(None)


def asking(cluster: ClusterFacts, *features: Feature) -> ClusterFacts:
    return replace(cluster, features=cluster.features | set(features))


def told(cluster: ClusterFacts) -> list[tuple[Check, Outcome, str]]:
    return [(each.check, each.outcome, each.problem.path) for each in cluster_verdicts(cluster)]


@pytest.mark.parametrize("cluster", [STANDARD, AUTOPILOT, UNKNOWN])
def test_a_cluster_that_asks_for_nothing(cluster: ClusterFacts) -> None:
    assert told(cluster) == []


@pytest.mark.parametrize("cluster", [STANDARD, AUTOPILOT])
@pytest.mark.parametrize("feature", Feature)
def test_a_cluster_as_it_should_be_has_every_feature(cluster: ClusterFacts, feature: Feature) -> None:
    row = REQUIREMENTS[feature]
    if cluster.mode not in row.modes:
        pytest.skip("not to be had in this mode")
    assert told(asking(cluster, feature, *row.needs)) == []


@pytest.mark.parametrize(
    "feature", [each for each in Feature if REQUIREMENTS[each].min_versions], ids=lambda each: each.value
)
def test_a_version_below_the_floor_of_a_feature(feature: Feature) -> None:
    cluster = asking(replace(STANDARD, version="1.25.0-gke.1"), feature, *REQUIREMENTS[feature].needs)
    found = [each for each in cluster_verdicts(cluster) if each.feature is feature]
    assert [(each.check, each.outcome, each.problem.path) for each in found] == [
        (Check.VERSION_FLOOR, Outcome.REFUSED, "version")
    ]
    assert "is 1.25.0-gke.1, which is too old" in str(found[0].problem)
    assert REQUIREMENTS[feature].min_versions[-1] in found[0].problem.fix


def test_the_whole_message_of_a_version_below_a_floor() -> None:
    cluster = asking(replace(STANDARD, version="1.36.3-gke.999000"), Feature.AGENT_SANDBOX)
    both = asking(cluster, Feature.AGENT_SANDBOX_V1BETA1)
    assert [str(each) for each in refusals(cluster_verdicts(both))] == [
        "version: is 1.36.3-gke.999000, which is too old (the API version v1beta1 by the Agent Sandbox "
        "add-on needs GKE 1.36.3-gke.1767000 (https://docs.cloud.google.com/kubernetes-engine/docs/how-to/"
        "how-install-agent-sandbox)). Write instead: 1.36.3-gke.1767000 or newer"
    ]
    assert told(cluster) == []


def test_a_floor_of_ones_own() -> None:
    cluster = asking(replace(STANDARD, version="1.36"), Feature.RBAC_BINDING_LIMITS)
    assert cluster_verdicts(cluster) == []
    ours = requirements({"rbac-binding-limits": {"min_version": "1.37"}})
    (found,) = cluster_verdicts(cluster, ours)
    assert found.outcome is Outcome.REFUSED
    assert "1.37" in found.problem.fix


@pytest.mark.parametrize(
    ("channel", "version", "outcome"),
    [
        (Channel.RAPID, None, Outcome.UNDETERMINED),
        (Channel.RAPID, "latest", Outcome.UNDETERMINED),
        (Channel.RAPID, "1.36", Outcome.UNDETERMINED),
        (Channel.REGULAR, None, Outcome.UNDETERMINED),
        (None, None, Outcome.UNDETERMINED),
        (Channel.RAPID, "1.35", Outcome.REFUSED),
        (Channel.RAPID, "1.37", None),
    ],
)
def test_a_version_that_is_known_only_later(
    channel: Channel | None, version: str | None, outcome: Outcome | None
) -> None:
    cluster = replace(AUTOPILOT, channel=channel, version=version)
    found = cluster_verdicts(asking(cluster, Feature.AGENT_SANDBOX, Feature.AGENT_SANDBOX_V1BETA1))
    v1beta1 = [each for each in found if each.feature is Feature.AGENT_SANDBOX_V1BETA1]
    assert [each.outcome for each in v1beta1] == ([] if outcome is None else [outcome])


def test_a_channel_that_gives_only_newer_versions_is_enough() -> None:
    new = replace(AUTOPILOT, version=None, channel=Channel.RAPID)
    assert told(asking(new, Feature.AGENT_SANDBOX)) == []
    assert told(asking(new, Feature.ANONYMOUS_AUTHENTICATION_LIMITS)) == []
    stable = replace(new, channel=Channel.STABLE)
    assert told(asking(stable, Feature.AGENT_SANDBOX)) == [
        (Check.VERSION_FLOOR, Outcome.UNDETERMINED, "version")
    ]
    unknown = replace(new, channel=None)
    assert told(asking(unknown, Feature.AGENT_SANDBOX)) == told(asking(stable, Feature.AGENT_SANDBOX))
    assert told(asking(unknown, Feature.RBAC_BINDING_LIMITS)) == []
    there = replace(new, exists=True)
    assert told(asking(there, Feature.AGENT_SANDBOX)) == [
        (Check.VERSION_FLOOR, Outcome.UNDETERMINED, "version")
    ]


def test_what_is_no_version_is_said_once_as_that() -> None:
    cluster = replace(STANDARD, version="v1.36", running_version="1.36.3-gke.1")
    assert told(asking(cluster, Feature.POD_SNAPSHOTS)) == [(Check.VERSION_FORM, Outcome.REFUSED, "version")]


def test_a_version_that_gke_has_upgraded_past() -> None:
    cluster = replace(STANDARD, version="1.35.2-gke.1269000", running_version="1.36.3-gke.1767000")
    (found,) = cluster_verdicts(cluster)
    assert (found.check, found.outcome, found.problem.path) == (Check.DOWNGRADE, Outcome.WARNING, "version")
    assert "1.36.3-gke.1767000" in found.problem.what
    v1beta1 = asking(cluster, Feature.AGENT_SANDBOX, Feature.AGENT_SANDBOX_V1BETA1)
    assert told(v1beta1) == told(cluster), "what runs is what counts"


@pytest.mark.parametrize("version", ["1.36.3-gke.1767000", "1.36", "1.37", "latest", "", None])
def test_a_version_that_is_no_step_back(version: str | None) -> None:
    assert told(replace(STANDARD, version=version, running_version="1.36.3-gke.1767000")) == []


def test_the_version_that_an_update_asks_for_counts_for_what_it_brings() -> None:
    cluster = replace(STANDARD, version="1.36.4-gke.1", running_version="1.35.1-gke.1")
    assert told(asking(cluster, Feature.AGENT_SANDBOX, Feature.AGENT_SANDBOX_V1BETA1)) == []


@pytest.mark.parametrize("feature", [Feature.POD_SNAPSHOTS, Feature.ROOTFS_SNAPSHOTS])
def test_snapshots_were_seen_refused_on_regular_autopilot_alone(feature: Feature) -> None:
    regular = asking(replace(AUTOPILOT, channel=Channel.REGULAR), feature)
    assert told(regular) == [(Check.CHANNEL, Outcome.REFUSED, "channel")]
    (found,) = refusals(cluster_verdicts(regular))
    assert found.fix == "RAPID"
    assert "refused_channels" in found.why
    assert cluster_verdicts(regular, requirements({feature: {"refused_channels": []}})) == []
    assert told(asking(replace(STANDARD, channel=Channel.REGULAR), feature)) == []


def test_inter_node_encryption_is_not_to_be_had_on_autopilot() -> None:
    found = cluster_verdicts(asking(AUTOPILOT, Feature.IN_TRANSIT_ENCRYPTION))
    assert [str(each) for each in refusals(found)] == [
        "features.in-transit-encryption: inter-node transparent encryption is not to be had on Autopilot "
        "(https://docs.cloud.google.com/kubernetes-engine/docs/how-to/enable-inter-node-transparent-"
        "encryption). Write instead: leave it off, or take a Standard cluster"
    ]


@pytest.mark.parametrize(
    "feature", [Feature.NETWORK_POLICY, Feature.FQDN_NETWORK_POLICY, Feature.POD_SNAPSHOTS]
)
def test_a_feature_without_what_it_needs(feature: Feature) -> None:
    bare = replace(STANDARD, features=frozenset({feature}))
    assert told(bare) == [(Check.NEEDED_FEATURE, Outcome.REFUSED, f"features.{feature}")]


def test_a_network_policy_without_an_enforcer_does_nothing() -> None:
    bare = replace(STANDARD, features=frozenset({Feature.NETWORK_POLICY}))
    (found,) = refusals(cluster_verdicts(bare))
    assert found.what == (
        "a NetworkPolicy needs an enforcer of NetworkPolicies (Dataplane V2, or Calico), which is not on"
    )
    assert told(asking(bare, Feature.NETWORK_POLICY_ENFORCER)) == []
    assert told(asking(bare, Feature.DATAPLANE_V2)) == []
    assert told(replace(bare, mode=None)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Feature.FQDN_NETWORK_POLICY, Feature.IN_TRANSIT_ENCRYPTION),
        (Feature.IN_TRANSIT_ENCRYPTION, Feature.INTRANODE_VISIBILITY),
    ],
)
def test_features_that_do_not_go_together(one: Feature, other: Feature) -> None:
    assert told(asking(STANDARD, one, other)) == [(Check.CONFLICT, Outcome.REFUSED, f"features.{one}")]


def test_the_add_on_and_a_controller_of_our_own_are_refused_together() -> None:
    found = cluster_verdicts(asking(replace(STANDARD, controller_release="v1.0.11"), Feature.AGENT_SANDBOX))
    (problem,) = refusals(found)
    assert (problem.path, problem.fix) == ("controller_release", "the add-on or a release, not both")
    assert told(replace(STANDARD, controller_release="v1.0.11")) == []


def test_the_add_on_comes_after_a_gvisor_pool() -> None:
    new = asking(replace(STANDARD, exists=False), Feature.AGENT_SANDBOX)
    assert told(new) == [(Check.ADD_ON_AFTER_POOL, Outcome.REFUSED, "features.agent-sandbox")]
    (problem,) = refusals(cluster_verdicts(new))
    assert problem.why == "Google enables it after a gVisor pool exists, and a pool comes after its cluster"
    without = asking(replace(STANDARD, pools=(MAIN,)), Feature.AGENT_SANDBOX)
    assert told(without) == [(Check.GVISOR_POOL, Outcome.REFUSED, "pools")]
    assert told(asking(AUTOPILOT, Feature.AGENT_SANDBOX)) == []


def test_templates_that_ask_for_gvisor_need_a_gvisor_pool() -> None:
    templates = (TemplateFacts("a", "gvisor"), TemplateFacts("b", "gvisor"), TemplateFacts("c"))
    bare = replace(STANDARD, pools=(MAIN,), templates=templates)
    assert told(bare) == [(Check.GVISOR_POOL, Outcome.REFUSED, "pools")]
    (problem,) = refusals(cluster_verdicts(bare))
    assert str(problem) == (
        "pools: no node pool has GKE Sandbox on (the templates a, b ask for it) (the RuntimeClass gvisor "
        "comes with such a pool; without one the pods never start). Write instead: a SandboxNodePool beside "
        "the ordinary pool"
    )
    assert told(replace(bare, pools=(MAIN, SANDBOX))) == []
    assert told(replace(bare, pools=None)) == [(Check.GVISOR_POOL, Outcome.UNDETERMINED, "pools")]
    assert told(replace(bare, templates=templates[2:])) == []
    assert told(replace(AUTOPILOT, templates=templates)) == []


def test_an_ordinary_pool_stays() -> None:
    assert told(replace(STANDARD, pools=(SANDBOX,))) == [(Check.ORDINARY_POOL, Outcome.REFUSED, "pools")]
    assert told(replace(STANDARD, pools=(SANDBOX, MAIN))) == []


def test_an_autopilot_cluster_has_no_pools() -> None:
    cluster = replace(AUTOPILOT, pools=(replace(SANDBOX, image_type="UBUNTU_CONTAINERD"),))
    assert told(cluster) == [(Check.AUTOPILOT_POOLS, Outcome.REFUSED, "pools")]


def test_what_is_found_in_a_pool_is_told_with_the_pools_place() -> None:
    pool = replace(SANDBOX, name="a.b", auto_upgrade=False, machine_type="e2-standard-4")
    cluster = asking(replace(STANDARD, channel=Channel.RAPID, pools=(MAIN, pool)), Feature.POD_SNAPSHOTS)
    assert [path for _, _, path in told(cluster)] == [
        'pools["a.b"].machine_type',
        'pools["a.b"].auto_upgrade',
    ]


def test_autopilot_may_take_a_machine_that_does_not_go_with_snapshots() -> None:
    bare, plain = TemplateFacts("bare", "gvisor"), TemplateFacts("plain")
    chosen = TemplateFacts("chosen", "gvisor", node_selector={"cloud.google.com/compute-class": "n2"})
    cluster = asking(replace(AUTOPILOT, templates=(bare, plain, chosen)), Feature.POD_SNAPSHOTS)
    (found,) = cluster_verdicts(cluster)
    assert (found.check, found.outcome) == (Check.MACHINE_FAMILY, Outcome.WARNING)
    assert found.problem.path == "templates.bare.node_selector"
    assert "may take E2" in found.problem.what
    assert told(replace(cluster, features=frozenset({Feature.ROOTFS_SNAPSHOTS}))) == []
    assert (
        told(replace(cluster, mode=Mode.STANDARD, features=cluster.features | BASE, pools=(MAIN, SANDBOX)))
        == []
    )


@pytest.mark.parametrize("value", ["true", True, "false"])
def test_the_sidecar_of_cloud_storage_does_not_go_with_snapshots(value: object) -> None:
    template = TemplateFacts("t", "gvisor", {"gke-gcsfuse/volumes": value})
    cluster = replace(STANDARD, templates=(template,))
    assert told(cluster) == []
    expected = (Check.SNAPSHOT_SIDECAR, Outcome.WARNING, 'templates.t.annotations["gke-gcsfuse/volumes"]')
    assert told(asking(cluster, Feature.POD_SNAPSHOTS)) == ([expected] if value == "true" else [])


def test_verdicts_are_told_in_the_callers_words() -> None:
    cluster = asking(
        replace(STANDARD, exists=False, version=None, pools=(replace(SANDBOX, image_type="COS"), MAIN)),
        Feature.AGENT_SANDBOX,
    )
    paths = {
        "version": "release.min_master_version",
        "pools.sandbox": "sandboxes",
        "pools.sandbox.image_type": "machine.image",
        "features.agent-sandbox": "add_ons.agent_sandbox",
    }
    found = placed(cluster_verdicts(cluster), paths)
    assert {each.path for each in refusals(found)} == {"add_ons.agent_sandbox", "machine.image"}
    assert {each.path for each in notices(found)} == {"release.min_master_version"}
    renamed = placed(found, {"machine.imag": "no", "machine": "vm"})
    assert {each.path for each in refusals(renamed)} == {"add_ons.agent_sandbox", "vm.image"}


def versions() -> st.SearchStrategy[str | None]:
    known = ["1.25.0-gke.1", "1.31", "1.36", "1.36.3-gke.999000", "1.36.3-gke.1767000", "1.38", "latest"]
    return st.sampled_from([None, *known])


def clusters() -> st.SearchStrategy[ClusterFacts]:
    machines = st.sampled_from([None, "n2-standard-4", "e2-standard-4", "e2-medium", "what-is-this"])
    pools = st.builds(
        PoolFacts,
        name=st.sampled_from(["a", "b.c"]),
        machine_type=machines,
        image_type=st.sampled_from([None, "COS_CONTAINERD", "UBUNTU_CONTAINERD"]),
        gvisor=st.booleans(),
        auto_upgrade=st.sampled_from([None, True, False]),
        local_ssds=st.integers(0, 2),
        nested_virtualization=st.booleans(),
    )
    return st.builds(
        ClusterFacts,
        mode=st.sampled_from([None, *Mode]),
        channel=st.sampled_from([None, *Channel]),
        version=versions(),
        running_version=versions(),
        features=st.frozensets(st.sampled_from(Feature)),
        pools=st.none() | st.lists(pools, max_size=3).map(tuple),
        templates=st.sampled_from([(), (TemplateFacts("t", "gvisor"),)]),
        exists=st.booleans(),
        controller_release=st.sampled_from(["", "v1.0.11"]),
    )


@given(clusters())
def test_every_verdict_says_where_and_why(cluster: ClusterFacts) -> None:
    for each in cluster_verdicts(cluster):
        assert each.problem.path
        assert each.problem.what
        assert each.problem.why
        assert each.problem.fix or each.outcome is Outcome.UNDETERMINED


@given(clusters())
def test_a_newer_version_is_never_refused_for_more(cluster: ClusterFacts) -> None:
    def too_old(version: str) -> set[Feature | None]:
        found: list[Verdict] = cluster_verdicts(replace(cluster, version=version, running_version=None))
        return {each.feature for each in found if each.check is Check.VERSION_FLOOR}

    assert too_old("1.99.0-gke.1") == set()
    assert too_old("1.36.3-gke.1767000") <= too_old("1.30.1-gke.1283000") <= too_old("1.25.0-gke.1")


@given(clusters())
def test_what_is_learned_of_the_version_settles_what_was_undetermined(cluster: ClusterFacts) -> None:
    known = replace(cluster, version="1.36.3-gke.1767000", running_version=None)
    assert Outcome.UNDETERMINED not in {
        each.outcome for each in cluster_verdicts(known) if each.check is Check.VERSION_FLOOR
    }
