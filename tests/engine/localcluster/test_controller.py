"""The real controller, as a process in the place of its Deployment's pod."""

import os
import signal
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from localcluster import PartStatus, Standing
from localcluster.api import ApiError
from localcluster.objects import CONTROLLER_NAMESPACE
from tests.engine.localcluster.workbench import LOCAL_DIRECTORY, Workbench, eventually

pytestmark = pytest.mark.engine

CONTROLLER = "agent-sandbox-controller"
IMAGE = f"registry.k8s.io/agent-sandbox/{CONTROLLER}"
DEPLOYMENT = f"/apis/apps/v1/namespaces/{CONTROLLER_NAMESPACE}/deployments/{CONTROLLER}"
LEASE = (
    f"/apis/coordination.k8s.io/v1/namespaces/{CONTROLLER_NAMESPACE}/leases/a3317529.agent-sandbox.x-k8s.io"
)
EXTENSIONS = "/apis/extensions.agents.x-k8s.io/v1beta1/namespaces/tenant"

POD_SPEC: dict[str, Any] = {
    "runtimeClassName": "gvisor",
    "automountServiceAccountToken": False,
    "securityContext": {
        "runAsNonRoot": True,
        "runAsUser": 10001,
        "seccompProfile": {"type": "RuntimeDefault"},
    },
    "containers": [
        {
            "name": "main",
            "image": "registry.k8s.io/pause:3.10",
            "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
        }
    ],
}


@pytest.fixture(scope="module", autouse=True)
def release(bench: Workbench, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Upstream's release manifest, rendered from the module as upstream renders it, and applied."""
    kubectl = str(bench.settings.bin_directory / "kubectl")
    source = LOCAL_DIRECTORY / "share" / "agent-sandbox" / "k8s"
    if not source.is_dir():
        pytest.skip(f"the manifests of Agent Sandbox are not in {source}: `make tools` links them")
    rendered = subprocess.run(
        [kubectl, "kustomize", str(source)], capture_output=True, text=True, check=True
    ).stdout
    built = f"ko://sigs.k8s.io/agent-sandbox/cmd/{CONTROLLER}"
    manifest = tmp_path_factory.mktemp("release") / "manifest.yaml"
    manifest.write_text(rendered.replace(built, f"{IMAGE}:v0.5.6"))
    bench.kubectl("apply", "--server-side", "-f", str(manifest))
    eventually(lambda: is_available(bench, 1))
    yield
    bench.kubectl("delete", "deployment", CONTROLLER, "-n", CONTROLLER_NAMESPACE, "--wait=false")
    eventually(lambda: bench.part(CONTROLLER).detail == "waiting for its Deployment")


def is_available(bench: Workbench, replicas: int) -> bool:
    """Whether the Deployment is rolled out as kubectl means it, and no older process is left."""
    deployment = bench.api.get(DEPLOYMENT)
    status = deployment.get("status", {})
    counts = {status.get(name) for name in ("replicas", "updatedReplicas", "availableReplicas")}
    is_current = status.get("observedGeneration") == deployment["metadata"]["generation"]
    return is_current and counts == {replicas} and len(controllers(bench)) == replicas


def controllers(bench: Workbench) -> list[PartStatus]:
    return [part for part in bench.cluster.status() if part.name.startswith(CONTROLLER)]


def set_deployment(bench: Workbench, replicas: int = 1, **container: Any) -> None:
    spec = {"containers": [{"name": CONTROLLER, **container}]}
    bench.api.merge(DEPLOYMENT, {"spec": {"replicas": replicas, "template": {"spec": spec}}})


def taken_by_another(bench: Workbench, holder: str) -> str:
    """When another process than this one became the leader; empty while none is."""
    lease: dict[str, str] = bench.api.get(LEASE)["spec"]
    return lease["acquireTime"] if lease["holderIdentity"] not in ("", holder) else ""


def token_of(bench: Workbench) -> str:
    """The token that the process uses, found as the process finds it."""
    kubeconfig = Path(psutil.Process(bench.pid(CONTROLLER)).environ()["KUBECONFIG"])
    (user,) = yaml.safe_load(kubeconfig.read_text())["users"]
    return Path(user["user"]["tokenFile"]).read_text()


def test_it_fills_a_pool_under_pod_security_restricted(bench: Workbench):
    labels = {"pod-security.kubernetes.io/enforce": "restricted"}
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "tenant", "labels": labels}}
    bench.api.apply("/api/v1/namespaces/tenant", namespace)
    metadata = {"name": "python", "namespace": "tenant"}
    head = {"apiVersion": "extensions.agents.x-k8s.io/v1beta1", "metadata": metadata}
    template = head | {"kind": "SandboxTemplate", "spec": {"podTemplate": {"spec": POD_SPEC}}}
    bench.api.apply(f"{EXTENSIONS}/sandboxtemplates/python", template)
    pool_spec = {"replicas": 3, "sandboxTemplateRef": {"name": "python"}}
    bench.api.apply(
        f"{EXTENSIONS}/sandboxwarmpools/python", head | {"kind": "SandboxWarmPool", "spec": pool_spec}
    )
    pool = f"{EXTENSIONS}/sandboxwarmpools/python"
    eventually(lambda: bench.api.get(pool).get("status", {}).get("readyReplicas") == 3)
    pods = bench.api.get("/api/v1/namespaces/tenant/pods")["items"]
    assert {pod["spec"]["nodeName"].rsplit("-", 1)[0] for pod in pods} == {"gke-local-sandboxes"}


def test_it_is_its_service_account_and_has_no_other_rights(bench: Workbench):
    api = bench.api_as(None, token_of(bench))
    review = {"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}
    user = api.create("/apis/authentication.k8s.io/v1/selfsubjectreviews", review)["status"]["userInfo"]
    assert user["username"] == f"system:serviceaccount:{CONTROLLER_NAMESPACE}:{CONTROLLER}"
    assert user["extra"]["authentication.kubernetes.io/pod-name"] == [bench.part(CONTROLLER).name]
    assert api.get("/api/v1/pods")["kind"] == "PodList"
    for path in ("/api/v1/secrets", "/api/v1/nodes", "/apis/apps/v1/deployments"):
        with pytest.raises(ApiError, match="403"):
            api.get(path)


def test_its_process_is_in_the_clusters_group_and_listens_on_the_loopback_for_all_but_conversions(
    bench: Workbench,
):
    process = psutil.Process(bench.pid(CONTROLLER))
    assert os.getpgid(process.pid) == bench.pid("keeper")
    listeners = [each.laddr for each in process.net_connections() if each.status == psutil.CONN_LISTEN]
    assert sorted(each.ip for each in listeners) == ["127.0.0.1", "127.0.0.1", "::"]
    assert "--extensions" in process.cmdline()


def test_a_replaced_pod_gets_a_new_process_with_its_options_and_the_old_one_gives_its_lease_back(
    bench: Workbench,
):
    old = bench.part(CONTROLLER)
    assert old.pid
    holder = eventually(lambda: bench.api.get(LEASE)["spec"]["holderIdentity"])
    set_deployment(bench, args=["--leader-elect=true", "--extensions", "--sandbox-concurrent-workers=7"])
    eventually(lambda: is_available(bench, 1) and bench.part(CONTROLLER).name != old.name)
    assert not psutil.pid_exists(old.pid)
    assert "--sandbox-concurrent-workers=7" in psutil.Process(bench.pid(CONTROLLER)).cmdline()
    gone = datetime.now(UTC)
    taken = eventually(lambda: taken_by_another(bench, holder), seconds=30)
    # Given back, not run out: that would take the lease's 15 s.
    assert datetime.fromisoformat(taken) - gone < timedelta(seconds=10)


def test_killed_it_is_started_again_and_the_pod_and_status_say_so(bench: Workbench):
    part = bench.part(CONTROLLER)
    assert part.pid
    os.kill(part.pid, signal.SIGKILL)
    again = eventually(lambda: [each for each in controllers(bench) if each.is_well and each.pid != part.pid])
    assert again[0].name == part.name
    assert again[0].detail == "ready, restarts: 1, the last one was killed by SIGKILL"
    path = f"/api/v1/namespaces/{CONTROLLER_NAMESPACE}/pods/{part.name}/status"
    (container,) = bench.api.get(path)["status"]["containerStatuses"]
    assert container["restartCount"] == 1
    bench.cluster.up()


def test_two_replicas_are_two_processes(bench: Workbench):
    set_deployment(bench, replicas=2)
    eventually(lambda: is_available(bench, 2))
    assert len({part.pid for part in controllers(bench)}) == 2
    set_deployment(bench, replicas=1)
    eventually(lambda: is_available(bench, 1))


def test_options_that_the_binary_refuses_never_become_ready_and_its_end_is_shown(bench: Workbench):
    good = bench.part(CONTROLLER).name
    set_deployment(bench, args=["--leader-elect=true", "--extensions", "--no-such-option"])
    bad = eventually(lambda: [each for each in controllers(bench) if each.standing is Standing.DEAD])
    assert "ended with exit code 2" in bad[0].detail
    assert bench.part(good).is_well
    set_deployment(bench, args=["--leader-elect=true", "--extensions"])
    eventually(lambda: is_available(bench, 1))


def test_an_image_of_another_release_cannot_be_run_and_status_and_the_pod_say_so(bench: Workbench):
    set_deployment(bench, image=f"{IMAGE}:v1.0.7")
    (part,) = eventually(
        lambda: [each for each in controllers(bench) if each.standing is Standing.CANNOT_RUN]
    )
    assert part.detail.startswith(f"image {IMAGE}:v1.0.7 cannot be run here")
    path = f"/api/v1/namespaces/{CONTROLLER_NAMESPACE}/pods/{part.name}/status"
    status = eventually(lambda: bench.api.get(path)["status"].get("containerStatuses"))
    assert status[0]["state"]["waiting"]["reason"] == "ErrImagePull"
    set_deployment(bench, image=f"{IMAGE}:v0.5.6")
    eventually(lambda: is_available(bench, 1))
