"""Where pods hide in a resource."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from .exemption import Exemption, exemptions
from .finding import Finding
from .identity import Identity, from_api_version, from_type_token
from .part import Completeness, Seen, is_list, is_object
from .path import Path, written
from .pod import PodSpec, unreadable
from .pod_kinds import POD_KINDS, PodKind
from .resource import Resource
from .search import overlay_completeness, pods_like, unknown_pod_fields
from .unknown import UNKNOWN

_SCHEMAS = Identity("apiextensions.k8s.io", "CustomResourceDefinition")
# Pulumi's own types, no objects of the API: what they render is registered object by object.
_RENDERERS = frozenset({"helm.sh", "kustomize", "yaml"})


class Object(NamedTuple):
    """An object of the API within a resource, taken for one kind.

    patch:      whether only what it says is changed in the cluster.
    exemptions: what it says is meant.
    """

    path: Path
    value: Mapping[str, object]
    identity: Identity
    patch: bool = False
    exemptions: tuple[Exemption, ...] = ()


def locate(resource: Resource, today: date) -> Iterator[PodSpec | Finding]:
    """Every pod spec of a resource, and a finding for each place where one should be and cannot be read.

    Also a finding for each exemption that is malformed, or over by `today`.

    The type and the object's own apiVersion and kind are both believed: the Kubernetes provider creates what
    the object says, whatever its type. A custom resource of an unknown kind is searched for anything like a
    pod spec.
    """
    by_type = from_type_token(resource.type_token)
    if by_type is not None or {"apiVersion", "kind"} <= resource.properties.keys():
        for field in ("apiVersion", "kind"):
            seen = Seen((field,), resource.properties.get(field))
            if seen.value is UNKNOWN:
                yield unreadable("object", seen, resource.secrets, f"say its {field}", f"{field}: ...")
    pending = list(_objects(resource.properties, by_type))
    while pending:
        entered = pending.pop(0)
        claimed = list(exemptions(entered.value, entered.path, resource.secrets, today))
        yield from (each for each in claimed if isinstance(each, Finding))
        valid = tuple(each for each in claimed if isinstance(each, Exemption))
        for found in _in_object(entered._replace(exemptions=valid), resource.secrets):
            if isinstance(found, Object):
                pending.append(found)
            else:
                yield found


def _objects(properties: Mapping[str, object], by_type: Identity | None) -> Iterator[Object]:
    """A resource, once for each kind that it may be taken for."""
    own = _own_identity(properties)
    kind = properties.get("kind")
    patch = False
    if by_type is not None:
        patched = Identity(by_type.group, by_type.kind.removesuffix("Patch"))
        # The provider's own test (pulumi-kubernetes v4, pkg/kinds/util.go): a custom kind may end in Patch.
        patch = patched != by_type and kind == patched.kind
        if patched != by_type and (patch or patched in POD_KINDS or not isinstance(kind, str)):
            yield Object((), properties, patched, patch=True)
        else:
            yield Object((), properties, by_type)
        if patch and own == patched:
            return
    if own is not None and own != by_type:
        yield Object((), properties, own, patch)


def _own_identity(properties: Mapping[str, object]) -> Identity | None:
    return from_api_version(properties.get("apiVersion"), properties.get("kind"))


def _in_object(found: Object, secrets: frozenset[Path]) -> Iterator[PodSpec | Finding | Object]:
    identity = found.identity
    if identity in POD_KINDS:
        yield from _of_pod_kind(found, POD_KINDS[identity], secrets)
    elif identity.kind.endswith("List") and (_promised(identity) in POD_KINDS or "items" in found.value):
        yield from _in_items(found, secrets)
    elif identity != _SCHEMAS and identity.group not in _RENDERERS:
        yield from _anywhere(found, secrets)


def _of_pod_kind(found: Object, kind: PodKind, secrets: frozenset[Path]) -> Iterator[PodSpec | Finding]:
    path, value = found.path, found.value
    for key in kind.pod_spec:
        path = (*path, key)
        inner = value.get(key)
        if is_object(inner):
            value = inner
            continue
        if inner is None and found.patch:
            return
        where = ".".join(kind.pod_spec)
        fix = f"{where}: {{containers: [...]}}" + _hint(found, secrets)
        yield unreadable(found.identity.kind, Seen(path, inner), secrets, f"carry its pod at {where}", fix)
        return
    yield PodSpec(
        path,
        value,
        must_have_containers=True,
        token_off_when_unset=kind.token_off_when_unset,
        exemptions=found.exemptions,
        completeness=_patch_completeness(found.value, value, kind) if found.patch else Completeness.WHOLE,
    )


def _hint(found: Object, secrets: frozenset[Path]) -> str:
    elsewhere = next((path for path, _ in pods_like(found.path, found.value)), None)
    if elsewhere is None:
        return ""
    return f" (there are containers at {written(elsewhere, secrets)}, a field that the API server drops)"


def _patch_completeness(
    value: Mapping[str, object], pod_spec: Mapping[str, object], kind: PodKind
) -> Completeness:
    """A patch is a server-side apply: one that holds all that the API server requires creates the object."""
    containers = pod_spec.get("containers")
    if containers is UNKNOWN:
        enough = True
    else:
        enough = is_list(containers) and bool(containers) and all(_has_image(each) for each in containers)
    for needed in kind.needed_to_create:
        enough = enough and _present(value, needed)
    return Completeness.PATCH_OR_WHOLE if enough else Completeness.PATCH


def _has_image(container: object) -> bool:
    return container is UNKNOWN or (is_object(container) and container.get("image") is not None)


def _present(value: object, path: Path) -> bool:
    for key in path:
        if not is_object(value):
            return value is UNKNOWN
        value = value.get(str(key))
    return value is not None


def _in_items(found: Object, secrets: frozenset[Path]) -> Iterator[Finding | Object]:
    """The objects of a list: each by its own kind, and by the one that the list's kind promises."""
    promised = _promised(found.identity)
    carries_pods = promised in POD_KINDS or found.identity == Identity("", "List")
    path = (*found.path, "items")
    items = found.value.get("items")
    if not is_list(items):
        if carries_pods and items is not None:
            yield unreadable("list", Seen(path, items), secrets, "give items as a list", "items: [...]")
        return
    for position, item in enumerate(items):
        at = (*path, position)
        if is_object(item):
            own = _own_identity(item)
            kinds = (own, promised if promised in POD_KINDS else None)
            yield from (Object(at, item, each) for each in dict.fromkeys(kinds) if each is not None)
            unsure = [field for field in ("apiVersion", "kind") if item.get(field) is UNKNOWN]
            for field in unsure if carries_pods else ():
                yield unreadable(
                    f"item {position}", Seen((*at, field), UNKNOWN), secrets, f"say its {field}", ""
                )
        elif carries_pods:
            yield unreadable(
                f"item {position}", Seen(at, item), secrets, "be an object", "{apiVersion: ..., ...}"
            )


def _promised(identity: Identity) -> Identity:
    """The kind of the entries of a kind of list."""
    return Identity(identity.group, identity.kind.removesuffix("List"))


def _anywhere(found: Object, secrets: frozenset[Path]) -> Iterator[PodSpec | Finding]:
    for path, value in pods_like(found.path, found.value):
        completeness = overlay_completeness(value)
        if found.patch and completeness is Completeness.WHOLE:
            completeness = Completeness.PATCH_OR_WHOLE
        yield PodSpec(
            path,
            value,
            must_have_containers=False,
            token_off_when_unset=False,
            exemptions=found.exemptions,
            completeness=completeness,
        )
    if _is_foreign(found.identity.group):
        for path in unknown_pod_fields(found.path, found.value):
            yield unreadable(
                found.identity.kind, Seen(path, UNKNOWN), secrets, "show the pod that it may carry", ""
            )


def _is_foreign(group: str) -> bool:
    """Whether a group is that of a custom resource: Kubernetes' own have no dot, or end in .k8s.io."""
    return "." in group and not group.endswith(".k8s.io")
