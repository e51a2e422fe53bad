"""The manifest of an Agent Sandbox release as a checked value."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import yaml

from ..problems import Problem, ProblemsError, refuse
from .completeness import (
    CONTROLLER,
    CRDS,
    NAMESPACE,
    Object,
    controller_container,
    conversion_service,
    find,
    label_of,
    manifest_problems,
    mapping,
    name_of,
    namespace_of,
    sequence,
)
from .releases import API_VERSION

# libyaml reads a release (0.8 MB) in 0.2 s, the loader written in Python in 10 s. `AgentSandboxController`
# says so when PyYAML was built without it.
FAST_YAML = yaml.__with_libyaml__

# The order in which kubectl would create them. Kinds that are not listed come before the workload that may
# use them.
CREATION_ORDER = (
    "Namespace",
    "CustomResourceDefinition",
    "ServiceAccount",
    "ClusterRole",
    "ClusterRoleBinding",
    "Role",
    "RoleBinding",
    "Service",
)
LAST = "Deployment"

Identity = tuple[str, str, str, str]


@dataclass(frozen=True)
class ManifestFile:
    """One file of a manifest.

    source: where it was read, for messages; without credentials.
    content: its bytes.
    """

    source: str
    content: bytes


@dataclass(frozen=True)
class Manifest:
    """A whole release, checked.

    objects: every object once, in the order in which to create them. They are read, never changed.
    digest: sha256 over the bytes of its files, in their order, in hexadecimal.
    release: the tag of the controller's image, e.g. `v1.0.11`; None when the image has no such tag.
    """

    objects: tuple[Object, ...]
    digest: str
    release: str | None

    @property
    def crds(self) -> tuple[Object, ...]:
        """The CustomResourceDefinitions."""
        return tuple(obj for obj in self.objects if obj["kind"] == "CustomResourceDefinition")

    @property
    def deployment(self) -> Object:
        """The controller's Deployment."""
        return cast("Object", find(self.objects, "Deployment", CONTROLLER, NAMESPACE))

    @property
    def image(self) -> str:
        """The controller's image."""
        return str(controller_container(self.deployment)["image"])

    @property
    def has_conversion_webhook(self) -> bool:
        """Whether the controller converts between API versions and writes its CA into the CRDs (0.5.x)."""
        return any(conversion_service(crd) is not None for crd in self.crds)

    def schema(self, kind: str) -> Mapping[str, Any]:
        """The OpenAPI v3 schema of v1beta1 of one of the four kinds, e.g. `SandboxTemplate`.

        Errors: KeyError for another kind.
        """
        crd = find(self.crds, "CustomResourceDefinition", CRDS[kind][0])
        versions = sequence(mapping(mapping(crd).get("spec")).get("versions"))
        version = next(v for v in versions if v["name"] == API_VERSION)
        return cast("Mapping[str, Any]", version["schema"]["openAPIV3Schema"])


def sha256_of(files: Sequence[ManifestFile]) -> str:
    """sha256 over the bytes of all files, as `cat <files> | sha256sum` prints it."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.content)
    return digest.hexdigest()


def release_of_image(image: str) -> str | None:
    """The release tag of an image reference, with or without digest; None when there is none."""
    match = re.search(r":(v\d+\.\d+\.\d+)(?:@sha256:[0-9a-f]{64})?$", image)
    return match[1] if match else None


def identity(obj: Object) -> Identity:
    """(API group, kind, namespace, name): what makes two objects the same one for the API server."""
    group, _, _ = str(obj.get("apiVersion", "")).rpartition("/")
    return (group, str(obj.get("kind", "")), namespace_of(obj), name_of(obj))


def read_manifest(
    files: Sequence[ManifestFile], *, sha256: str | None = None, second_replaces_deployment: bool = False
) -> Manifest:
    """Check the bytes of a release and turn them into a Manifest.

    sha256: when given, the digest that all files together must have.
    second_replaces_deployment: the two files of a release up to v0.5.1, of which the second carries the
        controller's Deployment again, to take the place of the first's. Never set for files that do not
        belong together.

    Errors: ProblemsError with everything that is wrong: another digest, a cut or foreign file, an object
        twice, a missing or unexpected object.
    """
    title = "Agent Sandbox manifest " + " + ".join(file.source for file in files)
    digest = sha256_of(files)
    if sha256 is not None and sha256.lower() != digest:
        # Nothing else is worth saying about bytes that are not the ones that were asked for.
        what = f"the file has sha256 {digest}, not {sha256.lower()}"
        why = "it was changed since it was pinned, or is another release's"
        fix = f"sha256: {digest}, once you have looked at what changed"
        raise ProblemsError(title, [Problem("manifest.sha256", what, why, fix)])
    documents: list[list[Object]] = []
    problems: list[Problem] = []
    for file in files:
        found, faults = _documents(file)
        documents.append(found)
        problems += faults
    refuse(title, problems)
    if second_replaces_deployment and len(documents) == 2:
        documents[0] = _without_replaced_deployment(documents[0], documents[1])
    objects = [obj for document in documents for obj in document]
    return manifest_of(objects, digest, title)


def manifest_of(objects: Sequence[Object], digest: str, title: str = "Agent Sandbox manifest") -> Manifest:
    """Check the objects of a release and put them in the order of their creation.

    digest: sha256 of the bytes that they were read from. title: of the refusal.

    Errors: ProblemsError with every object that is missing, unexpected, not whole or there twice.
    """
    refuse(title, [*_duplicates(objects), *manifest_problems(objects)])
    deployment = cast("Object", find(objects, "Deployment", CONTROLLER, NAMESPACE))
    release = release_of_image(str(controller_container(deployment)["image"]))
    return Manifest(tuple(sorted(objects, key=_creation_rank)), digest, release)


def load_all(text: str) -> list[object]:
    """Every document of a YAML text, by the fast loader where PyYAML has it.

    Errors: yaml.YAMLError.
    """
    loader: type[Any] = yaml.CSafeLoader if FAST_YAML else yaml.SafeLoader
    return list(yaml.load_all(text, loader))


def _documents(file: ManifestFile) -> tuple[list[Object], list[Problem]]:
    try:
        text = file.content.decode("utf-8")
    except UnicodeDecodeError:
        return [], [Problem(file.source, "is not UTF-8 text", "it is another file than a release manifest")]
    head = text.lstrip()[:200].lower()
    if not head:
        return [], [Problem(file.source, "is empty")]
    if head.startswith(("<!doctype", "<html", "<?xml")):
        why = "a login page, an error page or the page about the release was saved in its place"
        return [], [Problem(file.source, "is a web page, not YAML", why, "the address of the asset itself")]
    if not text.endswith("\n"):
        # Upstream's files end in a line break, so any cut that is not at the end of a line is seen here.
        why = "a release's file ends in a line break"
        return [], [Problem(file.source, "is cut: its last line is not complete", why, "fetch it again")]
    try:
        loaded = [document for document in load_all(text) if document is not None]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" at line {mark.line + 1}" if mark is not None else ""
        what = f"is cut or is not YAML{place}"
        return [], [Problem(file.source, what, str(getattr(error, "problem", "") or ""), "fetch it again")]
    objects: list[Object] = []
    problems: list[Problem] = []
    for number, document in enumerate(loaded, start=1):
        obj = mapping(document)
        if not obj.get("apiVersion") or not obj.get("kind") or not name_of(obj):
            what = "has no apiVersion, kind or metadata.name"
            problems.append(
                Problem(f"{file.source} document {number}", what, "it is cut, or not a Kubernetes object")
            )
        else:
            objects.append(obj)
    if not objects and not problems:
        problems.append(Problem(file.source, "holds no object"))
    return objects, problems


def _without_replaced_deployment(core: list[Object], extensions: list[Object]) -> list[Object]:
    again = {
        identity(obj) for obj in extensions if obj.get("kind") == "Deployment" and name_of(obj) == CONTROLLER
    }
    return [obj for obj in core if identity(obj) not in again]


def _duplicates(objects: Sequence[Object]) -> list[Problem]:
    counts: dict[Identity, int] = {}
    for obj in objects:
        counts[identity(obj)] = counts.get(identity(obj), 0) + 1
    labels = {identity(obj): label_of(obj) for obj in objects}
    return [
        Problem(
            labels[key],
            f"is defined {count} times",
            "each object has one owner; which of the definitions would win depends on chance",
            "one file in which it stands once: sandbox-with-extensions.yaml of a release from v0.5.2 on",
        )
        for key, count in counts.items()
        if count > 1
    ]


def _creation_rank(obj: Object) -> tuple[int, str, str]:
    kind = str(obj["kind"])
    if kind == LAST:
        rank = len(CREATION_ORDER) + 1
    else:
        rank = CREATION_ORDER.index(kind) if kind in CREATION_ORDER else len(CREATION_ORDER)
    return (rank, kind, name_of(obj))
