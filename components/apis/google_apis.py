"""The component GoogleApis: the Google APIs of a project, turned on before anything uses them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypedDict, cast

import pulumi
from pulumi_gcp import projects

from ..composition import available_after, child_options, is_opaque
from ..gcp import project_of
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes import value_problems
from ..shapes.paths import join
from ..waiting import GOOGLE, waits_for
from .needed import needed_apis, needed_service_agents

API: Final = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*\.googleapis\.com")


class GoogleApisArgs(TypedDict, total=False):
    """Which APIs of which project."""

    project: pulumi.Input[str]
    """The project's id. Default: the config `gcp:project`, also beside a provider of your own."""
    apis: Sequence[str]
    """The APIs by name, e.g. `container.googleapis.com`. Default: what a cluster of this library needs that
    leaves all its arguments at their defaults. `needed_apis` gives those of any other.
    """
    service_agents: Sequence[str]
    """Those of the APIs whose service agent is made as well, so that a role can be bound to it at once.
    Default: `container.googleapis.com`, whose agent uses the key of Secrets.
    """


class GoogleApis(pulumi.ComponentResource):
    """The Google APIs of a project, turned on, and the service agents that come with them. They stay on when
    the stack is destroyed, since others may use them.

    Whoever uses an output is made after them: give `project` to the cluster, and with a key for Secrets also
    `service_agents["container.googleapis.com"]`, so that the project's number need not be asked for before
    the API that tells it answers.

    Errors: pulumi.RunError with every problem of the arguments.
    """

    project: pulumi.Output[str]
    """The project's id. What uses it is made once the APIs are on and the service agents are there."""
    enabled: pulumi.Output[Sequence[str]]
    """The names of the APIs, likewise."""
    service_agents: pulumi.Output[Mapping[str, str]]
    """The emails of the service agents, by the name of their API."""

    def __init__(self, name: str, args: GoogleApisArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("gke-agent-sandbox:index:GoogleApis", name, {}, opts)
        given = cast(Mapping[str, Any], args)
        project = project_of(given)
        with refusing():
            refuse(f"GoogleApis {name}", argument_problems(given, project))

        waits = waits_for(*GOOGLE)
        services = {
            api: projects.Service(
                f"{name}-{short(api)}",
                project=project,
                service=api,
                disable_on_destroy=False,
                opts=child_options(self, opts, hooks=waits),
            )
            for api in apis_of(given)
        }
        agents = {
            api: projects.ServiceIdentity(
                f"{name}-{short(api)}",
                project=project,
                service=api,
                opts=child_options(self, opts, hooks=waits, depends_on=[services[api]]),
            )
            for api in service_agents_of(given)
        }
        usable: list[pulumi.Resource] = [*services.values(), *agents.values()]
        self.project = available_after(project, usable)
        self.enabled = self.project.apply(lambda _: list(services))
        self.service_agents = pulumi.Output.all(**{api: each.email for api, each in agents.items()})
        self.register_outputs(
            {"project": self.project, "enabled": self.enabled, "service_agents": self.service_agents}
        )


def apis_of(args: Mapping[str, Any]) -> Sequence[str]:
    """The APIs to turn on."""
    given: Sequence[str] | None = args.get("apis")
    return needed_apis() if given is None else given


def service_agents_of(args: Mapping[str, Any]) -> Sequence[str]:
    """The APIs whose service agents are made; by default none whose API is not turned on."""
    given: Sequence[str] | None = args.get("service_agents")
    if given is not None:
        return given
    return [api for api in needed_service_agents() if api in apis_of(args)]


def short(api: str) -> str:
    """The part of an API's name that differs: `container` of container.googleapis.com."""
    return api.removesuffix(".googleapis.com")


def argument_problems(args: Mapping[str, Any], project: object) -> list[Problem]:
    """Every problem of the arguments.

    project: the project's id, from the arguments or the config; None: nobody said it.
    """
    problems = list(value_problems(GoogleApisArgs, args, "", is_opaque))
    return problems or [*project_problems(project), *name_problems(args)]


def project_problems(project: object) -> Iterator[Problem]:
    """A project that nobody named."""
    if project is None or project == "":
        yield Problem(
            "project",
            "is missing, and so is the config gcp:project",
            "APIs are turned on in a project",
            "the project's id",
        )


def name_problems(args: Mapping[str, Any]) -> Iterator[Problem]:
    """Names that are no API's, that are there twice, and agents of APIs that stay off."""
    if args.get("apis") is not None and not args["apis"]:
        yield Problem("apis", "is empty", "there would be nothing to do", "leave it out for the default")
    for key in ("apis", "service_agents"):
        names: Sequence[str] = args.get(key) or ()
        for index, api in enumerate(names):
            path = join(key, index)
            if not API.fullmatch(api):
                fix = f"{api}.googleapis.com" if API.fullmatch(f"{api}.googleapis.com") else ""
                yield Problem(path, "is no name of a Google API", "they end in .googleapis.com", fix)
            elif api in names[:index]:
                yield Problem(path, f"names {api} again")
            elif key == "service_agents" and api not in apis_of(args):
                yield Problem(
                    path, f"names {api}, which is not among apis", "an API that is off has no service agent"
                )
