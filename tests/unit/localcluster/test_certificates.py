"""Certificates: each verifies against its own authority and no other, and keys are private."""

import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509 import DNSName, IPAddress, Name
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from localcluster.certificates import (
    CERTIFICATES,
    CLUSTER_CA,
    ETCD_CA,
    Certificate,
    certificate_file,
    ensure_certificates,
    expires_soon,
)
from localcluster.network import API_SERVICE_ADDRESS

SERVERS = [certificate for certificate in CERTIFICATES if certificate.names]
CLIENTS = [certificate for certificate in CERTIFICATES if certificate.is_client]


@pytest.fixture(scope="module")
def pki(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("cluster") / "pki"
    assert ensure_certificates(directory)
    return directory


def load(pki: Path, name: str) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificate_file(pki, name).read_bytes())


def policy(pki: Path, authority: str) -> PolicyBuilder:
    return PolicyBuilder().store(Store([load(pki, authority)]))


def text(name: Name, oid: x509.ObjectIdentifier) -> list[str | bytes]:
    return [attribute.value for attribute in name.get_attributes_for_oid(oid)]


@pytest.mark.parametrize("wanted", SERVERS, ids=lambda each: each.name)
def test_a_server_verifies_by_chain_for_each_of_its_names(pki: Path, wanted: Certificate):
    for name in ("127.0.0.1", "localhost", *wanted.names):
        try:
            subject = IPAddress(ip_address(name))
        except ValueError:
            subject = DNSName(name)
        verifier = policy(pki, wanted.authority).build_server_verifier(subject)
        assert len(verifier.verify(load(pki, wanted.name), [])) == 2


@pytest.mark.parametrize("wanted", CLIENTS, ids=lambda each: each.name)
def test_a_client_is_accepted_by_its_authority_alone(pki: Path, wanted: Certificate):
    """Verified by issuer and signature: the library's client verifier asks for an alternative name too."""
    other = ETCD_CA if wanted.authority == CLUSTER_CA else CLUSTER_CA
    certificate = load(pki, wanted.name)
    certificate.verify_directly_issued_by(load(pki, wanted.authority))
    with pytest.raises(ValueError, match="Issuer"):
        certificate.verify_directly_issued_by(load(pki, other))
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert ExtendedKeyUsageOID.CLIENT_AUTH in usage


def test_a_server_of_one_authority_is_refused_by_the_other(pki: Path):
    verifier = policy(pki, ETCD_CA).build_server_verifier(IPAddress(ip_address("127.0.0.1")))
    with pytest.raises(VerificationError):
        verifier.verify(load(pki, "kube-apiserver"), [])


def test_a_server_is_refused_under_a_name_it_does_not_have(pki: Path):
    verifier = policy(pki, CLUSTER_CA).build_server_verifier(DNSName("example.com"))
    with pytest.raises(VerificationError):
        verifier.verify(load(pki, "kube-apiserver"), [])


def test_the_api_server_has_the_first_service_address(pki: Path):
    names = load(pki, "kube-apiserver").extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert ip_address(API_SERVICE_ADDRESS) in names.get_values_for_type(x509.IPAddress)


def test_only_the_admin_is_in_a_group(pki: Path):
    groups = {
        each.name: text(load(pki, each.name).subject, NameOID.ORGANIZATION_NAME) for each in CERTIFICATES
    }
    assert {name: group for name, group in groups.items() if group} == {"admin": ["system:masters"]}


def test_keys_are_private_and_the_authorities_have_none(pki: Path):
    keys = list(pki.glob("*.key"))
    assert {key.stem for key in keys} == {*(each.name for each in CERTIFICATES), "service-account"}
    assert {stat.S_IMODE(key.stat().st_mode) for key in keys} == {0o600}
    assert stat.S_IMODE(pki.stat().st_mode) == 0o700


def test_certificates_are_kept_until_they_are_about_to_expire(tmp_path: Path):
    pki = tmp_path / "pki"
    ensure_certificates(pki)
    first = certificate_file(pki, "admin").read_bytes()
    assert not ensure_certificates(pki)
    assert certificate_file(pki, "admin").read_bytes() == first
    assert ensure_certificates(pki, datetime.now(UTC) + timedelta(days=364))
    assert certificate_file(pki, "admin").read_bytes() != first
    assert not (tmp_path / "pki.new").exists()


def test_a_missing_certificate_counts_as_expired(pki: Path, tmp_path: Path):
    assert not expires_soon(pki, datetime.now(UTC))
    assert expires_soon(tmp_path, datetime.now(UTC))


def test_what_an_interrupted_making_left_is_in_nobodys_way(tmp_path: Path):
    (tmp_path / "pki.new").mkdir()
    (tmp_path / "pki.new" / "half-made.key").touch()
    assert ensure_certificates(tmp_path / "pki")
    assert not (tmp_path / "pki" / "half-made.key").exists()
