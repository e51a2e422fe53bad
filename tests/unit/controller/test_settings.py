"""The arguments of the component, checked before anything is read or created."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pulumi
import pytest

from gke_agent_sandbox.controller import AgentSandboxControllerArgs
from gke_agent_sandbox.controller.install import controller_settings
from gke_agent_sandbox.controller.manifest import Manifest
from gke_agent_sandbox.controller.releases import DEFAULT_RELEASE, resolve
from gke_agent_sandbox.controller.settings import (
    ControllerSettings,
    manifest_release,
    pin_advice,
    resolve_settings,
    settings_warnings,
)
from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.quantities import amount

LEAST = {"kubeconfig": "apiVersion: v1"}


def said(args: dict[str, Any]) -> str:
    with pytest.raises(ProblemsError) as refused:
        controller_settings({**LEAST, **args})
    return str(refused.value)


def test_the_arguments_are_few_enough_to_read():
    assert len(AgentSandboxControllerArgs.__annotations__) <= 12


def test_a_kubeconfig_is_enough():
    settings = resolve_settings(LEAST)
    assert settings == ControllerSettings(sources=resolve(DEFAULT_RELEASE).urls, release=DEFAULT_RELEASE)


def test_without_a_kubeconfig_nothing_goes():
    with pytest.raises(ProblemsError, match="kubeconfig: is missing"):
        resolve_settings({})


def test_a_manifest_of_ones_own_says_its_release_itself():
    settings = resolve_settings({**LEAST, "manifest": {"source": "./release.yaml"}})
    assert settings.sources == ("./release.yaml",)
    assert settings.release is None


def test_a_digest_alone_pins_the_releases_own_file():
    settings = resolve_settings({**LEAST, "manifest": {"sha256": "a" * 64}})
    assert settings.sources == resolve(DEFAULT_RELEASE).urls
    assert settings.sha256 == "a" * 64


def test_an_unknown_release_with_a_manifest_is_accepted():
    args = {**LEAST, "release": "v1.2.3", "manifest": {"source": "./release.yaml"}}
    assert resolve_settings(args).release == "v1.2.3"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"replica": 2}, "replica: is no setting of this group. Write instead: replicas"),
        ({"manifest": {"url": "x"}}, "manifest.url: is no setting of this group"),
        ({"manifest": "release.yaml"}, "manifest: is text, must be a group of settings"),
        ({"manifest": {"sha256": "sha256:" + "a" * 64}}, "without sha256:"),
        ({"manifest": {"source": 5}}, "manifest.source: is a number, must be text"),
        ({"release": "v9.9.9"}, "is not a known release"),
        ({"release": "v0.4.6"}, "v0.4.6 serves v1alpha1 only"),
        ({"release": "v9", "manifest": {"source": "x"}}, "'v9' is not a release tag"),
        ({"replicas": 0}, "replicas: is not a number from 1 to 5"),
        ({"replicas": 1.5}, "replicas: "),
        ({"replicas": float("nan")}, "replicas: "),
        ({"replicas": float("inf")}, "replicas: "),
        ({"replicas": True}, "replicas: is true or false"),
        ({"replicas": 2, "options": {"leader_elect": False}}, "2 replicas without leader election"),
        ({"image": "Not An Image"}, "the kubelet could not pull it"),
        ({"image": "registry.example.com/c@sha256:short"}, "the kubelet could not pull it"),
        ({"resources": {"requests": {"cpu": "3"}}}, "3 is above the limit of 2"),
        ({"resources": {"limits": {"memory": "2gb"}}}, "resources.limits.memory: is not a quantity"),
        ({"scheduling": {"node_selector": {"sandbox.gke.io/runtime": "gvisor"}}}, "asks for gVisor nodes"),
        (
            {"scheduling": {"tolerations": [{"key": "sandbox.gke.io/runtime"}]}},
            "tolerates the taint of gVisor",
        ),
        ({"scheduling": {"tolerations": [{"operator": "Exists"}]}}, "tolerates the taint of gVisor"),
        ({"scheduling": {"tolerations": [{"kee": "x"}]}}, "is not a toleration ['kee']"),
        ({"scheduling": {"tolerations": {"key": "x"}}}, "scheduling.tolerations: is a map, must be a list"),
        ({"options": {"worker": {}}}, "options.worker: is no setting of this group. Write instead: workers"),
        ({"allowed_label_domains": ["k8s.io"]}, "restricted domain"),
        ({"allowed_label_domains": "example.com"}, "allowed_label_domains: is text, must be a list"),
        ({"upgrade": {"from_release": "v0.4.6"}}, "v0.4.6 cannot be followed by v1.0.11"),
        ({"crds": {"retain": "yes"}}, "crds.retain: is text, must be true or false"),
    ],
)
def test_what_is_refused(args: dict[str, Any], words: str):
    message = said(args)
    assert words in message
    assert message.count("  - ") == 1


def test_all_problems_are_said_at_once():
    keys = said({"y": 1, "options": {"x": 1}, "replicas": "many", "crds": {"retain": 1}})
    assert keys.count("  - ") == 4
    values = said({"release": "v9.9.9", "replicas": 9, "image": "A", "manifest": {"sha256": "x"}})
    assert values.count("  - ") == 4


def test_what_is_read_beforehand_cannot_be_an_output():
    assert "release: is an output" in said({"release": pulumi.Output.from_input("v1.0.11")})


def test_integers_arrive_as_floats_from_other_languages():
    settings = resolve_settings(
        {**LEAST, "replicas": 2.0, "options": {"workers": {"sandbox_concurrent_workers": 5.0}}}
    )
    assert settings.replicas == 2
    assert isinstance(settings.replicas, int)


def test_a_request_alone_keeps_the_other_defaults():
    settings = resolve_settings({**LEAST, "resources": {"requests": {"cpu": "1"}}})
    assert settings.requests == {"cpu": "1", "memory": "512Mi", "ephemeral-storage": "64Mi"}


def test_outputs_are_passed_on_untouched():
    marker: Any = object()
    assert resolve_settings({"kubeconfig": object(), "image": marker}).image is marker


def test_the_release_is_read_from_the_manifest(manifest: Manifest):
    settings = resolve_settings({**LEAST, "manifest": {"source": "x"}})
    assert manifest_release(settings, manifest) == manifest.release


def test_another_release_than_the_manifests_is_refused(manifest: Manifest):
    settings = resolve_settings({**LEAST, "release": "v1.0.10", "manifest": {"source": "x"}})
    with pytest.raises(ProblemsError, match=f"is v1.0.10, and the manifest's .* is {manifest.release}"):
        manifest_release(settings, manifest)


def test_a_manifest_without_a_tag_needs_the_release(manifest: Manifest):
    untagged = replace(manifest, release=None)
    with pytest.raises(ProblemsError, match="cannot be told from the manifest's image"):
        manifest_release(resolve_settings({**LEAST, "manifest": {"source": "x"}}), untagged)
    told = resolve_settings({**LEAST, "release": "v1.0.10", "manifest": {"source": "x"}})
    assert manifest_release(told, untagged) == "v1.0.10"


def test_options_are_judged_by_the_manifests_release(manifest: Manifest):
    events = {"events": {"disable_sandbox_events": True}}
    settings = resolve_settings({**LEAST, "options": events, "manifest": {"source": "x"}})
    old = replace(manifest, release="v0.5.6")
    with pytest.raises(ProblemsError, match=r"--disable-sandbox-events is not known to exist in v0\.5\.6"):
        manifest_release(settings, old)
    assert manifest_release(settings, replace(manifest, release="v1.0.7")) == "v1.0.7"


def test_traps_of_the_release_are_told(manifest: Manifest):
    settings = resolve_settings(LEAST)
    assert "WebSockets" in str(settings_warnings(settings, manifest, "v1.0.7"))
    assert not settings_warnings(settings, manifest, "v1.0.11")


def test_the_digest_to_pin_is_told_until_it_is_pinned(manifest: Manifest):
    assert f"sha256: {manifest.digest}" in str(pin_advice(resolve_settings(LEAST), manifest))
    pinned = resolve_settings({**LEAST, "manifest": {"sha256": manifest.digest}})
    assert pin_advice(pinned, manifest) is None


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [("1", "1001m"), ("1Mi", "2M"), ("999k", "1M"), ("1Ki", "1025"), ("1e3", "1001"), ("500u", "1m")],
)
def test_quantities_are_compared_by_size(smaller: str, larger: str):
    first, second = amount(smaller), amount(larger)
    assert first is not None
    assert second is not None
    assert first < second


def test_case_57_is_what_the_component_says(case: Callable[[str], list[dict[str, Any]]]):
    jump = case("57-crd-stored-versions")[0]
    message = said({"release": jump["to"], "upgrade": {"from_release": jump["from"]}})
    assert "v0.5.2 or a later 0.5.x first" in message
