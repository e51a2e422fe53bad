"""The component SandboxTemplate: what the sandboxes of a warm pool are made from."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Required, TypedDict, cast

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from ..composition.children import child_options
from ..composition.outputs import available_after, checked_when_known, is_opaque
from ..images import hidden_image_problems, mapped_when_known
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes.shape import value_problems
from ..waiting import Awaited, waits_for
from .runtimes import SandboxRuntime
from .templates import combination_problems, in_arguments, template_object, template_problems


class SandboxNetworkPolicyManagement(StrEnum):
    """Who makes the NetworkPolicy of a template's sandboxes."""

    MANAGED = "Managed"
    """The controller, from the template's rules; the policy goes when the template is deleted."""
    UNMANAGED = "Unmanaged"
    """Somebody else. Without a NetworkPolicy that selects them, sandboxes reach everything."""


class SandboxInjectionPolicy(StrEnum):
    """What a claim may bring of its own."""

    DISALLOWED = "Disallowed"
    """Nothing: such a claim is rejected."""
    ALLOWED = "Allowed"
    """What the template does not have."""
    OVERRIDES = "Overrides"
    """Anything, also in the place of what the template has."""


class SandboxContainerArgs(TypedDict, total=False):
    """The container of a sandbox, in a few words."""

    command: Sequence[pulumi.Input[str]]
    """The entry point; default: the image's."""
    args: Sequence[pulumi.Input[str]]
    """Arguments of the entry point; default: the image's."""
    working_dir: pulumi.Input[str]
    """Where the entry point starts; default: the image's."""
    env: Mapping[str, pulumi.Input[str]]
    """Environment variables, name to value. Code in the sandbox can read them all: no credentials."""
    ports: Mapping[str, int]
    """The ports that the container listens on (TCP), name to number; default `{"http": 8888}`."""
    health_path: pulumi.Input[str]
    """HTTP path on the first port that answers when the sandbox is ready; default: the port accepts a
    connection.
    """
    run_as_user: int
    """User and group id of the process, and the group of its volumes; default 10001. 0 (root) is refused."""
    read_only_root_filesystem: pulumi.Input[bool]
    """Whether the image's own files cannot be changed; default true."""
    writable_paths: Mapping[str, str]
    """Empty directories to write to, name to path; default `{"tmp": "/tmp"}`. They share the
    ephemeral-storage limit.
    """


class SandboxTemplatePolicyArgs(TypedDict, total=False):
    """What claims may change, and who makes the network policy."""

    env_vars_injection_policy: SandboxInjectionPolicy
    """Environment variables in claims; default: upstream's, Disallowed. A claim with variables always
    starts cold.
    """
    volume_claim_templates_policy: SandboxInjectionPolicy
    """Volume claims in claims; default: upstream's, Disallowed. Such a claim always starts cold."""
    network_policy_management: SandboxNetworkPolicyManagement
    """Who makes the network policy; default Managed."""
    network_policy: Mapping[str, Any]
    """`ingress` and `egress` rules in API form, under Managed only; default: the router in, nothing out."""


class SandboxTemplateArgs(TypedDict, total=False):
    """What a sandbox is made of: an image and a few words, or a whole pod spec."""

    namespace: Required[pulumi.Input[str]]
    """The tenant's namespace; pools and claims must be in the same."""
    image: pulumi.Input[str]
    """The image of the one container, with a tag or digest. Either this or `pod`."""
    container: SandboxContainerArgs
    """More about the one container; with `image` only."""
    resources: Mapping[str, Any]
    """A quantity per resource, meant as request and limit, or `requests` and `limits` as in the API; with
    `image` only. Default: `{"cpu": "500m", "memory": "512Mi", "ephemeral-storage": "1Gi"}`, also for each
    of the three that is left out.
    """
    pod: Mapping[str, Any]
    """A whole pod spec in API form (camelCase), in the place of `image`. What it leaves out is filled with
    safe values.
    """
    image_map: pulumi.Input[Mapping[str, pulumi.Input[str]]]
    """Where images are pulled from instead: a registry or a folder of one, and what stands in its place. It
    holds for `image`, for all containers of `pod` and for its image volumes. `image_map` of
    RemoteImageRepositories; default: images are pulled from where their names say.
    """
    runtime: SandboxRuntime
    """The runtime that isolates the sandbox; default gvisor."""
    node_tenant: pulumi.Input[str]
    """The tenant on whose nodes the sandboxes run: `tenant` of a SandboxNodePool. They get its node selector
    and toleration, also in a whole `pod`; default: the nodes that belong to no tenant.
    """
    service_account: pulumi.Input[str]
    """The ServiceAccount of the pods; default `sandbox`, which SandboxNamespace makes, and which is bound to
    nothing. Its token is not mounted; that alone keeps no Google Cloud identity from the pods, since the
    metadata server gives credentials to any pod whose account has a role.
    """
    labels: Mapping[str, pulumi.Input[str]]
    """Labels of the pods, for selectors. Keys under agents.x-k8s.io are the controller's and refused."""
    policies: SandboxTemplatePolicyArgs
    """What claims may change, and who makes the network policy."""


class SandboxTemplate(pulumi.ComponentResource):
    """A SandboxTemplate whose pods are isolated, unprivileged and limited unless that is said otherwise.

    The template gets a name from the engine, and any change of it makes a new one before the old one is
    deleted: a pool that is given `template_name` moves over in between.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known.
    """

    template_name: pulumi.Output[str]
    """metadata.name of the template, for the pools."""
    namespace: pulumi.Output[str]
    """The namespace of the template."""

    def __init__(
        self, name: str, args: SandboxTemplateArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:SandboxTemplate", name, {}, opts)
        title = f"SandboxTemplate {name}"
        given = cast(Mapping[str, Any], args)
        with refusing():
            refuse(title, argument_problems(given))
            plain = template_object(given, mapped_when_known)
            refuse(title, in_arguments(template_problems(plain, is_opaque=is_opaque), given))
        template = checked_when_known(
            title,
            plain,
            lambda known, path: in_arguments(
                template_problems(known, is_opaque=is_opaque, secret_paths=[path]), given
            ),
        )
        resource = CustomResource(
            name,
            api_version=template["apiVersion"],
            kind=template["kind"],
            metadata=template["metadata"],
            spec=template["spec"],
            opts=child_options(self, opts, hooks=waits_for(Awaited.KIND), replace_on_changes=["spec"]),
        )
        metadata = cast(pulumi.Output[Any], cast(Any, resource).metadata)
        self.template_name = metadata.apply(lambda each: each["name"])
        self.namespace = available_after(args["namespace"], [resource])
        self.register_outputs({"template_name": self.template_name, "namespace": self.namespace})


def argument_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the arguments' keys and types and, when they have none, of their combination."""
    problems = list(value_problems(SandboxTemplateArgs, args, "", is_opaque))
    if problems:
        return problems
    mapped_pod: Mapping[str, Any] = (args.get("pod") or {}) if args.get("image_map") is not None else {}
    return [*combination_problems(args), *hidden_image_problems(mapped_pod, "pod", is_opaque)]
