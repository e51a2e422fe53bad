"""The way into a cluster."""

from typing import Any, cast

import pulumi
import pulumi_kubernetes as kubernetes

from ..composition import is_opaque
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from .kubeconfig import plugin_problem


def kubernetes_provider(
    name: str,
    kubeconfig: pulumi.Input[str],
    cluster_identifier: pulumi.Input[str],
    opts: pulumi.ResourceOptions | None = None,
) -> kubernetes.Provider:
    """A Kubernetes provider for one cluster, which never falls back to the ambient kubeconfig.

    name: the provider's name in the stack.
    kubeconfig: its content, kept as a secret.
    cluster_identifier: what makes the cluster this very one. While it stays, a new endpoint or new
        credentials replace nothing; when it changes, everything in the cluster is replaced.
    opts: options of the resource.

    Errors: pulumi.RunError for a kubeconfig that is missing or empty, as soon as that is known.
    """
    return kubernetes.Provider(
        name,
        kubeconfig=required_kubeconfig(f"Provider {name}", kubeconfig),
        cluster_identifier=cluster_identifier,
        opts=opts,
    )


def gke_provider(
    name: str,
    kubeconfig: pulumi.Input[str],
    cluster_identifier: pulumi.Input[str],
    opts: pulumi.ResourceOptions | None = None,
) -> kubernetes.Provider:
    """The same for a cluster of GKE. It warns where the plugin that gives the credentials is missing."""
    problem = plugin_problem()
    if problem is not None:
        pulumi.log.warn(f"Provider {name}: {problem}")
    return kubernetes_provider(name, kubeconfig, cluster_identifier, opts)


def required_kubeconfig(title: str, kubeconfig: pulumi.Input[str]) -> pulumi.Output[str]:
    """A kubeconfig as a secret, which is refused once it turns out to be none."""

    def known(text: Any) -> Any:
        with refusing():
            refuse(title, kubeconfig_problems(text))
        return text

    if is_opaque(kubeconfig):
        return pulumi.Output.secret(kubeconfig).apply(known)
    return pulumi.Output.secret(cast(str, known(kubeconfig)))


def kubeconfig_problems(kubeconfig: object) -> list[Problem]:
    """A kubeconfig that is not there. The provider would take the one of whoever runs the program."""
    if isinstance(kubeconfig, str) and kubeconfig.strip():
        return []
    return [
        Problem(
            "kubeconfig",
            "is empty" if isinstance(kubeconfig, str) else "is missing",
            "the provider would take the one of whoever runs the program, which may be another cluster's",
            "the kubeconfig of a cluster component; of another stack, StackReference.require_output",
        )
    ]
