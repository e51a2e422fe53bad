"""The objects that are installed, as plain values."""

import copy
from typing import Any

from gke_agent_sandbox.controller.installation import installation
from gke_agent_sandbox.controller.manifest import Manifest, identity, manifest_of
from gke_agent_sandbox.controller.settings import resolve_settings
from gke_agent_sandbox.rules import Resource, Verdict, judge

SETTINGS = resolve_settings({"kubeconfig": "k", "manifest": {"source": "x"}})


def test_nothing_of_the_release_is_left_out(manifest: Manifest):
    parts = installation(manifest, SETTINGS)
    installed = [parts.namespace, *parts.crds, *parts.others, parts.deployment, *parts.services]
    own = ("", "ConfigMap", "agent-sandbox-system", "agent-sandbox-config")
    assert {identity(obj) for obj in installed} == {identity(obj) for obj in manifest.objects} | {own}
    assert len(installed) == len(manifest.objects) + 1


def test_crds_are_upstreams_but_for_one_annotation(manifest: Manifest):
    for before, after in zip(manifest.crds, installation(manifest, SETTINGS).crds, strict=True):
        assert after["spec"] == before["spec"]
        annotations = {**before["metadata"]["annotations"], "pulumi.com/patchForce": "true"}
        assert after["metadata"]["annotations"] == annotations


def test_the_namespace_enforces_pod_security(manifest: Manifest):
    labels = installation(manifest, SETTINGS).namespace["metadata"]["labels"]
    assert labels["pod-security.kubernetes.io/enforce"] == "restricted"


def test_empty_maps_nulls_and_status_are_left_out(objects: list[dict[str, Any]]):
    noisy = copy.deepcopy(objects)
    for obj in noisy:
        obj["status"] = {}
        obj["metadata"]["creationTimestamp"] = None
        obj["metadata"].setdefault("annotations", {})
        obj["metadata"].setdefault("labels", {})
    parts = installation(manifest_of(noisy, ""), SETTINGS)
    for obj in (parts.namespace, *parts.crds, *parts.others, parts.deployment, *parts.services):
        assert "status" not in obj
        assert not [key for key, value in obj["metadata"].items() if not value]


def test_a_config_map_of_the_release_gives_way_to_ours(objects: list[dict[str, Any]]):
    theirs = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "agent-sandbox-config", "namespace": "agent-sandbox-system"},
        "data": {"allowed-label-domains": "their.example.com"},
    }
    parts = installation(manifest_of([*objects, theirs], ""), SETTINGS)
    (found,) = (obj for obj in parts.others if obj["kind"] == "ConfigMap")
    assert found["data"] == {"allowed-label-domains": "sandbox.users.io\n"}


def test_the_manifest_is_not_changed(manifest: Manifest):
    before = copy.deepcopy(manifest.objects)
    installation(manifest, SETTINGS)
    assert manifest.objects == before


def test_the_objects_pass_the_rules(manifest: Manifest):
    parts = installation(manifest, SETTINGS)
    everything = [parts.namespace, *parts.crds, *parts.others, parts.deployment, *parts.services]
    findings = [finding for each in everything for finding in judge(Resource(None, each))]
    assert {finding.rule for finding in findings} == {"token-automount-off"}
    assert {finding.verdict for finding in findings} == {Verdict.EXEMPT}, "the controller needs its token"


def test_services_are_not_waited_for(manifest: Manifest):
    parts = installation(manifest, SETTINGS)
    assert parts.services
    for service in parts.services:
        assert service["metadata"]["annotations"]["pulumi.com/skipAwait"] == "true"
