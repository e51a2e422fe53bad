"""Everything that is wrong with the arguments of a tenant's namespace, beyond their types. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from ..problems import Problem
from ..quantities import quantity_problems
from ..sandboxes.namespaces import reserved_namespace_problems
from ..shapes.names import label_name_problems, label_problems
from ..shapes.opaque import IsOpaque, never_opaque
from ..shapes.paths import join

POD_SECURITY_PREFIX = "pod-security.kubernetes.io/"
POD_SECURITY_VERSION = re.compile(r"latest|v1\.[0-9]+")


def namespace_problems(args: Mapping[str, Any], is_opaque: IsOpaque = never_opaque) -> list[Problem]:
    """Every problem of a namespace's name, labels, Pod Security version, quota and limits."""
    name: object = args["namespace"]
    return [
        *label_name_problems(name, "namespace"),
        *reserved_namespace_problems(name, "namespace"),
        *label_problems(args.get("labels"), "labels", is_opaque),
        *pod_security_problems(args),
        *quantities_problems(args.get("quota"), "quota", is_opaque),
        *limit_range_problems(args.get("limit_range"), is_opaque),
    ]


def pod_security_problems(args: Mapping[str, Any]) -> Iterator[Problem]:
    """Pod Security is restricted here: its labels are not the user's, and its version has a form."""
    labels = cast(Mapping[str, object], args.get("labels") or {})
    for key in labels:
        if key.startswith(POD_SECURITY_PREFIX):
            yield Problem(
                join("labels", key),
                "is a label of Pod Security, which is restricted here",
                "untrusted code must not get a weaker level",
                "pod_security_version for the version; leave the label out",
            )
    version = args.get("pod_security_version")
    if isinstance(version, str) and not POD_SECURITY_VERSION.fullmatch(version):
        yield Problem("pod_security_version", "is no version of Pod Security", fix="latest or v1.36")


def quantities_problems(quantities: object, path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """A map whose values are not all quantities."""
    if is_opaque(quantities) or not isinstance(quantities, Mapping):
        return
    for key, value in cast(Mapping[str, object], quantities).items():
        if not is_opaque(value):
            yield from quantity_problems(value, join(path, key))


def limit_range_problems(limit_range: object, is_opaque: IsOpaque) -> Iterator[Problem]:
    """Each part of the LimitRange is a map of quantities."""
    if isinstance(limit_range, Mapping):
        for key, quantities in cast(Mapping[str, object], limit_range).items():
            yield from quantities_problems(quantities, f"limit_range.{key}", is_opaque)
