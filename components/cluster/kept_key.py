"""The Cloud KMS key that a stack left behind when it was destroyed, found again by its name."""

from typing import NamedTuple

import pulumi
from pulumi_gcp import kms

from ..waiting import Awaited, passing_error
from .node_names import identity_name


class KeptKey(NamedTuple):
    """The ids of a ring and a key that are there already; empty where there is none."""

    ring: str = ""
    key: str = ""


def kept_name(component: str, scope: str) -> str:
    """The id of a key, and of its ring: the same each time, and nobody else's. Cloud KMS takes 1 to 63
    letters, digits, underscores and hyphens (Cloud KMS REST v1, keyRings.create, keyRingId).

    component: the name of the component that makes the key.
    scope: what tells this stack from others in the same Google Cloud project.
    """
    return identity_name(f"{component}-secrets", scope)


def kept_key(name: str, project: str, region: str, component: pulumi.Resource | None) -> KeptKey:
    """The ring and the key of a name. In a project whose Cloud KMS API is off there are none. Where nobody
    answers for another reason a warning says so, and both count as not there.

    component: whose provider is asked.
    """
    try:
        return looked_up(name, project, region, pulumi.InvokeOptions(parent=component))
    except Exception as error:
        # A failed question raises nothing more precise (pulumi 3.272, pulumi/runtime/invoke.py).
        if passing_error(str(error), [Awaited.API]) is None:
            pulumi.log.warn(unanswered(name, str(error)), component)
        return KeptKey()


def looked_up(name: str, project: str, region: str, opts: pulumi.InvokeOptions) -> KeptKey:
    """The same. Lists are asked for, since what is not in one is no error; they are whole, since filters of
    Cloud KMS are in beta (Cloud KMS documentation, "Sorting and filtering list results").

    Errors: Exception when the provider cannot tell.
    """
    ring = f"projects/{project}/locations/{region}/keyRings/{name}"
    # In a preview, a provider whose configuration is not known yet answers with nothing at all.
    rings = kms.get_key_rings(location=region, project=project, opts=opts).key_rings or ()
    if name not in [last_part(each.name) for each in rings]:
        return KeptKey()
    keys = kms.get_crypto_keys(key_ring=ring, opts=opts).keys or ()
    is_there = name in [last_part(each.name) for each in keys]
    return KeptKey(ring, f"{ring}/cryptoKeys/{name}" if is_there else "")


def last_part(path: str | None) -> str:
    """The name at the end of a path, which Cloud KMS and the provider both call the name."""
    return (path or "").rpartition("/")[2]


def unanswered(name: str, error: str) -> str:
    """That it is not known whether there is a key."""
    return (
        f"nobody could tell whether the stack left a key {name} when it was destroyed. If it did, making "
        "another one fails with `already exists`. Whoever deploys needs cloudkms.keyRings.list and "
        f"cloudkms.cryptoKeys.list, as in roles/cloudkms.admin. The answer was: {error}"
    )
