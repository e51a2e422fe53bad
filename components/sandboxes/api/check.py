"""The check of one object of Agent Sandbox's kinds: every problem at once, each with its path in the API."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from ...images import pin_advice
from ...problems import Problem
from ...shapes.opaque import IsOpaque, never_opaque
from ...shapes.paths import join, within
from ...shapes.shape import model_problems
from ...shapes.suggest import suggestion
from .crd_schema import unknown_fields
from .models import ApiModel
from .pod_consistency import pod_problems
from .sandbox import Sandbox
from .sandbox_claim import SandboxClaim
from .sandbox_template import SandboxTemplate
from .sandbox_warm_pool import SandboxWarmPool
from .versions import CURRENT, GROUPS, MOVED, REMOVED, version_problem

KINDS: dict[str, type[ApiModel]] = {
    "Sandbox": Sandbox,
    "SandboxTemplate": SandboxTemplate,
    "SandboxWarmPool": SandboxWarmPool,
    "SandboxClaim": SandboxClaim,
}
"""The kinds of Agent Sandbox, each with the model of its v1beta1."""

CONTAINER_LISTS = ("initContainers", "containers", "ephemeralContainers")


def check(
    api_object: object,
    crd_schema: Mapping[str, Any] | None = None,
    served_versions: Collection[str] = (CURRENT,),
    is_opaque: IsOpaque = never_opaque,
) -> list[Problem]:
    """Every problem of a Sandbox, SandboxTemplate, SandboxWarmPool or SandboxClaim in API form; empty when
    it has none.

    api_object: the object, by the API's camelCase keys. Labels, annotations, names of variables and other
    user data are not judged.
    crd_schema: the v1beta1 openAPIV3Schema of the CustomResourceDefinition that will be installed; given, a
    field that it lacks is a problem too.
    served_versions: the API versions that the controller serves. An object of a served v1alpha1 is let
    pass, see `advise`.
    is_opaque: true for a value that is not known yet; it is looked past.
    """
    if is_opaque(api_object):
        return []
    if not isinstance(api_object, Mapping):
        return [
            Problem(
                "",
                "is not an object of the Kubernetes API",
                fix="a map with apiVersion, kind, metadata and spec",
            )
        ]
    entries = cast(Mapping[str, object], api_object)
    kind, api_version = entries.get("kind"), entries.get("apiVersion")
    if is_opaque(kind) or is_opaque(api_version):
        return []
    if not isinstance(kind, str) or kind not in KINDS:
        near = suggestion(str(kind), KINDS) or ", ".join(KINDS)
        return [Problem("kind", "is no kind of Agent Sandbox", fix=near)]
    if api_version == f"{GROUPS[kind]}/{REMOVED}":
        return old_version_problems(kind, entries, served_versions, is_opaque)
    problems = [mended(kind, problem) for problem in shape_problems(kind, entries, is_opaque)]
    problems += embedded_pod_problems(entries, is_opaque)
    if crd_schema is not None:
        reported = [problem.path for problem in problems]
        problems += [
            problem
            for problem in unknown_fields(entries, crd_schema, is_opaque)
            if not any(within(problem.path, path) for path in reported)
        ]
    return problems


def shape_problems(kind: str, entries: Mapping[str, object], is_opaque: IsOpaque) -> Iterator[Problem]:
    """The object against the model of its kind in v1beta1."""
    for problem in model_problems(KINDS[kind], entries, "", is_opaque):
        wrong_version = problem.path == "apiVersion" and isinstance(entries.get("apiVersion"), str)
        yield version_problem(str(entries["apiVersion"]), kind) if wrong_version else problem


def embedded_pod_problems(api_object: Mapping[str, object], is_opaque: IsOpaque) -> Iterator[Problem]:
    """Contradictions within the pod of a sandbox or template; each volume claim template is a volume as
    well.
    """
    claims = at(api_object, "spec", "volumeClaimTemplates")
    names = [at(each, "metadata", "name") for each in cast(list[object], claims)] if is_list(claims) else []
    # A claim whose name is not known yet may be the volume of any mount.
    if not is_opaque(claims) and not any(map(is_opaque, names)):
        pod = at(api_object, "spec", "podTemplate", "spec")
        known = [name for name in names if isinstance(name, str)]
        yield from pod_problems(pod, "spec.podTemplate.spec", known, is_opaque)


def is_list(value: object) -> bool:
    """Whether a value is a list of the API."""
    return isinstance(value, list | tuple)


def old_version_problems(
    kind: str, entries: Mapping[str, object], served_versions: Collection[str], is_opaque: IsOpaque
) -> list[Problem]:
    """An object of v1alpha1: nothing where that is still served; else its version, and what v1beta1 would
    say besides.

    A field that v1beta1 has under another name is not reported twice: the version's problem tells the way
    out.
    """
    if REMOVED in served_versions:
        return []
    found = [
        problem for problem in shape_problems(kind, entries, is_opaque) if (kind, problem.path) not in MOVED
    ]
    if kind == "SandboxClaim":
        found = [problem for problem in found if problem.path != "spec.warmPoolRef"]
    return found


def mended(kind: str, problem: Problem) -> Problem:
    """A problem in better words, where the field is one of v1alpha1."""
    return MOVED.get((kind, problem.path), problem)


def advise(
    api_object: object, served_versions: Collection[str] = (CURRENT,), is_opaque: IsOpaque = never_opaque
) -> list[Problem]:
    """What is allowed but better otherwise: an image without a pin, an API version that will go. Never a
    reason to stop.
    """
    if is_opaque(api_object) or not isinstance(api_object, Mapping):
        return []
    entries = cast(Mapping[str, object], api_object)
    kind, api_version = entries.get("kind"), entries.get("apiVersion")
    if not isinstance(kind, str) or kind not in KINDS:
        return []
    advice: list[Problem] = []
    if api_version == f"{GROUPS[kind]}/{REMOVED}" and REMOVED in served_versions:
        advice.append(version_problem(str(api_version), kind))
    pod = at(entries, "spec", "podTemplate", "spec")
    for name in CONTAINER_LISTS:
        containers = at(pod, name)
        for index, container in enumerate(
            cast(list[object], containers) if isinstance(containers, list) else []
        ):
            path = join(f"spec.podTemplate.spec.{name}", index)
            advice += pin_advice(at(container, "image"), f"{path}.image")
    return advice


def at(value: object, *keys: str) -> object:
    """What lies under these keys; None where there is no such map."""
    for key in keys:
        value = cast(Mapping[str, object], value).get(key) if isinstance(value, Mapping) else None
    return value
