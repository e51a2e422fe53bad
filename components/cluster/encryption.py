"""The Cloud KMS key that encrypts the Secrets of a cluster."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import pulumi
from pulumi_gcp import kms

from ..composition import stack_scope
from ..gcp import gke_service_agent, project_number
from .checks import region_of
from .kept_key import KeptKey, kept_key, kept_name

KEY_ROLE: Final = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
"""What GKE's service agent needs on the key. Source: GKE documentation, "Encrypt secrets at the application
layer".
"""

ROTATION_DAYS: Final = 90
"""Source: CIS Google Cloud Foundation Benchmark 1.10, KMS keys are rotated within 90 days."""

SECONDS_OF_A_DAY: Final = 24 * 60 * 60


class EncryptionKey(NamedTuple):
    """A key, and what a cluster that uses it must wait for."""

    name: pulumi.Input[str]
    grants: tuple[pulumi.Resource, ...]


def is_customer_managed(encryption: Mapping[str, Any]) -> bool:
    """Whether Secrets are encrypted with a key of the customer's."""
    return encryption.get("customer_managed") is not False


def grants_service_agent(encryption: Mapping[str, Any]) -> bool:
    """Whether GKE's service agent is given the use of the key here."""
    granted = encryption.get("grant_service_agent")
    is_own = encryption.get("key_name") is not None
    return is_customer_managed(encryption) and (not is_own if granted is None else granted is not False)


def encryption_key(
    name: str,
    encryption: Mapping[str, Any],
    location: pulumi.Input[str],
    project: pulumi.Input[str],
    opts: pulumi.ResourceOptions,
) -> EncryptionKey | None:
    """The key that the arguments name, or one that is made; None when there is to be none.

    Key and ring stay when the stack is destroyed, since backups of the cluster need the key, and Cloud KMS
    never deletes a ring. The next `up` takes them again where location and project are plain text; where one
    is an output, the engine names them, and each life of the stack makes new ones.

    encryption: the group of arguments, already checked.
    opts: of every resource.
    """
    if not is_customer_managed(encryption):
        return None
    own = encryption.get("key_name")
    key_name: pulumi.Input[str] = (
        own if own is not None else made_key(name, encryption, location, project, opts)
    )
    if not grants_service_agent(encryption):
        return EncryptionKey(key_name, ())
    agent = encryption.get("service_agent")
    email = gke_service_agent(project_number(project, opts.parent)) if agent is None else agent
    grant = kms.CryptoKeyIAMMember(
        f"{name}-secrets",
        crypto_key_id=key_name,
        role=KEY_ROLE,
        member=pulumi.Output.concat("serviceAccount:", email),
        opts=opts,
    )
    return EncryptionKey(key_name, (grant,))


def made_key(
    name: str,
    encryption: Mapping[str, Any],
    location: pulumi.Input[str],
    project: pulumi.Input[str],
    opts: pulumi.ResourceOptions,
) -> pulumi.Output[str]:
    """A key in a ring of its own, in the cluster's region: the one that was kept, or a new one."""
    fixed_name, kept = None, KeptKey()
    if isinstance(location, str) and isinstance(project, str):
        fixed_name = kept_name(name, stack_scope())
        kept = kept_key(fixed_name, project, region_of(location), opts.parent)
    ring = kms.KeyRing(
        f"{name}-secrets",
        name=fixed_name,
        location=pulumi.Output.from_input(location).apply(region_of),
        project=project,
        opts=kept_options(opts, kept.ring),
    )
    days = int(encryption.get("rotation_days") or ROTATION_DAYS)
    key = kms.CryptoKey(
        f"{name}-secrets",
        name=fixed_name,
        key_ring=ring.id,
        rotation_period=f"{days * SECONDS_OF_A_DAY}s",
        opts=kept_options(opts, kept.key),
    )
    return key.id


def kept_options(opts: pulumi.ResourceOptions, id: str) -> pulumi.ResourceOptions:
    """The options of what stays when the stack is destroyed. Another name is no change: it is no reason to
    encrypt a cluster with another key.

    id: of what is there already; empty: nothing is. What the stack's state has under this id stays as it is;
        anything else is imported, and then changed where it differs (pulumi 3.274,
        pkg/resource/deploy/step_generator.go, isImport and continueStepsFromImport).
    """
    own = pulumi.ResourceOptions(retain_on_delete=True, import_=id or None, ignore_changes=["name"])
    return pulumi.ResourceOptions.merge(opts, own)
