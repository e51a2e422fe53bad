"""Reading a release: what is accepted, what is refused, and what the value holds."""

import copy
import hashlib
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from gke_agent_sandbox.controller.manifest import (
    CREATION_ORDER,
    FAST_YAML,
    Manifest,
    ManifestFile,
    identity,
    load_all,
    manifest_of,
    read_manifest,
    release_of_image,
)
from gke_agent_sandbox.problems import ProblemsError

Objects = list[dict[str, Any]]


def written(objects: Objects, source: str = "release.yaml") -> ManifestFile:
    return ManifestFile(source, yaml.dump_all(objects, Dumper=yaml.CSafeDumper).encode())


def objects_refused(objects: Objects) -> str:
    with pytest.raises(ProblemsError) as refused:
        manifest_of(objects, "0" * 64)
    return str(refused.value)


def refusal(*files: ManifestFile, **options: Any) -> str:
    with pytest.raises(ProblemsError) as refused:
        read_manifest(files, **options)
    return str(refused.value)


def by_kind(objects: Objects, kind: str, name: str = "") -> dict[str, Any]:
    return next(o for o in objects if o["kind"] == kind and (not name or o["metadata"]["name"] == name))


def test_every_object_is_there_once(manifest: Manifest, objects: Objects):
    assert {identity(obj) for obj in manifest.objects} == {identity(obj) for obj in objects}
    assert len(manifest.objects) == len(objects)


def test_objects_come_in_the_order_of_creation(manifest: Manifest):
    kinds = [obj["kind"] for obj in manifest.objects]
    assert kinds[0] == "Namespace"
    assert kinds[-1] == "Deployment"
    ranks = [CREATION_ORDER.index(kind) for kind in kinds[:-1]]
    assert ranks == sorted(ranks)


def test_the_digest_is_that_of_the_bytes(release_file: ManifestFile, manifest: Manifest):
    assert manifest.digest == hashlib.sha256(release_file.content).hexdigest()


def test_the_pinned_digest_is_accepted_in_any_case(release_file: ManifestFile, manifest: Manifest):
    assert read_manifest([release_file], sha256=manifest.digest.upper()).digest == manifest.digest


def test_another_digest_is_refused_and_both_are_named(release_file: ManifestFile, manifest: Manifest):
    message = refusal(release_file, sha256="0" * 64)
    assert "0" * 64 in message
    assert manifest.digest in message
    assert message.count("  - ") == 1


def test_the_release_is_the_tag_of_the_image(manifest: Manifest):
    assert manifest.release == manifest.image.rpartition(":")[2]


@pytest.mark.parametrize(
    ("image", "release"),
    [
        ("registry.k8s.io/agent-sandbox/agent-sandbox-controller:v1.0.11", "v1.0.11"),
        (f"mirror.example.com:5000/c:v0.5.6@sha256:{'a' * 64}", "v0.5.6"),
        (f"mirror.example.com/c@sha256:{'a' * 64}", None),
        ("mirror.example.com:5000/c", None),
        ("mirror.example.com/c:latest", None),
        ("mirror.example.com/c:v1.0.11-patched", None),
    ],
)
def test_release_of_image(image: str, release: str | None):
    assert release_of_image(image) == release


def test_the_four_crds_and_their_schemas(manifest: Manifest):
    assert len(manifest.crds) == 4
    for kind in ("Sandbox", "SandboxClaim", "SandboxTemplate", "SandboxWarmPool"):
        assert "spec" in manifest.schema(kind)["properties"]
    assert "warmPoolRef" in manifest.schema("SandboxClaim")["properties"]["spec"]["properties"]
    with pytest.raises(KeyError):
        manifest.schema("Pod")


def test_only_0_5_has_a_conversion_webhook(manifest: Manifest):
    assert manifest.has_conversion_webhook == (manifest.release == "v0.5.6")


def test_each_missing_object_is_refused_by_name(objects: Objects):
    for position, gone in enumerate(objects):
        message = objects_refused(objects[:position] + objects[position + 1 :])
        # A missing role shows at its binding, by name as well.
        assert gone["metadata"]["name"] in message, identity(gone)


def test_each_object_twice_is_refused_by_name(objects: Objects):
    for obj in objects:
        message = objects_refused([*objects, obj])
        assert "defined 2 times" in message
        assert obj["metadata"]["name"] in message


def test_an_object_twice_in_another_version_of_its_group_is_the_same_object(objects: Objects):
    again = {**by_kind(objects, "Deployment"), "apiVersion": "apps/v1beta2"}
    assert "defined 2 times" in objects_refused([*objects, again])


def changed(objects: Objects, kind: str, change: Callable[[dict[str, Any]], object]) -> Objects:
    copies = copy.deepcopy(objects)
    change(by_kind(copies, kind))
    return copies


def test_all_problems_are_said_at_once(objects: Objects):
    message = objects_refused([obj for obj in objects if obj["kind"] not in ("Namespace", "ServiceAccount")])
    assert "Namespace/agent-sandbox-system: is missing" in message
    assert "its ServiceAccount 'agent-sandbox-controller' is missing" in message


def test_a_crd_that_does_not_serve_v1beta1_is_refused(objects: Objects):
    def change(crd: dict[str, Any]) -> None:
        crd["spec"]["versions"][0]["served"] = False

    assert "v1beta1 is not served" in objects_refused(changed(objects, "CustomResourceDefinition", change))


@pytest.mark.parametrize(
    ("kind", "subresource", "field"),
    [
        ("sandboxes.agents.x-k8s.io", "status", ""),
        ("sandboxclaims.extensions.agents.x-k8s.io", "status", ""),
        ("sandboxwarmpools.extensions.agents.x-k8s.io", "status", ""),
        ("sandboxwarmpools.extensions.agents.x-k8s.io", "scale", ""),
        ("sandboxwarmpools.extensions.agents.x-k8s.io", "scale", "statusReplicasPath"),
        ("sandboxwarmpools.extensions.agents.x-k8s.io", "scale", "labelSelectorPath"),
    ],
)
def test_a_crd_without_a_subresource_is_refused(objects: Objects, kind: str, subresource: str, field: str):
    copies = copy.deepcopy(objects)
    version = by_kind(copies, "CustomResourceDefinition", kind)["spec"]["versions"][0]
    if field:
        del version["subresources"][subresource][field]
    else:
        del version["subresources"][subresource]
    message = objects_refused(copies)
    assert f"CustomResourceDefinition/{kind}" in message
    assert subresource in message


def test_every_fault_of_a_crd_is_said(objects: Objects):
    def change(crd: dict[str, Any]) -> None:
        crd["spec"]["scope"] = "Cluster"
        for version in crd["spec"]["versions"]:
            version["storage"] = False
            version["schema"] = {}

    message = objects_refused(changed(objects, "CustomResourceDefinition", change))
    assert "its scope is not Namespaced" in message
    assert "exactly one storage version" in message
    assert "version v1beta1 has no schema for spec" in message


def test_crds_of_different_releases_are_refused(objects: Objects):
    def change(crd: dict[str, Any]) -> None:
        crd["spec"]["versions"].append({**crd["spec"]["versions"][0], "name": "v1", "storage": False})

    assert "different versions" in objects_refused(changed(objects, "CustomResourceDefinition", change))


@pytest.mark.parametrize("image", ["ko://sigs.k8s.io/agent-sandbox/cmd/agent-sandbox-controller", "", None])
def test_a_controller_without_an_image_is_refused(objects: Objects, image: str | None):
    def change(deployment: dict[str, Any]) -> None:
        deployment["spec"]["template"]["spec"]["containers"][0]["image"] = image

    assert "an image that can be pulled" in objects_refused(changed(objects, "Deployment", change))


def test_the_core_alone_is_refused(objects: Objects):
    def change(deployment: dict[str, Any]) -> None:
        deployment["spec"]["template"]["spec"]["containers"][0]["args"] = ["--leader-elect=true"]

    assert "sandbox-with-extensions.yaml" in objects_refused(changed(objects, "Deployment", change))


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "other"}},
            "is not the controller's namespace",
        ),
        (
            {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "x", "namespace": "kube-system"}},
            "lies in namespace 'kube-system'",
        ),
        (
            {
                "apiVersion": "admissionregistration.k8s.io/v1",
                "kind": "MutatingWebhookConfiguration",
                "metadata": {"name": "x"},
            },
            "cluster-wide",
        ),
        ({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}}, "cluster-wide"),
        (
            {
                "apiVersion": "apiextensions.k8s.io/v1",
                "kind": "CustomResourceDefinition",
                "metadata": {"name": "things.example.com"},
                "spec": {"group": "example.com"},
            },
            "is not of the groups",
        ),
        (
            {
                "apiVersion": "rbac.authorization.k8s.io/v1",
                "kind": "ClusterRoleBinding",
                "metadata": {"name": "x"},
                "roleRef": {"kind": "ClusterRole", "name": "cluster-admin"},
                "subjects": [
                    {
                        "kind": "ServiceAccount",
                        "name": "agent-sandbox-controller",
                        "namespace": "agent-sandbox-system",
                    }
                ],
            },
            "'cluster-admin', which the file does not hold",
        ),
    ],
)
def test_objects_of_another_scope_are_refused(objects: Objects, extra: dict[str, Any], words: str):
    assert words in objects_refused([*objects, extra])


def test_an_unknown_object_in_the_controllers_namespace_is_kept(objects: Objects):
    extra = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "hardening", "namespace": "agent-sandbox-system"},
    }
    kinds = [obj["kind"] for obj in manifest_of([*objects, extra], "").objects]
    assert kinds[-2:] == ["NetworkPolicy", "Deployment"]


def test_a_missing_right_is_named(objects: Objects):
    copies = copy.deepcopy(objects)
    for role in copies:
        if role["kind"] == "ClusterRole":
            role["rules"] = [rule for rule in role["rules"] if rule["resources"] != ["networkpolicies"]]
    message = objects_refused(copies)
    assert "may not get, list, watch, create, delete, update networkpolicies.networking.k8s.io" in message


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b"<!DOCTYPE html>\n<html></html>\n", "is a web page"),
        (b"\n  <html>Not Found</html>\n", "is a web page"),
        (b"Not Found\n", "has no apiVersion, kind or metadata.name"),
        (b"a: [1\n", "is cut or is not YAML"),
        (b"---\n---\n", "holds no object"),
        (b"apiVersion: v1", "its last line is not complete"),
    ],
)
def test_what_is_not_a_manifest_is_refused_in_one_sentence(content: bytes, words: str):
    message = refusal(ManifestFile("https://example.com/release.yaml", content))
    assert words in message
    assert "https://example.com/release.yaml" in message


def split_in_two(objects: Objects) -> tuple[Objects, Objects]:
    """Core and extensions in the shape of v0.5.1: the extensions carry the Deployment again."""

    def is_extension(obj: dict[str, Any]) -> bool:
        return "extensions" in obj["metadata"]["name"] and obj["kind"] != "Deployment"

    core = copy.deepcopy([obj for obj in objects if not is_extension(obj)])
    container = by_kind(core, "Deployment")["spec"]["template"]["spec"]["containers"][0]
    container["args"] = ["--leader-elect=true"]
    extensions = [obj for obj in objects if is_extension(obj) or obj["kind"] == "Deployment"]
    return core, extensions


def test_the_second_file_replaces_the_deployment_once(objects: Objects):
    core, extensions = split_in_two(objects)
    files = [written(core, "manifest.yaml"), written(extensions, "extensions.yaml")]
    manifest = read_manifest(files, second_replaces_deployment=True)
    assert "--extensions" in manifest.deployment["spec"]["template"]["spec"]["containers"][0]["args"]
    assert len(manifest.objects) == len(objects)
    assert manifest.digest == hashlib.sha256(files[0].content + files[1].content).hexdigest()


def test_two_files_that_do_not_belong_together_are_refused(objects: Objects):
    core, extensions = split_in_two(objects)
    message = refusal(written(core), written(extensions))
    assert "Deployment/agent-sandbox-system/agent-sandbox-controller: is defined 2 times" in message


def test_the_second_file_replaces_nothing_but_the_deployment(objects: Objects):
    core, extensions = split_in_two(objects)
    files = [written(core), written([*extensions, by_kind(core, "ServiceAccount")])]
    message = refusal(*files, second_replaces_deployment=True)
    assert "ServiceAccount/agent-sandbox-system/agent-sandbox-controller: is defined 2 times" in message


def test_case_33_two_files_with_the_controller_are_refused(case: Callable[[str], list[dict[str, Any]]]):
    files = case("33-duplicate-controller")[0]["files"]
    message = refusal(written(files["core"], "core"), written(files["extensions"], "extensions"))
    assert "Deployment/agent-sandbox-system/agent-sandbox-controller: is defined 2 times" in message


def test_reading_is_fast(release_file: ManifestFile):
    assert FAST_YAML, "PyYAML of the tests must have libyaml"
    started = time.process_time()
    load_all(release_file.content.decode())
    # 0.2 s by libyaml, 10 s by the loader in Python.
    assert time.process_time() - started < 3


def test_the_pure_part_does_not_load_pulumi():
    import subprocess

    program = "import sys, gke_agent_sandbox.controller.settings; sys.exit('pulumi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
