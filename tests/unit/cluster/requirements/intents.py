"""The cases' own words for what is asked of a cluster, as facts to be judged."""

from collections.abc import Mapping
from typing import Any

import yaml

from gke_agent_sandbox.cluster.requirements import (
    Channel,
    ClusterFacts,
    ControllerFacts,
    Feature,
    FirewallRule,
    Mode,
    PoolFacts,
    TemplateFacts,
    Verdict,
    cluster_verdicts,
    webhook_verdicts,
)
from tests.unit.rules.case_files import text_of

Intent = Mapping[str, Any]


def intents(number: str) -> dict[str, Intent]:
    """The documents of a case that say what is asked for, by name."""
    documents = [each for each in yaml.safe_load_all(text_of(number)) if each]
    return {each["name"]: each for each in documents if "intent" in each}


def judged(number: str) -> dict[str, list[Verdict]]:
    """What is found in each intent of a case, by the intent's name."""
    templates = manifest_templates(number)
    return {
        name: list(webhook_verdicts(controller(each)))
        if each["intent"] == "install"
        else cluster_verdicts(cluster(each, templates))
        for name, each in intents(number).items()
    }


def manifest_templates(number: str) -> tuple[TemplateFacts, ...]:
    """The SandboxTemplates that a case gives as plain Kubernetes documents."""
    documents = [each for each in yaml.safe_load_all(text_of(number)) if each]
    return tuple(
        TemplateFacts(
            each["metadata"]["name"],
            each["spec"]["podTemplate"]["spec"].get("runtimeClassName"),
            each["spec"]["podTemplate"]["metadata"].get("annotations") or {},
        )
        for each in documents
        if each.get("kind") == "SandboxTemplate"
    )


def cluster(intent: Intent, templates: tuple[TemplateFacts, ...] = ()) -> ClusterFacts:
    """The cluster of an intent."""
    observed = intent.get("observed") or {}
    named = tuple(
        TemplateFacts(each["name"], each.get("runtimeClassName")) for each in intent.get("templates") or ()
    )
    return ClusterFacts(
        mode=Mode(intent["mode"]),
        channel=Channel(intent["releaseChannel"]) if "releaseChannel" in intent else None,
        version=intent.get("version") or intent.get("minMasterVersion"),
        running_version=observed.get("masterVersion"),
        features=frozenset(features(intent)),
        pools=tuple(pool(each) for each in intent.get("nodePools") or ()),
        templates=named + templates,
    )


def features(intent: Intent) -> set[Feature]:
    """What an intent asks for; Workload Identity is taken for granted, as our clusters have it."""
    asked = {Feature.WORKLOAD_IDENTITY}
    if intent.get("agentSandboxAddon"):
        asked.add(Feature.AGENT_SANDBOX)
    if any(each["apiVersion"].endswith("/v1beta1") for each in intent.get("objects") or ()):
        asked.add(Feature.AGENT_SANDBOX_V1BETA1)
    if intent.get("podSnapshots"):
        rootfs = intent.get("snapshotScope") == "rootfs"
        asked.add(Feature.ROOTFS_SNAPSHOTS if rootfs else Feature.POD_SNAPSHOTS)
    if intent.get("gvisor"):
        asked.add(Feature.GVISOR)
    return asked


def pool(given: Intent) -> PoolFacts:
    return PoolFacts(
        name=given["name"],
        machine_type=given["machineType"],
        image_type=given.get("imageType"),
        gvisor=given.get("sandboxType") == "gvisor",
        labels=given.get("labels") or {},
        taints=tuple(given.get("taints") or ()),
        auto_upgrade=(given.get("management") or {}).get("autoUpgrade"),
    )


def controller(given: Intent) -> ControllerFacts:
    rules = tuple(
        FirewallRule(
            tuple(each["sourceRanges"]),
            {allowed["protocol"]: tuple(allowed.get("ports") or ()) for allowed in each["allow"]},
        )
        for each in given["firewallRules"]
        if each["direction"] == "INGRESS"
    )
    return ControllerFacts(
        given["controllerVersion"],
        given["cluster"]["privateNodes"],
        given["cluster"]["controlPlaneCidr"],
        rules,
    )
