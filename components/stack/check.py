"""What is wrong with a stack config: key by key, and across components."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from ..controller.settings import manifest_release, resolve_settings
from ..controller.source import load_manifest
from ..problems import Problem, ProblemsError, refuse
from ..sandboxes.templates import combination_problems, in_arguments, template_object, template_problems
from ..shapes.opaque import never_opaque
from ..shapes.shape import value_problems
from ..tenancy.problems import namespace_problems
from .config import STACK, StackConfig

Group = Mapping[str, Any]


def key_problems(values: Mapping[str, Any]) -> list[Problem]:
    """Unknown and missing keys, and values of another type, anywhere in a stack config."""
    return list(value_problems(STACK, values, "", never_opaque))


def check(stack: StackConfig, title: str) -> None:
    """Everything that can be known before the engine starts: the release's file is read, and each template is
    checked against the CRD that this very release brings.

    title: what the error calls the config, e.g. its file.

    Errors: ProblemsError with every problem, each with the path of its key.
    """
    problems: list[Problem] = []
    kubeconfig = Path(stack["cluster"]["kubeconfig"])
    if not kubeconfig.is_file():
        problems.append(
            Problem(
                "cluster.kubeconfig",
                f"there is no file {kubeconfig}",
                fix="the path of the cluster's kubeconfig",
            )
        )
    schema, found = _template_schema(stack)
    problems += found
    for name, tenant in stack.get("tenants", {}).items():
        problems += tenant_problems(name, tenant, schema)
    refuse(title, problems)


def tenant_problems(name: str, tenant: Group, schema: Mapping[str, Any] | None) -> Iterator[Problem]:
    """The problems of one tenant's namespace, templates and pools.

    schema: the OpenAPI schema of SandboxTemplate; None when the release's file could not be read.
    """
    path = f"tenants.{name}"
    groups = {"templates", "pools"}
    namespace = {"namespace": name, **{key: value for key, value in tenant.items() if key not in groups}}
    yield from _below(path, namespace_problems(namespace, never_opaque))
    templates = cast("Mapping[str, Group]", tenant.get("templates") or {})
    for key, args in templates.items():
        given = {"namespace": name, **args}
        problems = list(combination_problems(given)) or in_arguments(
            template_problems(template_object(given), schema), given
        )
        yield from _below(f"{path}.templates.{key}", problems)
    for key, pool in cast("Mapping[str, Group]", tenant.get("pools") or {}).items():
        if pool["template"] not in templates:
            yield Problem(
                f"{path}.pools.{key}.template",
                f"there is no template {pool['template']} in this tenant",
                "the controller says nothing about such a pool: it stays empty",
                f"one of {', '.join(sorted(templates))}"
                if templates
                else f"a template under {path}.templates",
            )


def _template_schema(stack: StackConfig) -> tuple[Mapping[str, Any] | None, list[Problem]]:
    """The schema of SandboxTemplate in the release that is installed, and what keeps it from being known."""
    args = {"kubeconfig": stack["cluster"]["kubeconfig"], **stack.get("controller", {})}
    try:
        settings = resolve_settings(args)
        manifest = load_manifest(settings.sources, settings.sha256)
        manifest_release(settings, manifest)
    except ProblemsError as error:
        return None, list(_below("controller", error.problems))
    return manifest.schema("SandboxTemplate"), []


def _below(path: str, problems: Any) -> Iterator[Problem]:
    """The same problems, with the paths of the stack config."""
    for problem in cast("list[Problem]", problems):
        place = f"{path}.{problem.path}" if problem.path else path
        yield Problem(place, problem.what, problem.why, problem.fix)
