"""The protocol, spoken to the provider itself; tests/engine/fake_gcp has the real engine speak it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc
from pulumi.runtime.proto.status_pb2 import Status

from tests.fakes.gcp import api
from tests.fakes.gcp.cloud import Cloud
from tests.fakes.gcp.places import PROJECT_VARIABLES
from tests.fakes.gcp.preparing import PROGRAMS, environment, existing_cluster
from tests.fakes.gcp.provider import Provider, is_ignored
from tests.fakes.gcp.tokens import CLUSTER, CRYPTO_KEY, KEY_RING, NODE_POOL
from tests.fakes.gcp.wire import UNKNOWN, Secret, bare, decode, encode
from tests.unit.fakes.gcp.kubeconfigs import kubeconfig

CHANNEL = "gcp:monitoring/notificationChannel:NotificationChannel"
ID = "projects/p/locations/europe-west4/clusters/main"
SEED = b"\x01" * 32

Stub = provider_pb2_grpc.ResourceProviderStub


def urn(token: str, name: str = "main") -> str:
    return f"urn:pulumi:dev::shop::pkg:index:Parent${token}::{name}"


@pytest.fixture
def cloud(tmp_path: Path) -> Cloud:
    return Cloud(tmp_path)


@pytest.fixture
def provider(cloud: Cloud) -> Iterator[Stub]:
    server = grpc.server(ThreadPoolExecutor(max_workers=4))
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(Provider(cloud), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = Stub(channel)
        configured = stub.Configure(provider_pb2.ConfigureRequest(args=encode({"project": "p"})))
        assert (configured.acceptSecrets, configured.supportsPreview) == (True, True)
        yield stub
    server.stop(grace=None)


def check(provider: Stub, token: str, news: dict[str, Any], olds: dict[str, Any] | None = None) -> Any:
    return provider.Check(
        provider_pb2.CheckRequest(urn=urn(token), news=encode(news), olds=encode(olds or {}), randomSeed=SEED)
    )


def test_it_introduces_itself(provider: Stub) -> None:
    assert provider.GetPluginInfo(Empty()).version == version("pulumi-gcp")
    assert json.loads(provider.GetSchema(provider_pb2.GetSchemaRequest()).schema)["name"] == "gcp"


def test_a_type_without_facts_is_refused_by_name(provider: Stub) -> None:
    with pytest.raises(grpc.RpcError, match="no facts about the type gcp:sql/databaseInstance") as caught:
        check(provider, "gcp:sql/databaseInstance:DatabaseInstance", {})
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_a_name_is_made_once_and_kept(provider: Stub) -> None:
    news = {"cluster": UNKNOWN, "nodeConfig": Secret({"spot": True})}
    first = decode(check(provider, NODE_POOL, news).inputs)
    assert (first["name"], first["__defaults"]) == ("main-0101010", ["name"])
    assert first["cluster"] is UNKNOWN
    assert first["nodeConfig"].value["spot"] is True
    kept = decode(check(provider, NODE_POOL, news, {**first, "name": "main-abcdef0"}).inputs)
    assert kept["name"] == "main-abcdef0"
    # A name that the program has taken back is not the provider's to keep.
    again = decode(check(provider, NODE_POOL, news, {**first, "name": "mine", "__defaults": []}).inputs)
    assert again["name"] == "main-0101010"
    prefixed = decode(check(provider, NODE_POOL, {**news, "namePrefix": "a-"}).inputs)
    assert "name" not in prefixed


def test_failures_name_their_property(provider: Stub) -> None:
    failures = check(provider, NODE_POOL, {"nodeConfig": {"taints": [{"kye": "a"}]}}).failures
    assert {each.property for each in failures} == {
        "cluster",
        *(f"nodeConfig.taints[0].{key}" for key in ("kye", "key", "value", "effect")),
    }


def test_a_replacement_comes_first(provider: Stub) -> None:
    request = provider_pb2.DiffRequest(
        urn=urn(NODE_POOL),
        olds=encode({"cluster": "c", "nodeCount": 1}),
        news=encode({"cluster": UNKNOWN, "nodeCount": 2}),
    )
    answer = provider.Diff(request)
    kinds = {
        path: provider_pb2.PropertyDiff.Kind.Name(each.kind) for path, each in answer.detailedDiff.items()
    }
    assert kinds == {"cluster": "UPDATE_REPLACE", "nodeCount": "UPDATE"}
    assert (answer.deleteBeforeReplace, list(answer.replaces)) == (False, ["cluster"])
    assert answer.changes == provider_pb2.DiffResponse.DIFF_SOME


def test_an_import_knows_no_label_of_the_programs_own(provider: Stub, cloud: Cloud) -> None:
    place = {"project": "p", "location": "europe-west4"}
    ring = api.create(cloud, KEY_RING, {**place, "name": "r"}).id
    key = {"keyRing": ring, "name": "k", "rotationPeriod": "7776000s"}
    made = {KEY_RING: ring, CRYPTO_KEY: api.create(cloud, CRYPTO_KEY, key).id}
    found = {
        token: provider.Read(provider_pb2.ReadRequest(urn=urn(token), id=id)) for token, id in made.items()
    }
    assert bare(decode(found[KEY_RING].inputs)) == {**place, "name": "r"}
    assert bare(decode(found[CRYPTO_KEY].inputs)).items() >= key.items()
    state = found[CRYPTO_KEY].properties
    assert bare(decode(state))["effectiveLabels"] == {"goog-pulumi-provisioned": "true"}
    request = provider_pb2.DiffRequest(urn=urn(CRYPTO_KEY), olds=state, news=encode(key))
    assert [*provider.Diff(request).detailedDiff] == ["pulumiLabels"]
    request.ignoreChanges.append("pulumiLabels")
    assert provider.Diff(request).changes == provider_pb2.DiffResponse.DIFF_NONE


def test_no_difference(provider: Stub) -> None:
    same = encode({"cluster": "c"})
    answer = provider.Diff(provider_pb2.DiffRequest(urn=urn(NODE_POOL), olds=same, news=same))
    assert (answer.changes, answer.detailedDiff) == (provider_pb2.DiffResponse.DIFF_NONE, {})


@pytest.mark.parametrize(
    ("ignored", "path", "expected"),
    [
        ("nodeConfig", ("nodeConfig", "taints", 0), True),
        ("nodeConfig.taints", ("nodeConfig", "taints", 0, "key"), True),
        ("nodeConfig.taints[*].key", ("nodeConfig", "taints", 0, "key"), True),
        ("nodeConfig.taints[*].key", ("nodeConfig", "taints", 0, "value"), False),
        ("nodeConfig.tags", ("nodeConfig", "taints", 0), False),
        ("node", ("nodeCount",), False),
        ('nodeConfig.labels["a.b/c"]', ("nodeConfig", "labels", "a.b/c"), True),
    ],
)
def test_what_a_program_ignores(ignored: str, path: tuple[str | int, ...], expected: bool) -> None:
    assert is_ignored(path, [ignored]) is expected


def test_a_preview_creates_nothing_and_a_creation_keeps_secrets(provider: Stub, cloud: Cloud) -> None:
    news = encode({"type": "slack", "sensitiveLabels": {"authToken": "t"}, "displayName": Secret("d")})
    request = provider_pb2.CreateRequest(urn=urn(CHANNEL), properties=news, preview=True)
    planned = provider.Create(request)
    assert planned.id == ""
    outputs = decode(planned.properties)
    assert (outputs["name"], outputs["project"]) == (UNKNOWN, "p")
    assert cloud.all() == []

    request.preview = False
    made = provider.Create(request)
    outputs = decode(made.properties)
    assert outputs["sensitiveLabels"] == {"authToken": Secret("t")}
    assert outputs["displayName"] == Secret("d")
    assert cloud.only(CHANNEL).id == made.id

    # A refresh seals what was sealed.
    read = provider.Read(
        provider_pb2.ReadRequest(urn=urn(CHANNEL), id=made.id, properties=made.properties, inputs=news)
    )
    assert decode(read.properties)["displayName"] == Secret("d")
    assert decode(read.inputs) == decode(news)
    gone = provider.Read(provider_pb2.ReadRequest(urn=urn(CHANNEL), id="other"))
    assert gone.id == ""


def test_copies_of_secret_labels_are_secret(provider: Stub) -> None:
    for label, kind in (("a", str), (Secret("a"), Secret)):
        news = encode({"name": f"topic-{kind.__name__}", "labels": {"team": label}})
        request = provider_pb2.CreateRequest(urn=urn("gcp:pubsub/topic:Topic"), properties=news)
        outputs = decode(provider.Create(request).properties)
        assert isinstance(outputs["labels"]["team"], kind)
        for name in ("effectiveLabels", "pulumiLabels"):
            assert isinstance(outputs[name], Secret) is (kind is Secret)


def test_a_creation_that_is_cancelled_hands_over_what_is_there(provider: Stub, cloud: Cloud) -> None:
    cloud.slow(CLUSTER, 60)
    news = {"name": "main", "location": "europe-west4", "enableAutopilot": True}
    running = provider.Create.future(provider_pb2.CreateRequest(urn=urn(CLUSTER), properties=encode(news)))
    while not cloud.all(CLUSTER):
        assert not running.done()
    provider.Cancel(Empty())
    error = running.exception(timeout=30)
    assert isinstance(error, grpc.RpcError)
    details = dict(error.trailing_metadata())
    status = Status.FromString(details["grpc-status-details-bin"])
    partial = provider_pb2.ErrorResourceInitFailed()
    assert status.details[0].Unpack(partial)
    assert (partial.id, list(partial.reasons)) == (ID, ["context canceled"])
    assert decode(partial.properties)["name"] == "main"


def test_a_resource_must_be_somewhere(provider: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROJECT_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    request = provider_pb2.CreateRequest(urn=urn(CLUSTER), properties=encode({"name": "main"}), preview=True)
    with pytest.raises(grpc.RpcError, match="location: required field is not set"):
        provider.Create(request)
    provider.Configure(provider_pb2.ConfigureRequest(args=encode({"region": "europe-west4"})))
    with pytest.raises(grpc.RpcError, match="project: required field is not set"):
        provider.Create(request)
    monkeypatch.setenv("GOOGLE_PROJECT", "q")
    provider.Configure(provider_pb2.ConfigureRequest(args=encode({"region": "europe-west4"})))
    outputs = decode(provider.Create(request).properties)
    assert (outputs["project"], outputs["location"]) == ("q", "europe-west4")


def test_an_update_says_what_it_does_before(provider: Stub, cloud: Cloud) -> None:
    existing_cluster(cloud, ID, initialNodeCount=1)
    made = api.create(cloud, NODE_POOL, {"cluster": ID, "name": "a", "nodeCount": 1})
    request = provider_pb2.UpdateRequest(
        urn=urn(NODE_POOL),
        id=made.id,
        olds=encode(made.properties),
        news=encode({"cluster": ID, "name": "a", "nodeCount": 2}),
        preview=True,
    )
    assert decode(provider.Update(request).properties)["nodeCount"] == 2
    assert cloud.only(NODE_POOL).properties["nodeCount"] == 1
    request.preview = False
    assert decode(provider.Update(request).properties)["nodeCount"] == 2
    assert cloud.only(NODE_POOL).properties["nodeCount"] == 2


@pytest.mark.parametrize(
    ("state", "there", "message"),
    [
        ({"deletionProtection": True}, True, "deletion_protection is set to true"),
        ({"deletionPolicy": "PREVENT"}, True, "deletion_policy is PREVENT"),
        ({"deletionPolicy": "ABANDON"}, True, None),
        ({}, False, None),
    ],
)
def test_what_protects_from_deletion(
    provider: Stub, cloud: Cloud, state: dict[str, Any], there: bool, message: str | None
) -> None:
    existing_cluster(cloud, ID)
    request = provider_pb2.DeleteRequest(urn=urn(CLUSTER), id=ID, properties=encode(state))
    if message is None:
        provider.Delete(request)
    else:
        with pytest.raises(grpc.RpcError, match=message):
            provider.Delete(request)
    assert (cloud.get(CLUSTER, ID) is not None) is there


def test_a_data_source(provider: Stub, cloud: Cloud) -> None:
    existing_cluster(cloud, ID)
    token = "gcp:container/getCluster:getCluster"
    arguments = encode({"name": "main", "location": "europe-west4", "zone": "a"})
    answer = provider.Invoke(provider_pb2.InvokeRequest(tok=token, args=arguments))
    assert decode(getattr(answer, "return"))["id"] == ID
    assert [each.property for each in answer.failures] == ["zone"]
    with pytest.raises(grpc.RpcError, match="does not know the data source gcp:a/getB:getB"):
        provider.Invoke(provider_pb2.InvokeRequest(tok="gcp:a/getB:getB"))


def test_the_program_needs_its_folder_and_ends_when_told(cloud: Cloud) -> None:
    program = PROGRAMS / "pulumi-resource-gcp"
    env = {**os.environ, **environment(cloud, os.environ["PATH"])}
    with subprocess.Popen([program], stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        with grpc.insecure_channel(f"127.0.0.1:{int(process.stdout.readline())}") as channel:
            assert Stub(channel).GetPluginInfo(Empty(), timeout=30).version == version("pulumi-gcp")
        process.terminate()
        assert process.wait(timeout=30) == 0
    del env["FAKE_GCP_DIRECTORY"]
    failed = subprocess.run([program], env=env, capture_output=True, text=True, check=False, timeout=60)
    assert failed.returncode == 1
    assert "FAKE_GCP_DIRECTORY names no folder" in failed.stderr


def plugin_for(server: str, **env: str) -> subprocess.CompletedProcess[str]:
    """What client-go does for a cluster that answers there."""
    info = json.dumps({"spec": {"cluster": {"server": server}, "interactive": False}})
    return subprocess.run(
        [sys.executable, str(PROGRAMS / "gke-gcloud-auth-plugin")],
        env={**os.environ, "KUBERNETES_EXEC_INFO": info, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_plugin_gives_the_client_certificate_of_the_cluster(tmp_path: Path) -> None:
    planes = os.pathsep.join(str(kubeconfig(tmp_path, port)) for port in (6001, 6002))
    credential = json.loads(plugin_for("https://127.0.0.1:6002", FAKE_GCP_KUBECONFIG=planes).stdout)
    assert credential["apiVersion"] == "client.authentication.k8s.io/v1beta1"
    assert credential["status"] == {"clientCertificateData": "cert-6002", "clientKeyData": "key-6002"}
    failed = plugin_for("https://203.0.113.10", FAKE_GCP_KUBECONFIG=planes)
    assert "no kubeconfig of FAKE_GCP_KUBECONFIG is of https://203.0.113.10" in failed.stderr
    failed = plugin_for("https://127.0.0.1:6002", FAKE_GCP_KUBECONFIG="")
    assert "FAKE_GCP_KUBECONFIG names no kubeconfig" in failed.stderr
