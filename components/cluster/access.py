"""The way into a cluster."""

import pulumi
import pulumi_kubernetes as kubernetes


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
    """
    return kubernetes.Provider(
        name,
        kubeconfig=pulumi.Output.secret(kubeconfig),
        cluster_identifier=cluster_identifier,
        opts=opts,
    )
