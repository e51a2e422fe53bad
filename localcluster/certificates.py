"""The certificates of one cluster: two authorities that live for the making alone, and what they signed.

etcd has an authority of its own, as kubeadm has it: otherwise every client of the API server could read and
write the database behind its back. The authorities' private keys are thrown away after signing; who needs
other certificates makes all of them anew.
"""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from localcluster.files import make_private_directory, write_private
from localcluster.network import API_SERVICE_ADDRESS
from localcluster.ports import LOOPBACK

CLUSTER_CA = "ca"
ETCD_CA = "etcd-ca"
SERVICE_ACCOUNT_KEY = "service-account"

_LIFETIME = timedelta(days=365)
# A certificate that ends within this time is made anew at the next `up`.
_RENEWAL = timedelta(days=2)
# Clocks of one machine do jump back a little.
_BACKDATE = timedelta(hours=1)

_SERVER = ExtendedKeyUsageOID.SERVER_AUTH
_CLIENT = ExtendedKeyUsageOID.CLIENT_AUTH
_HERE = (LOOPBACK, "localhost")
_API_NAMES = (
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
    API_SERVICE_ADDRESS,
)


@dataclass(frozen=True)
class Certificate:
    """What one certificate says.

    name:         its file name without ending, e.g. `admin`.
    authority:    CLUSTER_CA or ETCD_CA.
    user:         the common name: to the API server the user's name.
    group:        the organization: to the API server the user's group; may be empty.
    names:        host names and addresses that a server answers to; empty for a mere client.
    is_client:    whether it may be shown to a server.
    """

    name: str
    authority: str
    user: str
    group: str = ""
    names: tuple[str, ...] = ()
    is_client: bool = True


# User names of the control plane: https://kubernetes.io/docs/setup/best-practices/certificates/ (Kubernetes
# 1.36).
CERTIFICATES = (
    # etcd is also a client of itself: its gateway and its peers show the server's certificate.
    Certificate("etcd", ETCD_CA, "etcd", names=_HERE),
    Certificate("etcd-client", ETCD_CA, "kube-apiserver-etcd-client"),
    Certificate("kube-apiserver", CLUSTER_CA, "kube-apiserver", names=(*_HERE, *_API_NAMES), is_client=False),
    Certificate("admin", CLUSTER_CA, "kubernetes-admin", group="system:masters"),
    Certificate("kube-controller-manager", CLUSTER_CA, "system:kube-controller-manager", names=_HERE),
    Certificate("kube-scheduler", CLUSTER_CA, "system:kube-scheduler", names=_HERE),
    Certificate("kwok", CLUSTER_CA, "kwok"),
    Certificate("pod-runner", CLUSTER_CA, "pod-runner"),
)


def certificate_file(directory: Path, name: str) -> Path:
    return directory / f"{name}.crt"


def key_file(directory: Path, name: str) -> Path:
    return directory / f"{name}.key"


def ensure_certificates(directory: Path, now: datetime | None = None) -> bool:
    """Make the folder of certificates where it is absent or about to expire; True if it was made.

    It is made beside its place and moved there whole, so that an interruption leaves the old one or none.
    """
    moment = now or datetime.now(UTC)
    if directory.is_dir() and not expires_soon(directory, moment):
        return False
    draft = directory.with_name(f"{directory.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    make_private_directory(draft)
    _make(draft, moment)
    shutil.rmtree(directory, ignore_errors=True)
    draft.rename(directory)
    return True


def expires_soon(directory: Path, moment: datetime) -> bool:
    """Whether any certificate is missing or ends within two days."""
    for name in (CLUSTER_CA, ETCD_CA, *(certificate.name for certificate in CERTIFICATES)):
        file = certificate_file(directory, name)
        if not file.exists():
            return True
        if x509.load_pem_x509_certificate(file.read_bytes()).not_valid_after_utc < moment + _RENEWAL:
            return True
    return False


def _make(directory: Path, moment: datetime) -> None:
    authorities = {name: _authority(directory, name, moment) for name in (CLUSTER_CA, ETCD_CA)}
    for certificate in CERTIFICATES:
        _sign(directory, certificate, *authorities[certificate.authority], moment)
    account_key = ec.generate_private_key(ec.SECP256R1())
    _write_key(directory, SERVICE_ACCOUNT_KEY, account_key)
    public = account_key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    write_private(directory / f"{SERVICE_ACCOUNT_KEY}.pub", public.decode())


def _authority(
    directory: Path, name: str, moment: datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _name(f"local-cluster-{name}", "")
    usage = _key_usage(key_cert_sign=True)
    certificate = (
        _builder(subject, subject, key.public_key(), moment)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_certificate(directory, name, certificate)
    return certificate, key


def _sign(
    directory: Path,
    wanted: Certificate,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    moment: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    usages = ([_SERVER] if wanted.names else []) + ([_CLIENT] if wanted.is_client else [])
    builder = (
        _builder(_name(wanted.user, wanted.group), authority.subject, key.public_key(), moment)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(key_cert_sign=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False
        )
    )
    if wanted.names:
        builder = builder.add_extension(
            x509.SubjectAlternativeName(_general_names(wanted.names)), critical=False
        )
    _write_certificate(directory, wanted.name, builder.sign(authority_key, hashes.SHA256()))
    _write_key(directory, wanted.name, key)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, moment: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - _BACKDATE)
        .not_valid_after(moment + _LIFETIME)
    )


def _name(common_name: str, organization: str) -> x509.Name:
    attributes = [x509.NameAttribute(NameOID.COMMON_NAME, common_name)]
    if organization:
        attributes.append(x509.NameAttribute(NameOID.ORGANIZATION_NAME, organization))
    return x509.Name(attributes)


def _general_names(names: Iterable[str]) -> list[x509.GeneralName]:
    return [_general_name(name) for name in names]


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _key_usage(*, key_cert_sign: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=key_cert_sign,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write_certificate(directory: Path, name: str, certificate: x509.Certificate) -> None:
    text = certificate.public_bytes(serialization.Encoding.PEM).decode()
    write_private(certificate_file(directory, name), text)


def _write_key(directory: Path, name: str, key: ec.EllipticCurvePrivateKey) -> None:
    # "EC PRIVATE KEY", which Kubernetes reads for service accounts as well as for TLS.
    text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    write_private(key_file(directory, name), text.decode())
