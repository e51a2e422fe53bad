"""What is wrong with a stack config: key by key, and across components."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from ..cluster.judgement import Later
from ..controller.settings import manifest_release, resolve_settings
from ..controller.source import load_manifest
from ..identity.workload_identity import argument_problems as identity_problems
from ..problems import Problem, ProblemsError, refuse
from ..sandboxes.templates import combination_problems, in_arguments, template_object, template_problems
from ..shapes.opaque import never_opaque
from ..shapes.shape import value_problems
from ..tenancy.problems import namespace_problems
from .cluster_problems import choice_problems, cluster_problems
from .config import STACK, StackConfig
from .paths import below
from .plan import namespace_args
from .surrounding_problems import surrounding_problems
from .surroundings import planned_stack

Group = Mapping[str, Any]


def key_problems(values: Mapping[str, Any]) -> list[Problem]:
    """Unknown and missing keys, and values of another type, anywhere in a stack config."""
    problems = list(value_problems(STACK, values, "", never_opaque))
    cluster: object = values.get("cluster")
    if isinstance(cluster, Mapping):
        problems += choice_problems(cast("Group", cluster))
    return problems


def check(stack: StackConfig, title: str) -> None:
    """Everything that can be known before the engine starts: the release's file is read, and each template is
    checked against the CRD that this very release brings.

    title: what the error calls the config, e.g. its file.

    Errors: ProblemsError with every problem, each with the path of its key.
    """
    schema, problems = _template_schema(stack)
    refuse(title, [*_kubeconfig_problems(stack), *stack_problems(stack, schema), *problems])


def stack_problems(stack: StackConfig, schema: Mapping[str, Any] | None) -> Iterator[Problem]:
    """What can be told without a look at any file.

    schema: the OpenAPI schema of SandboxTemplate; None when it is not known.
    """
    yield from surrounding_problems(stack)
    planned = planned_stack(stack)
    yield from cluster_problems(planned)
    for name, tenant in planned.get("tenants", {}).items():
        yield from tenant_problems(name, tenant, schema)


def tenant_problems(name: str, tenant: Group, schema: Mapping[str, Any] | None) -> Iterator[Problem]:
    """The problems of one tenant's namespace, templates and pools.

    schema: the OpenAPI schema of SandboxTemplate; None when the release's file could not be read.
    """
    path = f"tenants.{name}"
    yield from below(path, namespace_problems(namespace_args(name, tenant), never_opaque))
    templates = cast("Mapping[str, Group]", tenant.get("templates") or {})
    for key, args in templates.items():
        given = {"namespace": name, **args}
        problems = list(combination_problems(given)) or in_arguments(
            template_problems(template_object(given), schema), given
        )
        yield from below(f"{path}.templates.{key}", problems)
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

    for key, args in cast("Mapping[str, Group]", tenant.get("identities") or {}).items():
        given = {"workload_pool": Later(), "namespace": name, **args}
        yield from below(f"{path}.identities.{key}", identity_problems(given, key, True))


def _kubeconfig_problems(stack: StackConfig) -> Iterator[Problem]:
    """A kubeconfig that is not there."""
    path = stack["cluster"].get("kubeconfig")
    if path is not None and not Path(path).is_file():
        yield Problem(
            "cluster.kubeconfig", f"there is no file {path}", fix="the path of the cluster's kubeconfig"
        )


def _template_schema(stack: StackConfig) -> tuple[Mapping[str, Any] | None, list[Problem]]:
    """The schema of SandboxTemplate in the release that is installed, and what keeps it from being known."""
    controller = stack.get("controller")
    if controller is None:
        return None, []
    # The stack gives the controller its kubeconfig, whatever is in it.
    args = {"kubeconfig": "of the cluster", **controller}
    try:
        settings = resolve_settings(args)
        manifest = load_manifest(settings.sources, settings.sha256)
        manifest_release(settings, manifest)
    except ProblemsError as error:
        return None, list(below("controller", error.problems))
    return manifest.schema("SandboxTemplate"), []
