"""The objects that are installed: the release's own, hardened, and what upstream leaves to the user. Pure."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass

from .completeness import NAMESPACE, Object, controller_container, mapping
from .deployment import DeploymentSettings, disruption_budget, harden
from .label_domains import config_hash, config_map
from .manifest import Identity, Manifest, identity
from .options import controller_args
from .settings import ControllerSettings

CRD = ("apiextensions.k8s.io", "CustomResourceDefinition")
SERVICE = ("", "Service")

# Server-side apply of a CRD that an earlier installation left takes over fields that other managers own,
# such as those of a newer release, instead of ending in a conflict (Pulumi Kubernetes provider,
# "pulumi.com/patchForce").
PATCH_FORCE = {"pulumi.com/patchForce": "true"}

# The Deployment is waited for already. A Service's endpoints say nothing more, and a Service is no reason to
# fail where its pods have no address yet (the same provider, "pulumi.com/skipAwait").
SKIP_AWAIT = {"pulumi.com/skipAwait": "true"}

# The pods here are the controller's and the router's, and both keep to it.
POD_SECURITY = {"pod-security.kubernetes.io/enforce": "restricted"}

# The controller of 0.5.x writes its CA here at each start (agent-sandbox v0.5.6,
# cmd/agent-sandbox-controller/tls.go).
CA_BUNDLE = "spec.conversion.webhook.clientConfig.caBundle"


@dataclass(frozen=True)
class Installation:
    """Objects by the order in which they come.

    namespace: the controller's own, first. crds: after it.
    others: accounts, rights and configuration, after the CRDs.
    deployment: after all of them.
    services: last, of the controller's pods.
    crd_ignored: property paths that the running controller writes into the CRDs.
    """

    namespace: Object
    crds: tuple[Object, ...]
    others: tuple[Object, ...]
    deployment: Object
    services: tuple[Object, ...]
    crd_ignored: tuple[str, ...]


def installation(manifest: Manifest, settings: ControllerSettings) -> Installation:
    """What is installed of a manifest with these settings."""
    objects: dict[Identity, Object] = {identity(obj): _without_noise(obj) for obj in manifest.objects}
    own: list[Object] = [config_map(settings.allowed_label_domains)]
    if settings.replicas > 1:
        own.append(disruption_budget(manifest.deployment))
    # Where a release brings an object of the same name, ours takes its place: each object has one owner.
    objects.update({identity(obj): obj for obj in own})
    namespace_id = ("", "Namespace", "", NAMESPACE)
    deployment_id = identity(manifest.deployment)
    return Installation(
        namespace=_with_metadata(objects.pop(namespace_id), "labels", POD_SECURITY),
        deployment=harden(objects.pop(deployment_id), _deployment_settings(manifest, settings)),
        crds=tuple(_with_metadata(crd, "annotations", PATCH_FORCE) for crd in _of_kind(objects, CRD)),
        services=tuple(
            _with_metadata(service, "annotations", SKIP_AWAIT) for service in _of_kind(objects, SERVICE)
        ),
        others=tuple(obj for key, obj in objects.items() if key[:2] not in (CRD, SERVICE)),
        crd_ignored=(CA_BUNDLE,) if manifest.has_conversion_webhook else (),
    )


def _deployment_settings(manifest: Manifest, settings: ControllerSettings) -> DeploymentSettings:
    upstream = [str(argument) for argument in controller_container(manifest.deployment).get("args", [])]
    return DeploymentSettings(
        args=controller_args(upstream, settings.options),
        config_hash=config_hash(settings.allowed_label_domains),
        replicas=settings.replicas,
        image=settings.image,
        requests=settings.requests,
        limits=settings.limits,
        node_selector=settings.node_selector,
        tolerations=settings.tolerations,
        priority_class_name=settings.priority_class_name,
    )


def _of_kind(objects: Mapping[Identity, Object], group_and_kind: tuple[str, str]) -> tuple[Object, ...]:
    return tuple(obj for key, obj in objects.items() if key[:2] == group_and_kind)


def _with_metadata(obj: Object, key: str, entries: Mapping[str, str]) -> Object:
    metadata = mapping(obj["metadata"])
    return {**obj, "metadata": {**metadata, key: {**entries, **mapping(metadata.get(key))}}}


def _without_noise(obj: Object) -> Object:
    """Without status, and without empty maps and nulls in metadata: the API server drops them, and each
    `up` would see a change.
    """
    cleaned = copy.deepcopy(dict(obj))
    cleaned.pop("status", None)
    cleaned["metadata"] = {
        key: value for key, value in cleaned["metadata"].items() if value not in (None, {}, [])
    }
    return cleaned
