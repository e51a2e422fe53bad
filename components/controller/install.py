"""The component that installs the Agent Sandbox controller and its CRDs."""

from collections.abc import Mapping
from typing import Any, Required, TypedDict, cast

import pulumi
import pulumi_kubernetes as kubernetes

from ..composition import is_opaque
from ..images import mapped_when_known
from ..problems import refuse
from ..problems.refusal import refusing
from ..shapes import value_problems
from .completeness import NAMESPACE, Object, name_of
from .installation import Installation, installation
from .objects import KubernetesObject
from .options import ControllerOptionsArgs
from .settings import (
    ControllerSettings,
    manifest_release,
    pin_advice,
    resolve_settings,
    settings_warnings,
    with_mapped_image,
)
from .source import is_url, load_manifest


class AgentSandboxManifestArgs(TypedDict, total=False):
    """The file that is installed."""

    source: str
    """Path of a release's file, relative to the program's directory, or its https URL. Default: what upstream
    publishes for `release`.
    """

    image_map: pulumi.Input[Mapping[str, pulumi.Input[str]]]
    """Where the controller's image is pulled from instead, be it the file's or `image`: a registry or a
    folder of one, and what stands in its place. `image_map` of RemoteImageRepositories; default: from where
    its name says.
    """

    sha256: str
    """Digest that the file must have, in hexadecimal. When it is left out, the program prints the one to
    write here.
    """


class AgentSandboxControllerResourcesArgs(TypedDict, total=False):
    """Resources of the controller's container."""

    requests: Mapping[str, str]
    """By resource, e.g. `cpu: 500m`. Default 250m CPU, 512Mi memory, 64Mi ephemeral-storage."""

    limits: Mapping[str, str]
    """By resource. Default 2 CPU, 2Gi memory, 256Mi ephemeral-storage."""


class AgentSandboxControllerSchedulingArgs(TypedDict, total=False):
    """Where the controller runs; never on gVisor nodes, whatever is written here."""

    node_selector: Mapping[str, str]
    """Labels that its nodes have."""

    tolerations: list[Mapping[str, Any]]
    """Tolerations in API form, e.g. of the taint of a system pool. None may tolerate the taint of gVisor
    nodes.
    """

    priority_class_name: str
    """Name of a PriorityClass. Default none."""


class AgentSandboxUpgradeArgs(TypedDict, total=False):
    """What runs on the cluster before this program, when it is not this program's own work. It is checked
    whether the release may follow it.
    """

    from_release: Required[str]
    """Tag of the release that runs, e.g. `v0.5.6`."""

    stored_versions: Mapping[str, list[str]]
    """`status.storedVersions` by name of CRD, as the cluster has it."""


class AgentSandboxCrdsArgs(TypedDict, total=False):
    """What becomes of the CustomResourceDefinitions."""

    retain: bool
    """Whether they stay when the controller is deleted. Deleting a CRD deletes every sandbox, template,
    pool and claim of the cluster, whoever made it. Default true.
    """


class AgentSandboxControllerArgs(TypedDict, total=False):
    """Arguments of AgentSandboxController. All but `kubeconfig` may be left out.

    `kubeconfig`, `cluster_identifier`, `image` and `manifest.image_map` may be outputs. The others are read
    before anything is created.
    """

    kubeconfig: Required[pulumi.Input[str]]
    """Kubeconfig of the cluster, kept as a secret. The CRDs get a provider of their own made from it, which
    adopts those that an earlier installation left; the other objects get the component's Kubernetes
    provider, or, where none was given, one from the same kubeconfig.
    """

    cluster_identifier: pulumi.Input[str]
    """What tells the cluster from others, e.g. its id: a new kubeconfig of the same cluster then replaces
    nothing.
    """

    release: str
    """Tag of the release, e.g. `v1.0.11`, which is the default. From v0.5.2 on; v0.5.0 and v0.5.1 with a
    warning.
    """

    manifest: AgentSandboxManifestArgs
    """The file that is installed: its digest, and where it lies if that is not where upstream publishes
    it.
    """

    image: pulumi.Input[str]
    """Image of the controller in place of the manifest's: of a mirror, or with a digest."""

    replicas: int
    """How many controllers run, 1 to 5; one works, the others stand by. Two or more are spread over zones
    and nodes and get a PodDisruptionBudget. Default 1.
    """

    resources: AgentSandboxControllerResourcesArgs
    """Resources of the controller."""

    scheduling: AgentSandboxControllerSchedulingArgs
    """Where the controller runs."""

    options: ControllerOptionsArgs
    """Options of the controller, checked against the release."""

    allowed_label_domains: list[str]
    """Domains of the labels that a claim may give its pod, e.g. `example.com`, which covers its subdomains.
    `sandbox.users.io` is always among them. A change starts the controller anew.
    """

    upgrade: AgentSandboxUpgradeArgs
    """What runs on the cluster before this program."""

    crds: AgentSandboxCrdsArgs
    """What becomes of the CRDs."""


class AgentSandboxController(pulumi.ComponentResource):
    """The Agent Sandbox controller with its four CRDs, from an upstream release.

    The release's file is read and checked, and each of its objects is a resource of its own. Upstream's
    Deployment gets probes, resources, a restricted security context and a place off the gVisor nodes. One
    installation per cluster: the controller works on all namespaces, and its own is always
    `agent-sandbox-system`.

    Objects of the CRDs depend on this component, or use `ready`: they are then created after it and deleted
    before it, while the controller can still take their finalizers away.

    Errors: every problem of the arguments and of the manifest, before anything is created.
    """

    namespace: pulumi.Output[str]
    """Namespace of the controller: `agent-sandbox-system`."""

    service_account: pulumi.Output[str]
    """Name of the controller's ServiceAccount."""

    release: pulumi.Output[str]
    """Tag of the release, e.g. `v1.0.11`."""

    manifest_sha256: pulumi.Output[str]
    """Digest of the manifest that was read: what to write to `manifest.sha256`."""

    ready: pulumi.Output[str]
    """The release, known once the CRDs and the controller are there. What uses it is created after them."""

    def __init__(
        self, name: str, args: AgentSandboxControllerArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        with refusing():
            settings = controller_settings(cast("Mapping[str, Any]", args))
            manifest = load_manifest(settings.sources, settings.sha256)
            release = manifest_release(settings, manifest)
            parts = installation(manifest, with_mapped_image(settings, manifest, mapped_when_known))
        super().__init__("gke-agent-sandbox:index:AgentSandboxController", name, {}, opts)
        for warning in settings_warnings(settings, manifest, release):
            pulumi.log.warn(warning, self)
        advice = pin_advice(settings, manifest)
        if advice:
            # A file of the program's own is under its review; what others serve is not.
            log = pulumi.log.warn if is_url(settings.sources[0]) else pulumi.log.info
            log(advice, self)

        handle = self._create(name, args, parts, settings, opts)

        account = str(parts.deployment["spec"]["template"]["spec"]["serviceAccountName"])
        self.namespace = pulumi.Output.from_input(NAMESPACE)
        self.service_account = pulumi.Output.from_input(account)
        self.release = pulumi.Output.from_input(release)
        self.manifest_sha256 = pulumi.Output.from_input(manifest.digest)
        self.ready = pulumi.Output.all(*[resource.urn for resource in handle]).apply(lambda _: release)
        self.register_outputs(
            {
                "namespace": self.namespace,
                "service_account": self.service_account,
                "release": self.release,
                "manifest_sha256": self.manifest_sha256,
                "ready": self.ready,
            }
        )

    def _create(
        self,
        name: str,
        args: AgentSandboxControllerArgs,
        parts: Installation,
        settings: ControllerSettings,
        opts: pulumi.ResourceOptions | None,
    ) -> list[KubernetesObject]:
        """The resources, in the order of their dependencies.

        Returns those that have to be there before objects of the CRDs: CRDs, Deployment and Services.
        """
        inherited = self.get_provider("kubernetes:core/v1:Namespace")
        ordinary = inherited or kubernetes_provider(f"{name}-objects", args, self, upsert=False)
        adopting = kubernetes_provider(f"{name}-crds", args, self, upsert=True)

        # The SDK hands a component's providers down to its children, but not what it depends on: without
        # that, a destroy would take the nodes away before the controller.
        waits_for = opts.depends_on if opts is not None else None
        common = pulumi.ResourceOptions(parent=self, provider=ordinary, depends_on=waits_for)

        def create(obj: Object, own: pulumi.ResourceOptions | None = None) -> KubernetesObject:
            merged = pulumi.ResourceOptions.merge(common, own)
            return KubernetesObject(f"{name}-{name_of(obj)}", obj, merged)

        namespace = create(parts.namespace)
        crd_opts = pulumi.ResourceOptions(
            provider=adopting,
            depends_on=[namespace],
            retain_on_delete=settings.retain_crds,
            ignore_changes=list(parts.crd_ignored),
        )
        crds = [create(crd, crd_opts) for crd in parts.crds]
        after_crds = pulumi.ResourceOptions(depends_on=[namespace, *crds])
        others = [create(obj, after_crds) for obj in parts.others]
        before_deployment = [namespace, *crds, *others]
        deployment = create(parts.deployment, pulumi.ResourceOptions(depends_on=before_deployment))
        after_deployment = pulumi.ResourceOptions(depends_on=[*before_deployment, deployment])
        services = [create(obj, after_deployment) for obj in parts.services]
        return [*crds, deployment, *services]


def controller_settings(args: Mapping[str, Any]) -> ControllerSettings:
    """The arguments, checked, with their defaults.

    Errors: ProblemsError with every wrong key and type or, when there are none, every wrong value.
    """
    refuse("AgentSandboxController", value_problems(AgentSandboxControllerArgs, args, "", is_opaque))
    return resolve_settings(args)


def kubernetes_provider(
    name: str, args: AgentSandboxControllerArgs, parent: pulumi.Resource, *, upsert: bool
) -> kubernetes.Provider:
    """A provider from the component's kubeconfig.

    upsert: whether it adopts objects that exist already. Providers of 2026 and later refuse them otherwise.
    """
    return kubernetes.Provider(
        name,
        kubeconfig=pulumi.Output.secret(args["kubeconfig"]),
        cluster_identifier=args.get("cluster_identifier"),
        upsert_existing_objects=True if upsert else None,
        opts=pulumi.ResourceOptions(parent=parent),
    )
