"""The component SandboxNamespace: the place of one tenant, closed and limited."""

from collections.abc import Mapping
from typing import Any, Required, TypedDict, cast

import pulumi
from pulumi_kubernetes.core.v1 import LimitRange, Namespace, ResourceQuota, ServiceAccount
from pulumi_kubernetes.networking.v1 import NetworkPolicy

from ..composition.children import child_options
from ..composition.outputs import available_after, checked_when_known, is_opaque
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes.shape import value_problems
from .objects import (
    SERVICE_ACCOUNT,
    custom_resource_quota_spec,
    default_deny_spec,
    in_force,
    limit_range_spec,
    namespace_metadata,
    quota_spec,
)
from .problems import namespace_problems


class SandboxLimitRangeArgs(TypedDict, total=False):
    """What containers of the namespace get and may ask for; each is a map from resource to quantity."""

    default: Mapping[str, pulumi.Input[str]]
    """The limit of a container that names none."""
    default_request: Mapping[str, pulumi.Input[str]]
    """The request of a container that names none."""
    min: Mapping[str, pulumi.Input[str]]
    """The least that a container may ask for."""
    max: Mapping[str, pulumi.Input[str]]
    """The most that a container may be given."""


class SandboxNamespaceArgs(TypedDict, total=False):
    """The place of one tenant."""

    namespace: Required[pulumi.Input[str]]
    """The name, a DNS label. Names of Kubernetes, GKE and the Agent Sandbox controller are refused."""
    labels: Mapping[str, pulumi.Input[str]]
    """Labels of the namespace, beside those of Pod Security."""
    annotations: Mapping[str, pulumi.Input[str]]
    """Annotations of the namespace."""
    pod_security_version: pulumi.Input[str]
    """The version of the Pod Security level `restricted` that is enforced, audited and warned of; default
    latest.
    """
    quota: Mapping[str, pulumi.Input[str]]
    """Hard limits of the ResourceQuota, by their Kubernetes names (`limits.cpu`,
    `count/sandboxclaims.extensions.agents.x-k8s.io`). Each replaces the default of that name: 100 claims,
    200 pods, services and volume claims, 100 CPUs, 200Gi of memory, 500Gi of ephemeral storage, no load
    balancers and node ports. Counts of custom resources come into force, and their objects are taken, up to
    5 minutes after their CRD is new to the cluster; an update waits for that.
    """
    limit_range: SandboxLimitRangeArgs
    """Defaults and bounds for containers; default: none."""


class SandboxNamespace(pulumi.ComponentResource):
    """A namespace for sandboxes: Pod Security restricted, a quota, nothing in or out, and a ServiceAccount
    without rights.

    What the sandboxes may reach is added by NetworkPolicies of their own. Deleting the namespace deletes
    all that is in it: give the component `protect` where that must not happen.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known.
    """

    namespace: pulumi.Output[str]
    """The name, known once default-deny, the quota of pods and the ServiceAccount are there."""
    service_account: pulumi.Output[str]
    """The ServiceAccount for the sandboxes, `sandbox`. Its token is not mounted, and no role is to be bound
    to it: a pod gets at the Google Cloud identity of its ServiceAccount without a token.
    """

    def __init__(
        self, name: str, args: SandboxNamespaceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:SandboxNamespace", name, {}, opts)
        title = f"SandboxNamespace {name}"
        given = cast(Mapping[str, Any], args)
        with refusing():
            refuse(title, argument_problems(given))
        known = checked_when_known(title, given, lambda checked, _path: argument_problems(checked))

        namespace = Namespace(
            name, metadata=cast(Any, namespace_metadata(known)), opts=child_options(self, opts)
        )
        within: Any = {"namespace": available_after(args["namespace"], [namespace])}
        inside = child_options(self, opts)
        quota = ResourceQuota(
            f"{name}-quota",
            metadata=cast(Any, {**within, "name": "tenant"}),
            spec=cast(Any, quota_spec(known)),
            opts=inside,
        )
        counts = custom_resource_quota_spec(known)
        if counts is not None:
            waits = {"pulumi.com/waitFor": in_force(counts["hard"])}
            ResourceQuota(
                f"{name}-custom-resources",
                metadata=cast(Any, {**within, "name": "custom-resources", "annotations": waits}),
                spec=cast(Any, counts),
                opts=inside,
            )
        policy = NetworkPolicy(
            f"{name}-default-deny",
            metadata=cast(Any, {**within, "name": "default-deny"}),
            spec=cast(Any, default_deny_spec()),
            opts=inside,
        )
        account = ServiceAccount(
            f"{name}-service-account",
            metadata=cast(Any, {**within, "name": SERVICE_ACCOUNT}),
            automount_service_account_token=False,
            opts=inside,
        )
        closed: list[pulumi.Resource] = [quota, policy, account]
        limits = limit_range_spec(known)
        if limits is not None:
            closed.append(
                LimitRange(
                    f"{name}-limit-range",
                    metadata=cast(Any, {**within, "name": "tenant"}),
                    spec=cast(Any, limits),
                    opts=inside,
                )
            )
        self.namespace = available_after(args["namespace"], [namespace, *closed])
        self.service_account = available_after(SERVICE_ACCOUNT, closed)
        self.register_outputs({"namespace": self.namespace, "service_account": self.service_account})


def argument_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the arguments' keys and types and, when they have none, of their values."""
    problems = list(value_problems(SandboxNamespaceArgs, args, "", is_opaque))
    return problems or namespace_problems(args, is_opaque)
