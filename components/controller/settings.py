"""The arguments of the controller component as plain, checked values."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from ..facts.gke_sandbox import GVISOR
from ..images import fault_of, image_map_problems, mapped
from ..problems import Problem, ProblemsError, refuse
from ..quantities import amount, quantity_problems
from .completeness import mapping
from .deployment import DEFAULT_RESOURCES
from .label_domains import domain_problems
from .manifest import FAST_YAML, Manifest
from .options import option_problems, option_warnings
from .releases import (
    API_VERSION,
    DEFAULT_RELEASE,
    RELEASES,
    parse_version,
    resolve,
    served_api_versions,
    unknown_release,
)
from .upgrade import UpgradeFindings, check_upgrade

MOST_REPLICAS = 5
TOLERATION_KEYS = ("key", "operator", "value", "effect", "tolerationSeconds")


@dataclass(frozen=True)
class ControllerSettings:
    """What is to be installed and how, with defaults filled in.

    release: the tag asked for; None when only a manifest was given, whose image then says it.
    sources: the files to read. sha256: their digest, None when it was not pinned.
    image: a string, or a Pulumi output of one; None keeps the manifest's.
    image_map: where it is pulled from instead; a map, or a Pulumi output of one; None leaves it as it is.
    stored_versions: None when they were not told.
    """

    sources: tuple[str, ...]
    release: str | None = None
    sha256: str | None = None
    image: object | None = None
    image_map: object | None = None
    replicas: int = 1
    requests: Mapping[str, str] = field(default_factory=lambda: dict(DEFAULT_RESOURCES["requests"]))
    limits: Mapping[str, str] = field(default_factory=lambda: dict(DEFAULT_RESOURCES["limits"]))
    node_selector: Mapping[str, str] = field(default_factory=dict[str, str])
    tolerations: tuple[Mapping[str, Any], ...] = ()
    priority_class_name: str = ""
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    allowed_label_domains: tuple[str, ...] = ()
    from_release: str | None = None
    stored_versions: Mapping[str, Sequence[str]] | None = None
    retain_crds: bool = True


def resolve_settings(args: Mapping[str, Any]) -> ControllerSettings:
    """Check the arguments and fill in the defaults. Values that may be Pulumi outputs are passed on as they
    are.

    args: of AgentSandboxController, already with the right keys and types.

    Errors: ProblemsError with every problem of the arguments, among them a release that is not known.
    """
    manifest, resources = mapping(args.get("manifest")), mapping(args.get("resources"))
    scheduling, upgrade = mapping(args.get("scheduling")), mapping(args.get("upgrade"))
    release = cast("str | None", args.get("release", None if manifest.get("source") else DEFAULT_RELEASE))
    problems = _value_problems(args)
    if isinstance(release, str) and not manifest.get("source"):
        unknown = unknown_release(release)
        problems += [unknown] if unknown else []
    if problems:
        # What depends on the release is judged without it, so that everything is said at once.
        problems += option_problems(mapping(args.get("options")), "")
    refuse("AgentSandboxController", problems)
    source = manifest.get("source")
    sources = (str(source),) if source else resolve(str(release)).urls
    settings = ControllerSettings(
        sources=sources,
        release=release,
        sha256=cast("str | None", manifest.get("sha256")),
        image=args.get("image"),
        image_map=manifest.get("image_map"),
        replicas=int(cast("float", args.get("replicas", 1))),
        requests={**DEFAULT_RESOURCES["requests"], **_texts(resources.get("requests"))},
        limits={**DEFAULT_RESOURCES["limits"], **_texts(resources.get("limits"))},
        node_selector=_texts(scheduling.get("node_selector")),
        tolerations=tuple(cast("Sequence[Mapping[str, Any]]", scheduling.get("tolerations", ()))),
        priority_class_name=str(scheduling.get("priority_class_name", "")),
        options=mapping(args.get("options")),
        allowed_label_domains=tuple(cast("Sequence[str]", args.get("allowed_label_domains", ()))),
        from_release=cast("str | None", upgrade.get("from_release")),
        stored_versions=cast("Mapping[str, Sequence[str]] | None", upgrade.get("stored_versions")),
        retain_crds=bool(mapping(args.get("crds")).get("retain", True)),
    )
    problems = _resource_problems(settings)
    if settings.release is not None:
        problems += release_problems(settings, settings.release)
    refuse("AgentSandboxController", problems)
    return settings


def release_problems(settings: ControllerSettings, release: str) -> list[Problem]:
    """Everything for which this release cannot be installed with these settings."""
    version = parse_version(release)
    if version is None:
        return [
            Problem("release", f"{release!r} is not a release tag", "", "vMAJOR.MINOR.PATCH, e.g. v1.0.11")
        ]
    problems: list[Problem] = []
    if API_VERSION not in served_api_versions(version):
        what = f"{release} serves {', '.join(served_api_versions(version))} only"
        problems.append(
            Problem("release", what, f"this library writes {API_VERSION}", "release: v0.5.2 or later")
        )
    problems += option_problems(settings.options, release)
    if settings.replicas > 1 and settings.options.get("leader_elect") is False:
        what = f"{settings.replicas} replicas without leader election"
        problems.append(
            Problem("options.leader_elect", what, "they would all act at once", "leader_elect: true")
        )
    problems += _upgrade(settings, release).problems
    return problems


def manifest_release(settings: ControllerSettings, manifest: Manifest) -> str:
    """The release that the manifest is, once it was read.

    Errors: ProblemsError when it is not the one that was asked for, cannot be told, or does not go with the
        settings.
    """
    title = "AgentSandboxController"
    asked, found = settings.release, manifest.release
    if asked is not None and found is not None and asked != found:
        what = f"is {asked}, and the manifest's controller image is {found}"
        why = "options and upgrade are judged by the release"
        refuse(title, [Problem("release", what, why, f"release: {found}, or the manifest of {asked}")])
    release = asked or found
    if release is None:
        what = f"cannot be told from the manifest's image {manifest.image!r}"
        why = "options and upgrade are judged by it"
        raise ProblemsError(title, [Problem("release", what, why, "release: the tag of that manifest")])
    if asked is None:
        refuse(title, release_problems(settings, release))
    return release


def with_mapped_image(
    settings: ControllerSettings,
    manifest: Manifest,
    image_of: Callable[[Any, Any], Any] = mapped,
) -> ControllerSettings:
    """The settings with the image by the name under which it is pulled.

    image_of: what an image becomes by the image map; the default is for plain values.
    """
    if settings.image_map is None:
        return settings
    image = manifest.image if settings.image is None else settings.image
    return replace(settings, image=image_of(image, settings.image_map))


def settings_warnings(settings: ControllerSettings, manifest: Manifest, release: str) -> list[str]:
    """What to tell whoever runs the program."""
    warnings: list[str] = []
    known = RELEASES.get(release)
    if known and known.trap:
        warnings.append(f"Agent Sandbox {release}: {known.trap}")
    warnings += [str(problem) for problem in option_warnings(settings.options)]
    warnings += [str(problem) for problem in _upgrade(settings, release).warnings]
    if not FAST_YAML:
        warnings.append(
            "PyYAML was built without libyaml: reading the manifest takes some ten seconds at each run"
        )
    return warnings


def pin_advice(settings: ControllerSettings, manifest: Manifest) -> str | None:
    """The digest to write down; None when it is written down."""
    if settings.sha256 is not None:
        return None
    return (
        "the manifest is not pinned, and whoever can change it decides what runs with rights over the "
        f"cluster. Pin it: manifest: {{sha256: {manifest.digest}}}"
    )


def _upgrade(settings: ControllerSettings, release: str) -> UpgradeFindings:
    return check_upgrade(settings.from_release, release, settings.stored_versions)


def _value_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Wrong values of the arguments, apart from the controller's options and the resources."""
    problems: list[Problem] = []
    if not args.get("kubeconfig"):
        why = "the CRDs get a provider of their own, which adopts those that an earlier installation left"
        fix = "the kubeconfig of the cluster, e.g. cluster.kubeconfig"
        problems.append(Problem("kubeconfig", "is missing", why, fix))
    digest = mapping(args.get("manifest")).get("sha256")
    if digest is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", digest):
        fix = "64 hexadecimal digits, without sha256:"
        problems.append(Problem("manifest.sha256", "is not a sha256 digest", "", fix))
    replicas = args.get("replicas", 1)
    if not 1 <= replicas <= MOST_REPLICAS:
        what, why = f"is not a number from 1 to {MOST_REPLICAS}", "one replica works, the others stand by"
        problems.append(Problem("replicas", what, why, "1 or 2"))
    image = args.get("image")
    fault = fault_of(image) if isinstance(image, str) else ""
    if fault:
        fix = "registry/path:tag or registry/path@sha256:…"
        problems.append(Problem("image", fault, "the kubelet could not pull it", fix))
    problems += image_map_problems(mapping(args.get("manifest")).get("image_map"), "manifest.image_map")
    problems += domain_problems(args.get("allowed_label_domains", []))
    return [*problems, *_scheduling_problems(mapping(args.get("scheduling")))]


def _scheduling_problems(scheduling: Mapping[str, Any]) -> list[Problem]:
    problems: list[Problem] = []
    why = "gVisor nodes are for sandboxes: the controller runs beside no untrusted code"
    if GVISOR.node_label in scheduling.get("node_selector", {}):
        path = f"scheduling.node_selector.{GVISOR.node_label}"
        problems.append(Problem(path, "asks for gVisor nodes", why, "another label"))
    for index, toleration in enumerate(scheduling.get("tolerations", [])):
        where = f"scheduling.tolerations[{index}]"
        wrong = sorted(set(toleration) - set(TOLERATION_KEYS))
        if not toleration or wrong:
            what = f"is not a toleration {wrong or ''}".rstrip()
            problems.append(Problem(where, what, "", "{key, operator, value, effect}"))
        elif toleration.get("key") == GVISOR.node_label or (
            not toleration.get("key") and toleration.get("operator") == "Exists"
        ):
            what = "tolerates the taint of gVisor nodes"
            problems.append(Problem(where, what, why, "a toleration of one taint of yours"))
    return problems


def _resource_problems(settings: ControllerSettings) -> list[Problem]:
    problems: list[Problem] = []
    for group, quantities in (("requests", settings.requests), ("limits", settings.limits)):
        for resource, text in quantities.items():
            problems += quantity_problems(text, f"resources.{group}.{resource}")
    for resource, text in settings.requests.items():
        request, limit = amount(text), amount(settings.limits.get(resource, text))
        if request is not None and limit is not None and request > limit:
            what = f"{text} is above the limit of {settings.limits[resource]}"
            fix = f"resources.limits.{resource}: {text} or more"
            problems.append(
                Problem(f"resources.requests.{resource}", what, "the API server refuses such a pod", fix)
            )
    return problems


def _texts(value: object) -> dict[str, str]:
    return {key: str(entry) for key, entry in mapping(value).items()}
