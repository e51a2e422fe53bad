"""Nobody gets in without the right certificate, and nobody is taken for the server without one."""

import http.client
import ssl
from pathlib import Path

import pytest

from localcluster.api import ApiClient, ApiError, tls_context
from localcluster.certificates import ETCD_CA, certificate_file, ensure_certificates, key_file
from localcluster.health import complaint
from tests.engine.localcluster.workbench import Workbench

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certificates with the same names from other authorities."""
    pki = tmp_path_factory.mktemp("strangers") / "pki"
    ensure_certificates(pki)
    return pki


def etcd_answers(bench: Workbench, context: ssl.SSLContext) -> bool:
    return complaint(bench.plan.ports["etcd"], "/health", context) == ""


def test_etcd_answers_its_own_client(bench: Workbench):
    assert etcd_answers(bench, tls_context(bench.layout.pki, "etcd-client", ETCD_CA))


def test_etcd_refuses_a_client_without_a_certificate(bench: Workbench):
    assert not etcd_answers(bench, tls_context(bench.layout.pki, None, ETCD_CA))


def test_etcd_refuses_the_certificate_of_another_authority(bench: Workbench, strangers: Path):
    context = tls_context(bench.layout.pki, None, ETCD_CA)
    context.load_cert_chain(certificate_file(strangers, "etcd-client"), key_file(strangers, "etcd-client"))
    assert not etcd_answers(bench, context)


def test_etcd_refuses_even_the_administrator_of_the_api(bench: Workbench):
    context = tls_context(bench.layout.pki, "admin", ETCD_CA)
    assert not etcd_answers(bench, context)


def test_the_api_answers_the_administrator_and_a_stranger_nothing_but_health(bench: Workbench):
    assert bench.api.get("/api/v1/nodes")["items"]
    stranger = bench.api_as(None)
    with pytest.raises(ApiError, match="401"):
        stranger.get("/api/v1/nodes")
    with pytest.raises(ApiError, match="401"):
        stranger.get("/version")
    assert complaint(bench.plan.api_port, "/readyz", tls_context(bench.layout.pki, None)) == ""


def test_the_api_refuses_the_administrator_of_another_authority(bench: Workbench, strangers: Path):
    context = tls_context(bench.layout.pki, None)
    context.load_cert_chain(certificate_file(strangers, "admin"), key_file(strangers, "admin"))
    with pytest.raises((ApiError, ssl.SSLError, http.client.HTTPException), match=r"401|alert"):
        ApiClient(bench.plan.api_port, context).get("/api/v1/nodes")


def test_a_client_that_trusts_another_authority_refuses_the_server(bench: Workbench, strangers: Path):
    with pytest.raises(ssl.SSLCertVerificationError):
        ApiClient(bench.plan.api_port, tls_context(strangers, "admin")).get("/api/v1/nodes")


@pytest.mark.parametrize("identity", ["kwok", "pod-runner", "kube-scheduler"])
def test_a_part_has_its_own_rights_and_no_more(bench: Workbench, identity: str):
    with pytest.raises(ApiError, match="403"):
        bench.api_as(identity).get("/api/v1/secrets")
