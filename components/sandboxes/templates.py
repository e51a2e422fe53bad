"""The object of a sandbox template, from the arguments of the component, and everything that is wrong with
it. Pure.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from ..facts.agent_sandbox import CONTROLLER_NAMESPACE, ROUTER_LABEL
from ..facts.tenant_nodes import TENANT_LABEL
from ..images import image_map_problems, mapped, with_images
from ..problems import Problem
from ..rules import DEFAULT, UNKNOWN, Level, Path, Resource, Verdict, judge
from ..shapes.opaque import IsOpaque, never_opaque
from ..shapes.paths import join, within
from ..tenancy.objects import SERVICE_ACCOUNT
from .api.check import check
from .hardening import hardened, on_tenant_nodes
from .namespaces import reserved_namespace_problems
from .pods import sandbox_pod
from .reserved import reserved_key_problems
from .runtimes import SandboxRuntime

API_VERSION = "extensions.agents.x-k8s.io/v1beta1"
KIND = "SandboxTemplate"

CLOSED_NETWORK_POLICY: dict[str, Any] = {
    "ingress": [
        {
            "from": [
                {
                    "namespaceSelector": {
                        "matchLabels": {"kubernetes.io/metadata.name": CONTROLLER_NAMESPACE}
                    },
                    "podSelector": {"matchLabels": dict([ROUTER_LABEL])},
                }
            ]
        }
    ],
    "egress": [],
}
"""From the router in, nothing out. Without rules of its own a managed policy lets a sandbox reach the whole
internet (agent-sandbox v0.5.6, extensions/controllers/sandboxtemplate_controller.go); NetworkPolicies add
up, so others open what is needed.
"""

POD = "spec.podTemplate.spec"
CONTAINER = f"{POD}.containers[0]"
TENANT_SELECTOR = join(f"{POD}.nodeSelector", TENANT_LABEL)
WORDS_PATHS = (
    (f"{CONTAINER}.image", "image"),
    (f"{CONTAINER}.resources", "resources"),
    (f"{CONTAINER}.env", "container.env"),
    (f"{CONTAINER}.ports", "container.ports"),
    (f"{CONTAINER}.command", "container.command"),
    (f"{CONTAINER}.args", "container.args"),
    (f"{CONTAINER}.workingDir", "container.working_dir"),
    (f"{CONTAINER}.volumeMounts", "container.writable_paths"),
    (f"{POD}.volumes", "container.writable_paths"),
    (f"{POD}.serviceAccountName", "service_account"),
)
COMMON_PATHS = (
    (POD, "pod"),
    ("metadata.namespace", "namespace"),
    ("spec.podTemplate.metadata.labels", "labels"),
    ("spec.networkPolicy", "policies.network_policy"),
    ("spec.networkPolicyManagement", "policies.network_policy_management"),
    ("spec.envVarsInjectionPolicy", "policies.env_vars_injection_policy"),
    ("spec.volumeClaimTemplatesPolicy", "policies.volume_claim_templates_policy"),
)
"""Where a field of the object comes from in the arguments; the first entry that fits counts."""


def template_object(args: Mapping[str, Any], image_of: Callable[[Any, Any], Any] = mapped) -> dict[str, Any]:
    """The SandboxTemplate in API form. It has no name: the engine gives it one, so that a change makes a
    new template.

    args: the arguments of the component `SandboxTemplate`, already of the right types; values may be outputs.
    image_of: what an image becomes by the image map; the default is for plain values.
    """
    runtime = SandboxRuntime(args.get("runtime") or SandboxRuntime.GVISOR)
    if args.get("pod") is not None:
        pod = hardened(args["pod"], runtime)
    else:
        pod = sandbox_pod(args.get("image"), args.get("container"), args.get("resources"), runtime)
    image_map = args.get("image_map")
    if image_map is not None:
        pod = with_images(pod, lambda image: image_of(image, image_map))
    if args.get("node_tenant") is not None:
        pod = on_tenant_nodes(pod, args["node_tenant"])
    if args.get("service_account") is not None:
        pod["serviceAccountName"] = args["service_account"]
    elif pod.get("serviceAccountName") is None and pod.get("serviceAccount") is None:
        # Not `default`, which other pods share, and to which somebody may bind a role.
        pod["serviceAccountName"] = SERVICE_ACCOUNT
    pod_template: dict[str, Any] = {"spec": pod}
    if args.get("labels"):
        pod_template["metadata"] = {"labels": dict(args["labels"])}
    return {
        "apiVersion": API_VERSION,
        "kind": KIND,
        "metadata": {"namespace": args["namespace"]},
        "spec": {"podTemplate": pod_template, **policy_fields(args.get("policies") or {})},
    }


def policy_fields(policies: Mapping[str, Any]) -> dict[str, Any]:
    """What a claim may change, and who makes the network policy, in API form."""
    management = policies.get("network_policy_management", "Managed")
    fields: dict[str, Any] = {
        "envVarsInjectionPolicy": policies.get("env_vars_injection_policy"),
        "volumeClaimTemplatesPolicy": policies.get("volume_claim_templates_policy"),
        "networkPolicyManagement": management,
    }
    rules = policies.get("network_policy")
    if rules is not None:
        fields["networkPolicy"] = rules
    elif management == "Managed":
        fields["networkPolicy"] = CLOSED_NETWORK_POLICY
    return {key: plain_text(value) for key, value in fields.items() if value is not None}


def plain_text(value: Any) -> Any:
    """An enum's value as the text that it is; anything else as it is."""
    return str(value) if isinstance(value, str) else value


def combination_problems(args: Mapping[str, Any]) -> Iterator[Problem]:
    """Arguments that say the same thing twice, or nothing."""
    if args.get("image") is None and args.get("pod") is None:
        yield Problem(
            "image", "is missing, and so is pod", fix="image for one container, or pod for a whole pod spec"
        )
    if args.get("pod") is not None:
        for key in ("image", "container", "resources"):
            if args.get(key) is not None:
                yield Problem(
                    key, "is given beside pod", "a whole pod spec says it itself", "it inside pod.containers"
                )
    yield from node_tenant_problems(args)
    yield from image_map_problems(args.get("image_map"), "image_map")
    policies: Any = args.get("policies") or {}
    if (
        policies.get("network_policy_management") == "Unmanaged"
        and policies.get("network_policy") is not None
    ):
        yield Problem(
            "policies.network_policy",
            "is given although the policy is Unmanaged",
            "the controller ignores it then",
        )


def node_tenant_problems(args: Mapping[str, Any]) -> Iterator[Problem]:
    """A whole pod that selects the nodes of another tenant, or to which nothing can be added."""
    tenant, pod = args.get("node_tenant"), args.get("pod")
    if tenant is None or not isinstance(pod, Mapping):
        return
    said = cast(Mapping[str, object], pod)
    for key, kinds in (("nodeSelector", (Mapping,)), ("tolerations", (list, tuple))):
        if said.get(key) is not None and not isinstance(said[key], kinds):
            yield Problem(
                f"pod.{key}",
                "is not known, or of the wrong type, beside node_tenant",
                "the nodes of the tenant could not be added to it",
                "its entries, whose values may be outputs",
            )
    selector = said.get("nodeSelector")
    selected = (
        cast(Mapping[str, object], selector).get(TENANT_LABEL) if isinstance(selector, Mapping) else None
    )
    if isinstance(tenant, str) and isinstance(selected, str) and selected != tenant:
        yield Problem(
            join("pod.nodeSelector", TENANT_LABEL),
            f"is {selected}, and node_tenant is {tenant}",
            "the sandboxes can run on the nodes of one tenant",
            "one of the two",
        )


def template_problems(
    template: Mapping[str, Any],
    crd_schema: Mapping[str, Any] | None = None,
    is_opaque: IsOpaque = never_opaque,
    secret_paths: Iterable[Path] = (),
) -> list[Problem]:
    """Every problem of a SandboxTemplate object: the API's, the controller's, and the rules'.

    secret_paths: where secret values lie; no message repeats what is there.
    """
    pod_template = cast(Mapping[str, Any], template.get("spec", {}).get("podTemplate", {}))
    metadata: Any = pod_template.get("metadata")
    found = check(template, crd_schema, is_opaque=is_opaque)
    found += reserved_namespace_problems(template["metadata"].get("namespace"), "metadata.namespace")
    if isinstance(metadata, Mapping):
        for key in ("labels", "annotations"):
            keys: Any = cast(Mapping[str, Any], metadata).get(key)
            found += reserved_key_problems(keys, f"spec.podTemplate.metadata.{key}", is_opaque)
    told = {problem.path for problem in found}
    unsafe = violations(template, is_opaque, secret_paths)
    return [*found, *(problem for problem in unsafe if problem.path not in told)]


def violations(
    template: Mapping[str, Any], is_opaque: IsOpaque, secret_paths: Iterable[Path]
) -> Iterator[Problem]:
    """What the policy pack stops by default; what depends on unknown values is for the pack itself to say."""
    properties = cast(Mapping[str, object], with_unknown(template, is_opaque))
    for finding in judge(Resource(None, properties, secrets=frozenset(secret_paths))):
        if finding.verdict is Verdict.VIOLATION and DEFAULT.level_of(finding) is Level.MANDATORY:
            yield Problem(
                finding.path, f"is {finding.found}", f"{finding.who} must {finding.required}", finding.fix
            )


def with_unknown(value: object, is_opaque: IsOpaque) -> object:
    """The same value with UNKNOWN, as the rules want it, in the place of what is not known yet."""
    if is_opaque(value):
        return UNKNOWN
    if isinstance(value, Mapping):
        return {key: with_unknown(each, is_opaque) for key, each in cast(Mapping[str, object], value).items()}
    if isinstance(value, list | tuple):
        return [with_unknown(each, is_opaque) for each in cast(list[object], value)]
    return value


def in_arguments(problems: Iterable[Problem], args: Mapping[str, Any]) -> list[Problem]:
    """The same problems, by the paths of the component's arguments."""
    table = COMMON_PATHS if args.get("pod") is not None else WORDS_PATHS + COMMON_PATHS
    own = ((TENANT_SELECTOR, "node_tenant"),) if args.get("node_tenant") is not None else ()
    return renamed(problems, (*own, *table))


def renamed(problems: Iterable[Problem], table: Iterable[tuple[str, str]]) -> list[Problem]:
    """The same problems, with the path of the argument in the place of the field that was made from it.

    table: field and argument; the first entry that fits counts, and a field that comes from no argument
    keeps its path.
    """
    table = tuple(table)
    return [replace(problem, path=argument_path(problem.path, table)) for problem in problems]


def argument_path(path: str, table: Iterable[tuple[str, str]]) -> str:
    """One path by the arguments' names."""
    for field, argument in table:
        if within(path, field):
            return argument + path[len(field) :]
    return path
