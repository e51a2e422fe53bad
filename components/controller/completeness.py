"""What an Agent Sandbox release manifest must hold, and what it must not: pure checks on its objects.

A file that was cut is often still valid YAML. So every reference inside it must resolve, the rights that
the controller cannot work without must be granted, and each CRD must be whole to its last field.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from ..facts.agent_sandbox import CONTROLLER_NAMESPACE
from ..problems import Problem
from .releases import API_VERSION

Object = Mapping[str, Any]

NAMESPACE = CONTROLLER_NAMESPACE
CONTROLLER = "agent-sandbox-controller"

CORE_GROUP = "agents.x-k8s.io"
EXTENSIONS_GROUP = "extensions.agents.x-k8s.io"

# The four kinds, with the subresources that the controller, autoscalers and `kubectl wait` need
# (agent-sandbox v0.5.6 and v1.0, k8s/crds).
CRDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Sandbox": (f"sandboxes.{CORE_GROUP}", ("status",)),
    "SandboxClaim": (f"sandboxclaims.{EXTENSIONS_GROUP}", ("status",)),
    "SandboxTemplate": (f"sandboxtemplates.{EXTENSIONS_GROUP}", ()),
    "SandboxWarmPool": (f"sandboxwarmpools.{EXTENSIONS_GROUP}", ("scale", "status")),
}
SCALE_PATHS = ("labelSelectorPath", "specReplicasPath", "statusReplicasPath")

# Objects without a namespace that a release may bring. Anything else that reaches over the whole cluster,
# such as an admission webhook, is not part of an Agent Sandbox release.
CLUSTER_KINDS = (
    ("v1", "Namespace"),
    ("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
    ("rbac.authorization.k8s.io/v1", "ClusterRole"),
    ("rbac.authorization.k8s.io/v1", "ClusterRoleBinding"),
)

# (group, resources, verbs) without which the controller does not start or leaves objects behind
# (agent-sandbox v0.5.6, k8s/rbac.generated.yaml and k8s/extensions-rbac.generated.yaml).
WATCH = ("get", "list", "watch")
RIGHTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("", ("pods",), (*WATCH, "create", "delete", "patch", "update")),
    ("", ("services", "persistentvolumeclaims"), (*WATCH, "create", "delete")),
    ("coordination.k8s.io", ("leases",), ("create", "get", "update")),
    (CORE_GROUP, ("sandboxes",), (*WATCH, "create", "delete", "patch", "update")),
    (CORE_GROUP, ("sandboxes/status",), ("patch", "update")),
    (EXTENSIONS_GROUP, ("sandboxclaims", "sandboxtemplates", "sandboxwarmpools"), WATCH),
    (EXTENSIONS_GROUP, ("sandboxclaims/status", "sandboxwarmpools/status"), ("patch", "update")),
    ("networking.k8s.io", ("networkpolicies",), (*WATCH, "create", "delete", "update")),
)
# With a conversion webhook the controller keeps its certificate in a Secret of its own namespace and writes
# the CA into the CRDs (agent-sandbox v0.5.6, cmd/agent-sandbox-controller/tls.go).
WEBHOOK_RIGHTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("", ("secrets",), ("create", "get")),
    ("apiextensions.k8s.io", ("customresourcedefinitions",), ("get", "patch")),
)

TRUNCATED = "the file is cut, or is another file than a release's"
WHOLE_FILE = "fetch the release's sandbox-with-extensions.yaml again, and pin its sha256"


def mapping(value: object) -> Mapping[str, Any]:
    """`value` when it is a mapping, otherwise an empty one."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def sequence(value: object) -> Sequence[Any]:
    """`value` when it is a list, otherwise an empty one."""
    return cast("Sequence[Any]", value) if isinstance(value, list | tuple) else ()


def name_of(obj: Object) -> str:
    """metadata.name."""
    return str(mapping(obj.get("metadata")).get("name", ""))


def namespace_of(obj: Object) -> str:
    """metadata.namespace, empty when there is none."""
    return str(mapping(obj.get("metadata")).get("namespace") or "")


def label_of(obj: Object) -> str:
    """`Kind/name` or `Kind/namespace/name`, as the problems name an object."""
    parts = (str(obj.get("kind", "")), namespace_of(obj), name_of(obj))
    return "/".join(part for part in parts if part)


def find(objects: Iterable[Object], kind: str, name: str, namespace: str = "") -> Object | None:
    """The object of this kind, name and namespace, if any."""
    wanted = (kind, name, namespace)
    return next((o for o in objects if (o.get("kind"), name_of(o), namespace_of(o)) == wanted), None)


def controller_container(deployment: Object) -> Mapping[str, Any]:
    """The controller's container within its Deployment; empty when there is none."""
    pod = mapping(mapping(mapping(deployment.get("spec")).get("template")).get("spec"))
    containers = [mapping(container) for container in sequence(pod.get("containers"))]
    return next((container for container in containers if container.get("name") == CONTROLLER), mapping(None))


def conversion_service(crd: Object) -> Mapping[str, Any] | None:
    """The Service that converts between the versions of a CRD; None when the CRD has no conversion
    webhook.
    """
    conversion = mapping(mapping(crd.get("spec")).get("conversion"))
    if conversion.get("strategy") != "Webhook":
        return None
    return mapping(mapping(mapping(conversion.get("webhook")).get("clientConfig")).get("service"))


def manifest_problems(objects: Sequence[Object]) -> list[Problem]:
    """Everything for which these objects are not a whole Agent Sandbox release."""
    return [
        *_scope_problems(objects),
        *_crd_problems(objects),
        *_namespace_problems(objects),
        *_deployment_problems(objects),
        *_service_problems(objects),
        *_rbac_problems(objects),
    ]


def _scope_problems(objects: Sequence[Object]) -> list[Problem]:
    problems: list[Problem] = []
    for obj in objects:
        where, namespace = label_of(obj), namespace_of(obj)
        reason = "a release reaches over its CRDs, its RBAC and its own namespace, not further"
        if namespace and namespace != NAMESPACE:
            what = f"lies in namespace {namespace!r}, not in {NAMESPACE!r}"
            problems.append(Problem(where, what, reason, "install it in a program of your own"))
        elif not namespace and (obj.get("apiVersion"), obj.get("kind")) not in CLUSTER_KINDS:
            what = f"is a cluster-wide object ({obj.get('apiVersion')}) that no release is known to hold"
            problems.append(Problem(where, what, reason, "install it in a program of your own"))
        elif obj.get("kind") == "Namespace" and name_of(obj) != NAMESPACE:
            what = f"is not the controller's namespace {NAMESPACE!r}"
            problems.append(Problem(where, what, reason, "install it in a program of your own"))
        elif obj.get("kind") == "CustomResourceDefinition" and not _is_upstreams(obj):
            what = f"is not of the groups {CORE_GROUP} and {EXTENSIONS_GROUP}"
            problems.append(Problem(where, what, reason, "install it in a program of your own"))
    return problems


def _is_upstreams(crd: Object) -> bool:
    return mapping(crd.get("spec")).get("group") in (CORE_GROUP, EXTENSIONS_GROUP)


def _crd_problems(objects: Sequence[Object]) -> list[Problem]:
    problems: list[Problem] = []
    crds = {name_of(obj): obj for obj in objects if obj.get("kind") == "CustomResourceDefinition"}
    for kind, (name, _) in CRDS.items():
        if name not in crds:
            why = f"without it no {kind} can be created; {TRUNCATED}"
            problems.append(Problem(f"CustomResourceDefinition/{name}", "is missing", why, WHOLE_FILE))
    served: dict[str, tuple[str, ...]] = {}
    for name, crd in crds.items():
        wanted = next((sub for crd_name, sub in CRDS.values() if crd_name == name), ())
        problems += _one_crd(crd, wanted)
        served[name] = tuple(sorted(str(v.get("name")) for v in _versions(crd) if v.get("served")))
    if len(set(served.values())) > 1:
        listed = "; ".join(f"{name}: {', '.join(versions) or 'none'}" for name, versions in served.items())
        problems.append(
            Problem(
                "CustomResourceDefinition", f"they serve different versions ({listed})", TRUNCATED, WHOLE_FILE
            )
        )
    return problems


def _versions(crd: Object) -> list[Mapping[str, Any]]:
    return [mapping(version) for version in sequence(mapping(crd.get("spec")).get("versions"))]


def _one_crd(crd: Object, subresources: tuple[str, ...]) -> list[Problem]:
    where, spec, versions = label_of(crd), mapping(crd.get("spec")), _versions(crd)
    names = mapping(spec.get("names"))
    faults: list[str] = []
    if name_of(crd) != f"{names.get('plural')}.{spec.get('group')}" or not names.get("kind"):
        faults.append("its name is not <plural>.<group>, or its kind is missing")
    if spec.get("scope") != "Namespaced":
        faults.append("its scope is not Namespaced")
    if not any(v.get("name") == API_VERSION and v.get("served") for v in versions):
        faults.append(f"{API_VERSION} is not served")
    if sum(1 for v in versions if v.get("storage") is True) != 1:
        faults.append("it does not have exactly one storage version")
    for version in versions:
        schema = mapping(mapping(version.get("schema")).get("openAPIV3Schema"))
        if "spec" not in mapping(schema.get("properties")):
            faults.append(f"version {version.get('name')} has no schema for spec")
        present = mapping(version.get("subresources"))
        faults += [
            f"version {version.get('name')} has no subresource {sub}"
            for sub in subresources
            if sub not in present
        ]
        if "scale" in subresources and any(path not in mapping(present.get("scale")) for path in SCALE_PATHS):
            faults.append(
                f"version {version.get('name')}: its scale subresource lacks one of {', '.join(SCALE_PATHS)}"
            )
    # v1alpha1 and v1beta1 differ in shape: without conversion stored objects would be read as the wrong one.
    service = conversion_service(crd)
    if (
        service is None
        and any(v.get("name") == "v1alpha1" and v.get("served") for v in versions)
        and len(versions) > 1
    ):
        faults.append("it serves v1alpha1 beside another version and has no conversion webhook")
    if service is not None and not all(service.get(key) for key in ("name", "namespace", "path")):
        faults.append("its conversion webhook does not name service, namespace and path")
    return [Problem(where, fault, TRUNCATED, WHOLE_FILE) for fault in faults]


def _namespace_problems(objects: Sequence[Object]) -> list[Problem]:
    if find(objects, "Namespace", NAMESPACE):
        return []
    return [Problem(f"Namespace/{NAMESPACE}", "is missing", TRUNCATED, WHOLE_FILE)]


def _deployment_problems(objects: Sequence[Object]) -> list[Problem]:
    where = f"Deployment/{NAMESPACE}/{CONTROLLER}"
    deployment = find(objects, "Deployment", CONTROLLER, NAMESPACE)
    if deployment is None:
        return [Problem(where, "is missing", TRUNCATED, WHOLE_FILE)]
    spec = mapping(deployment.get("spec"))
    template = mapping(spec.get("template"))
    container = controller_container(deployment)
    problems: list[Problem] = []
    image = container.get("image")
    if not isinstance(image, str) or not image or image.startswith("ko://"):
        what = f"has no container {CONTROLLER!r} with an image that can be pulled (found {image!r})"
        why = "ko:// names source code: the manifest was taken from the repository, not from a release"
        problems.append(Problem(where, what, why, WHOLE_FILE))
    args = [str(arg) for arg in sequence(container.get("args"))]
    if not {"--extensions", "--extensions=true"} & set(args):
        what = "runs without --extensions"
        why = (
            "nothing would serve SandboxTemplate, SandboxWarmPool and SandboxClaim; sandbox.yaml alone is"
            " only the core"
        )
        problems.append(Problem(where, what, why, "take sandbox-with-extensions.yaml"))
    labels = mapping(mapping(template.get("metadata")).get("labels"))
    wanted = mapping(mapping(spec.get("selector")).get("matchLabels"))
    if not wanted or any(labels.get(key) != value for key, value in wanted.items()):
        problems.append(Problem(where, "its selector does not match its pods", TRUNCATED, WHOLE_FILE))
    account = str(mapping(template.get("spec")).get("serviceAccountName", ""))
    if not find(objects, "ServiceAccount", account, NAMESPACE):
        what = f"its ServiceAccount {account!r} is missing"
        problems.append(Problem(where, what, TRUNCATED, WHOLE_FILE))
    return problems


def _service_problems(objects: Sequence[Object]) -> list[Problem]:
    deployment = find(objects, "Deployment", CONTROLLER, NAMESPACE) or {}
    template = mapping(mapping(deployment.get("spec")).get("template"))
    labels = mapping(mapping(template.get("metadata")).get("labels"))
    wanted = {CONTROLLER: "metrics cannot be scraped"}
    for crd in objects:
        service = conversion_service(crd) if crd.get("kind") == "CustomResourceDefinition" else None
        if service is not None and service.get("namespace") == NAMESPACE:
            wanted[str(service.get("name"))] = "objects cannot be converted between v1alpha1 and v1beta1"
    problems: list[Problem] = []
    for name, consequence in wanted.items():
        where = f"Service/{NAMESPACE}/{name}"
        service = find(objects, "Service", name, NAMESPACE)
        if service is None:
            problems.append(Problem(where, f"is missing: {consequence}", TRUNCATED, WHOLE_FILE))
            continue
        spec = mapping(service.get("spec"))
        selector = mapping(spec.get("selector"))
        if not sequence(spec.get("ports")) or not selector:
            problems.append(Problem(where, "has no ports or no selector", TRUNCATED, WHOLE_FILE))
        elif deployment and any(labels.get(key) != value for key, value in selector.items()):
            problems.append(Problem(where, "does not select the controller's pods", TRUNCATED, WHOLE_FILE))
    return problems


def _rbac_problems(objects: Sequence[Object]) -> list[Problem]:
    problems: list[Problem] = []
    bound: set[int] = set()
    rules: list[Mapping[str, Any]] = []
    for binding in objects:
        if binding.get("kind") not in ("ClusterRoleBinding", "RoleBinding"):
            continue
        where, reference = label_of(binding), mapping(binding.get("roleRef"))
        namespace = NAMESPACE if reference.get("kind") == "Role" else ""
        role = find(objects, str(reference.get("kind")), str(reference.get("name")), namespace)
        if role is None:
            what = f"binds {reference.get('kind')} {reference.get('name')!r}, which the file does not hold"
            problems.append(
                Problem(where, what, f"{TRUNCATED}; a release grants only what it defines", WHOLE_FILE)
            )
            continue
        bound.add(id(role))
        subjects = [mapping(subject) for subject in sequence(binding.get("subjects"))]
        strangers = [
            s
            for s in subjects
            if not find(objects, "ServiceAccount", str(s.get("name")), str(s.get("namespace")))
        ]
        if not subjects or strangers:
            what = "binds nobody, or a subject that the file does not hold"
            problems.append(
                Problem(where, what, f"{TRUNCATED}; a release grants rights to its own account", WHOLE_FILE)
            )
        rules += [mapping(rule) for rule in sequence(role.get("rules"))]
    for role in objects:
        if role.get("kind") in ("ClusterRole", "Role") and id(role) not in bound:
            problems.append(
                Problem(label_of(role), "no binding in the file grants it", TRUNCATED, WHOLE_FILE)
            )
    webhook = any(
        o.get("kind") == "CustomResourceDefinition" and conversion_service(o) is not None for o in objects
    )
    for group, resources, verbs in RIGHTS + (WEBHOOK_RIGHTS if webhook else ()):
        for resource in resources:
            missing = [
                verb for verb in verbs if not any(_grants(rule, group, resource, verb) for rule in rules)
            ]
            if missing:
                what = f"the controller may not {', '.join(missing)} {resource}{'.' + group if group else ''}"
                problems.append(Problem("ClusterRole", what, TRUNCATED, WHOLE_FILE))
    return problems


def _grants(rule: Mapping[str, Any], group: str, resource: str, verb: str) -> bool:
    wanted = {"apiGroups": group, "resources": resource, "verbs": verb}
    return all({value, "*"} & set(map(str, sequence(rule.get(key)))) for key, value in wanted.items())
