"""One object of a manifest as one Pulumi resource."""

from collections.abc import Mapping
from typing import Any

import pulumi


def type_token(api_version: str, kind: str) -> str:
    """The type of the Kubernetes provider's resource, e.g. `kubernetes:apps/v1:Deployment`."""
    return f"kubernetes:{api_version if '/' in api_version else f'core/{api_version}'}:{kind}"


class KubernetesObject(pulumi.CustomResource):
    """An object in the form in which the API has it, registered under its own type.

    The classes of the Kubernetes SDK are for objects that a program writes: they know the properties of
    their own release and pass each through a translation of names. What a file holds is registered as it
    stands.
    """

    def __init__(self, name: str, obj: Mapping[str, Any], opts: pulumi.ResourceOptions) -> None:
        super().__init__(type_token(obj["apiVersion"], obj["kind"]), name, dict(obj), opts)
