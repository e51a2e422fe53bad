"""The local stack on the real engine, a real API server and the real controller."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from k8s_agent_sandbox import SandboxClient
from k8s_agent_sandbox.models import SandboxInClusterConnectionConfig
from kubernetes import config as kubeconfig

from automation import operations
from automation.operations import OperationError
from automation.paths import ROOT
from tests.engine.project import Project

pytestmark = pytest.mark.engine

CRDS = (
    "sandboxes.agents.x-k8s.io",
    "sandboxclaims.extensions.agents.x-k8s.io",
    "sandboxtemplates.extensions.agents.x-k8s.io",
    "sandboxwarmpools.extensions.agents.x-k8s.io",
)


def test_up_creates_what_the_config_asks_for(deployed: Project) -> None:
    outputs = deployed.outputs
    demo = outputs["tenants"]["demo"]

    assert outputs["controller"] == {"namespace": "agent-sandbox-system", "release": "v0.5.6"}
    [template] = deployed.objects("sandboxtemplates")
    assert template["metadata"]["name"] == demo["templates"]["python"]
    labels = json.loads(deployed.kubectl("get", "namespace", "demo", "--output", "json"))["metadata"][
        "labels"
    ]
    assert labels["pod-security.kubernetes.io/enforce"] == "restricted"
    used = {key for quota in deployed.objects("resourcequotas") for key in quota["status"]["used"]}
    assert {"pods", "limits.cpu", "count/sandboxclaims.extensions.agents.x-k8s.io"} <= used
    policies = {each["metadata"]["name"]: each["spec"] for each in deployed.objects("networkpolicies")}
    assert policies.pop("default-deny") == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    [managed] = policies.values()
    assert "egress" not in managed, "the controller's own policy opens nothing to the outside"


def test_the_pool_is_ready_and_its_pods_are_hardened(deployed: Project) -> None:
    [pool] = deployed.objects("sandboxwarmpools")
    pods = deployed.objects("pods")
    selector = "sandbox.gke.io/runtime=gvisor"
    listed = deployed.kubectl("get", "nodes", "--selector", selector, "--output", "name").split()
    gvisor_nodes = {name.removeprefix("node/") for name in listed}

    assert pool["status"]["readyReplicas"] == pool["spec"]["replicas"] == len(pods) == 2
    for pod in pods:
        spec = pod["spec"]
        [container] = spec["containers"]
        assert spec["runtimeClassName"] == "gvisor"
        assert spec["nodeName"] in gvisor_nodes
        assert spec["automountServiceAccountToken"] is False
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] == 10001
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert container["ports"][0]["containerPort"] == 8888
        assert {"cpu", "memory", "ephemeral-storage"} <= set(container["resources"]["limits"])


def test_a_refresh_changes_nothing(deployed: Project) -> None:
    assert deployed.run(operations.refresh).changes == {}


def test_the_official_sdk_claims_a_sandbox_of_the_pool(deployed: Project) -> None:
    client = SandboxClient(
        connection_config=SandboxInClusterConnectionConfig(),
        api_client=kubeconfig.new_client_from_config(str(deployed.paths.kubeconfig)),
    )

    sandbox = client.create_sandbox("python", "demo", sandbox_ready_timeout=30)
    again = client.get_sandbox(sandbox.claim_name, "demo")

    assert sandbox.sandbox_id.startswith("python-"), "a warm sandbox has its name from the pool"
    assert again.sandbox_id == sandbox.sandbox_id
    assert sandbox.claim_name in client.list_all_sandboxes("demo")
    sandbox.terminate()
    deployed.kubectl(
        "wait", "sandboxwarmpool/python", "--namespace", "demo", "--for=jsonpath={.status.readyReplicas}=2"
    )


def test_the_example_claims_a_sandbox_and_gives_it_back(deployed: Project) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "claim_sandbox.py"), "demo", "python"],
        env={**os.environ, "KUBECONFIG": str(deployed.paths.kubeconfig)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^claimed python-\S+ in \d+ ms$", done.stdout, re.M)
    assert done.stdout.endswith("given back\n")
    assert deployed.objects("sandboxclaims") == []


def test_a_changed_image_makes_a_new_template_and_keeps_the_pool(deployed: Project) -> None:
    before = deployed.objects("sandboxtemplates")[0]["metadata"]["name"]
    deployed.edit(
        lambda keys: keys["tenants"]["demo"]["templates"]["python"].update(
            image="registry.k8s.io/agent-sandbox/python-runtime-sandbox:v0.1.1"
        )
    )

    deployed.run(operations.up)

    [template] = deployed.objects("sandboxtemplates")
    [pool] = deployed.objects("sandboxwarmpools")
    assert template["metadata"]["name"] != before
    assert pool["spec"]["sandboxTemplateRef"]["name"] == template["metadata"]["name"]
    assert pool["metadata"]["name"] == "python"


def test_destroy_keeps_the_crds_and_the_next_up_adopts_them(deployed: Project) -> None:
    deployed.run(operations.destroy)
    kept = deployed.kubectl("get", "crds", "--output", "name")
    assert all(name in kept for name in CRDS)
    assert "demo" not in deployed.kubectl("get", "namespaces", "--output", "name")
    # Somebody else's change of an orphaned CRD must not end in a conflict.
    theirs = json.dumps({"spec": {"names": {"shortNames": ["theirs"]}}})
    deployed.kubectl(
        "patch", "crd", CRDS[0], "--type=merge", "--patch", theirs, "--field-manager=somebody-else"
    )

    deployed.run(operations.deploy)

    assert deployed.objects("sandboxwarmpools")[0]["status"]["readyReplicas"] == 2
    names = "jsonpath={.spec.names.shortNames}"
    assert deployed.kubectl("get", "crd", CRDS[0], "--output", names) == '["sandbox"]'


@pytest.fixture
def unstarted(tmp_path: Path, tools: None) -> Project:
    """A project without a cluster."""
    return Project(tmp_path / "project")


def test_without_a_cluster_the_file_is_named_before_the_engine_starts(unstarted: Project) -> None:
    with pytest.raises(OperationError, match=r"cluster\.kubeconfig: there is no file"):
        unstarted.run(operations.up)
    assert not unstarted.paths.pulumi.exists(), "nothing half-made is left"


def test_every_problem_of_the_config_is_told_at_once(unstarted: Project) -> None:
    def spoil(keys: dict[str, Any]) -> None:
        tenant = keys["tenants"]["demo"]
        tenant["templates"]["python"]["imgae"] = tenant["templates"]["python"].pop("image")
        tenant["pools"]["python"]["replicas"] = "two"
        keys["tenant"] = {}

    unstarted.edit(spoil)

    with pytest.raises(OperationError) as caught:
        unstarted.run(operations.up)

    told = str(caught.value)
    assert "tenants.demo.templates.python.imgae" in told
    assert "Write instead: image" in told
    assert "tenants.demo.pools.python.replicas" in told
    assert "tenant: " in told
    assert not unstarted.paths.pulumi.exists()


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        (
            {"source": "https://127.0.0.1:1/manifest.yaml"},
            r"controller\.manifest\.source: .* cannot be reached: .*Write instead: a copy",
        ),
        ({"sha256": "0" * 64}, r"controller\.manifest\.sha256"),
        ({"source": "no-such-file.yaml"}, r"controller\.manifest\.source: .*no-such-file\.yaml"),
    ],
)
def test_a_manifest_that_cannot_be_had_is_told_before_the_engine_starts(
    unstarted: Project, manifest: dict[str, str], words: str
) -> None:
    unstarted.edit(lambda keys: keys["controller"]["manifest"].update(manifest))
    with pytest.raises(OperationError, match=words):
        unstarted.run(operations.up)
    assert not unstarted.paths.pulumi.exists()
