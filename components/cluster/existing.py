"""The component ExistingCluster: a cluster that somebody else made, looked at before it is used."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Required, TypedDict, cast

import pulumi
from pulumi_gcp import container

from ..composition import child_options, is_opaque
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes import value_problems
from .access import gke_provider
from .existing_facts import ExistingFacts, existing_facts
from .existing_problems import (
    chosen_endpoint,
    endpoint_problems,
    endpoint_warnings,
    existing_verdicts,
    missing_problems,
)
from .kubeconfig import kubeconfig_text
from .node_pool_facts import feature_problems
from .requirements import (
    Feature,
    GkeRequirementArgs,
    notices,
    override_problems,
    refusals,
    requirements,
)

DEFAULT_FEATURES: Final = (Feature.NETWORK_POLICY, Feature.WORKLOAD_IDENTITY, Feature.GVISOR)
"""Without any of these untrusted code is less closed in than it looks."""


class ExistingClusterEndpoint(StrEnum):
    """The way to the API server."""

    DNS = "dns"
    """The DNS endpoint."""
    IP = "ip"
    """The address, public or private."""


class ExistingClusterAgentSandbox(StrEnum):
    """Who runs the Agent Sandbox controller."""

    RELEASE = "release"
    """AgentSandboxController, of this program or another; the managed add-on must be off."""
    ADD_ON = "add-on"
    """Google, by the managed add-on, which must be on."""


class ExistingClusterArgs(TypedDict, total=False):
    """Which cluster, and what it must have."""

    cluster_name: Required[pulumi.Input[str]]
    """Its name."""
    location: Required[pulumi.Input[str]]
    """Its region or zone, e.g. `europe-west4`."""
    project: pulumi.Input[str]
    """Its project; default: the GCP provider's."""
    endpoint: ExistingClusterEndpoint
    """The way to the API server; default: the DNS endpoint where it lets in external traffic, else the
    address where that is on.
    """
    features: Sequence[str]
    """What it must have, by the names of the requirement table; default `network-policy`,
    `workload-identity` and `gvisor`. Leave `gvisor` out where this program adds the SandboxNodePool.
    """
    agent_sandbox: ExistingClusterAgentSandbox
    """Who runs the Agent Sandbox controller; default `release`."""
    requirements: Mapping[str, GkeRequirementArgs]
    """Entries of the requirement table in the place of ours, by feature."""


class ExistingCluster(pulumi.ComponentResource):
    """A cluster that exists, with the outputs of a cluster that is made here. It is only read: a preview does
    that too, so what it lacks is said before anything is made. For programs in Python there is `provider` as
    well, the Kubernetes provider for it.

    Errors: pulumi.RunError with every problem of the arguments and then of the cluster that was found.
    """

    cluster_id: pulumi.Output[str]
    """`projects/PROJECT/locations/LOCATION/clusters/NAME`, known once the cluster was found good enough."""
    cluster_name: pulumi.Output[str]
    """Its name."""
    location: pulumi.Output[str]
    """Its region or zone."""
    project: pulumi.Output[str]
    """Its project."""
    mode: pulumi.Output[str]
    """`autopilot` or `standard`."""
    master_version: pulumi.Output[str]
    """The version of the control plane, e.g. `1.36.3-gke.1767000`."""
    release_channel: pulumi.Output[str]
    """Its release channel, `UNSPECIFIED` for none: for the checks of a SandboxNodePool."""
    workload_pool: pulumi.Output[str]
    """`PROJECT.svc.id.goog`; empty where Workload Identity is off and was not asked for."""
    kubeconfig: pulumi.Output[str]
    """A kubeconfig for gke-gcloud-auth-plugin; a secret."""

    def __init__(
        self, name: str, args: ExistingClusterArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:ExistingCluster", name, {}, opts)
        title = f"ExistingCluster {name}"
        given = cast(Mapping[str, Any], args)
        with refusing():
            refuse(title, argument_problems(given))
        waits_for = opts.depends_on if opts is not None else None
        found = container.get_cluster_output(
            name=args["cluster_name"],
            location=args["location"],
            project=args.get("project"),
            opts=pulumi.InvokeOutputOptions(parent=self, depends_on=cast(Any, waits_for)),
        )

        def checked(result: Any) -> ExistingFacts:
            facts = existing_facts(result)
            with refusing():
                refuse(title, found_problems(facts, given))
            for notice in found_warnings(facts, given):
                pulumi.log.warn(f"{title}: {notice}", self)
            return facts

        facts = found.apply(checked)
        self.cluster_id = facts.apply(lambda each: each.cluster_id)
        self.cluster_name = facts.apply(lambda each: each.parts.name)
        self.location = facts.apply(lambda each: each.parts.location)
        self.project = facts.apply(lambda each: each.parts.project)
        self.mode = facts.apply(lambda each: str(each.mode))
        self.master_version = facts.apply(lambda each: each.version)
        self.release_channel = facts.apply(lambda each: str(each.channel))
        self.workload_pool = facts.apply(lambda each: each.workload_pool)
        self.kubeconfig = pulumi.Output.secret(
            facts.apply(lambda each: existing_kubeconfig(each, args.get("endpoint")))
        )
        # Not annotated: other languages cannot take a provider object, and the schema is made of annotations.
        self.provider = gke_provider(name, self.kubeconfig, self.cluster_id, child_options(self, opts))
        self.register_outputs(
            {
                "cluster_id": self.cluster_id,
                "cluster_name": self.cluster_name,
                "location": self.location,
                "project": self.project,
                "mode": self.mode,
                "master_version": self.master_version,
                "release_channel": self.release_channel,
                "workload_pool": self.workload_pool,
                "kubeconfig": self.kubeconfig,
            }
        )


def argument_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the arguments."""
    return list(value_problems(ExistingClusterArgs, args, "", is_opaque)) or [
        *feature_problems(args.get("features"), "features"),
        *override_problems(args.get("requirements") or {}, "requirements"),
    ]


def asked_features(args: Mapping[str, Any]) -> tuple[Feature, ...]:
    """What the cluster must have."""
    given: Sequence[str] | None = args.get("features")
    asked = DEFAULT_FEATURES if given is None else tuple(Feature(each) for each in given)
    add_on = args.get("agent_sandbox") == ExistingClusterAgentSandbox.ADD_ON
    return (*asked, Feature.AGENT_SANDBOX) if add_on and Feature.AGENT_SANDBOX not in asked else asked


def found_problems(facts: ExistingFacts, args: Mapping[str, Any]) -> list[Problem]:
    """Everything that the cluster lacks."""
    asked, table = asked_features(args), requirements(args.get("requirements"))
    return [
        *endpoint_problems(facts.endpoints, args.get("endpoint")),
        *missing_problems(facts, asked, table),
        *refusals(existing_verdicts(facts, asked, installs_release(args), table)),
    ]


def found_warnings(facts: ExistingFacts, args: Mapping[str, Any]) -> list[Problem]:
    """What to tell about a cluster that is good enough."""
    table = requirements(args.get("requirements"))
    verdicts = existing_verdicts(facts, asked_features(args), installs_release(args), table)
    return [*endpoint_warnings(facts.endpoints, args.get("endpoint")), *notices(verdicts)]


def installs_release(args: Mapping[str, Any]) -> bool:
    """Whether a release of the controller is to be installed."""
    return args.get("agent_sandbox") != ExistingClusterAgentSandbox.ADD_ON


def existing_kubeconfig(facts: ExistingFacts, choice: str | None) -> str:
    """The kubeconfig, under the name that gcloud gives its contexts."""
    server, certificate = chosen_endpoint(facts.endpoints, choice)
    project, location, name = facts.parts
    return kubeconfig_text(f"gke_{project}_{location}_{name}", server, certificate)
