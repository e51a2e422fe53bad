"""The component WorkloadIdentity: what a trusted workload in the cluster is in Google Cloud."""

from collections.abc import Mapping
from typing import Any, Final, cast

import pulumi
from pulumi_gcp import (
    artifactregistry,
    projects,
    pubsub,
    secretmanager,
    serviceaccount,
    storage,
)
from pulumi_kubernetes.core.v1 import ServiceAccount, ServiceAccountPatch

from ..cluster.node_names import identity_name
from ..composition import available_after, checked_when_known, child_options, is_opaque, stack_scope
from ..gcp import project_number
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes import value_problems
from ..waiting import GOOGLE, waits_for
from .args import WorkloadIdentityArgs
from .members import ServiceAccountMember, ServiceAccountPrincipal, project_of_pool
from .problems import RESOURCES, account_project, identity_problems

MEMBERS: Final[Mapping[str, tuple[Any, str]]] = {
    "bucket": (storage.BucketIAMMember, "bucket"),
    "secret": (secretmanager.SecretIamMember, "secret_id"),
    "repository": (artifactregistry.RepositoryIamMember, "repository"),
    "topic": (pubsub.TopicIAMMember, "topic"),
    "subscription": (pubsub.SubscriptionIAMMember, "subscription"),
    "project": (projects.IAMMember, "project"),
}
"""The resource that binds a role, and its property for what the role is on, by the key of the group."""

USER_ROLE: Final = "roles/iam.workloadIdentityUser"
"""By which a ServiceAccount acts as a Google service account."""

ANNOTATION: Final = "iam.gke.io/gcp-service-account"
"""Where the metadata server finds as which one. Source of both: GKE documentation, "Authenticate to Google
Cloud APIs from GKE workloads", link Kubernetes ServiceAccounts to IAM.
"""


class WorkloadIdentity(pulumi.ComponentResource):
    """An identity for a workload that is trusted, never for sandboxes: a Kubernetes ServiceAccount without a
    mounted token, and roles for it on what it works on. A pod that names the ServiceAccount gets short-lived
    credentials from the metadata server of its node.

    Everything waits for the cluster's pool of identities. A ServiceAccount of the same name, in a namespace
    of the same name, is the same identity in every cluster of the project.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known.
    """

    service_account: pulumi.Output[str]
    """The name of the ServiceAccount, known once its roles are bound."""
    namespace: pulumi.Output[str]
    """Its namespace."""
    member: pulumi.Output[str]
    """What it is in IAM policies, for bindings of one's own: `principal://…`, or `serviceAccount:…` where a
    Google service account stands in between.
    """
    google_service_account: pulumi.Output[str]
    """The email of the Google service account; empty where there is none."""

    def __init__(
        self, name: str, args: WorkloadIdentityArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:WorkloadIdentity", name, {}, opts)
        title = f"WorkloadIdentity {name}"
        given = cast(Mapping[str, Any], args)
        is_waiting = opts is not None and opts.depends_on not in (None, [], ())
        with refusing():
            refuse(title, argument_problems(given, name, is_waiting))
        # What is known only later brings what it is waited for with it.
        known = checked_when_known(title, given, lambda plain, _path: argument_problems(plain, name, True))

        pool = pulumi.Output.from_input(known["workload_pool"])
        account: Mapping[str, Any] = known.get("service_account") or {}
        account_name = pulumi.Output.from_input(account.get("name") or name)
        google: Mapping[str, Any] | None = known.get("google_service_account")
        # Accounts and pools that were just made are not known everywhere at once.
        cloud = child_options(self, opts, hooks=waits_for(*GOOGLE))
        bound: list[pulumi.Resource] = []
        email: pulumi.Output[str] | None = None
        if google is None:
            number = known.get("project_number") or project_number(pool.apply(project_of_pool), self)
            self.member = principal(number, pool, known["namespace"], account_name)
        else:
            email, account_path, self.member = google_account(name, google, pool, cloud)
            bound.append(
                serviceaccount.IAMMember(
                    f"{name}-workload-identity",
                    service_account_id=account_path,
                    role=USER_ROLE,
                    member=impersonator(pool, known["namespace"], account_name),
                    opts=cloud,
                )
            )
        metadata: dict[str, Any] = {"name": account_name, "namespace": known["namespace"]}
        if email is not None:
            metadata["annotations"] = {ANNOTATION: email}
        inside = service_account(name, account, metadata, child_options(self, opts))
        roles: Mapping[str, Mapping[str, Any]] = known.get("roles") or {}
        bound += [role_binding(f"{name}-{key}", role, self.member, cloud) for key, role in roles.items()]
        self.service_account = available_after(account_name, [*inside, *bound])
        self.namespace = pulumi.Output.from_input(known["namespace"])
        self.google_service_account = pulumi.Output.from_input("") if email is None else email
        self.register_outputs(
            {
                "service_account": self.service_account,
                "namespace": self.namespace,
                "member": self.member,
                "google_service_account": self.google_service_account,
            }
        )


def argument_problems(args: Mapping[str, Any], name: str, is_waiting: bool) -> list[Problem]:
    """Every problem of the arguments' keys and types and, when they have none, of their values."""
    problems = list(value_problems(WorkloadIdentityArgs, args, "", is_opaque))
    return problems or identity_problems(args, name, is_waiting)


def principal(
    number: pulumi.Input[str],
    pool: pulumi.Input[str],
    namespace: pulumi.Input[str],
    account: pulumi.Input[str],
) -> pulumi.Output[str]:
    """The ServiceAccount as a member of its own right."""
    return pulumi.Output.all(number, pool, namespace, account).apply(
        lambda known: str(ServiceAccountPrincipal(*cast("list[str]", known)))
    )


def impersonator(
    pool: pulumi.Input[str], namespace: pulumi.Input[str], account: pulumi.Input[str]
) -> pulumi.Output[str]:
    """The ServiceAccount as one that acts as a Google service account."""
    return pulumi.Output.all(pool, namespace, account).apply(
        lambda known: str(ServiceAccountMember(*cast("list[str]", known)))
    )


def google_account(
    name: str, google: Mapping[str, Any], pool: pulumi.Output[str], opts: pulumi.ResourceOptions
) -> tuple[pulumi.Output[str], pulumi.Output[str], pulumi.Output[str]]:
    """The email of the Google service account, its full name, and itself as a member."""
    if google.get("email") is not None:
        email: pulumi.Output[str] = pulumi.Output.from_input(google["email"])
        path = email.apply(lambda known: f"projects/{account_project(known)}/serviceAccounts/{known}")
        return email, path, pulumi.Output.concat("serviceAccount:", email)
    scope = stack_scope()
    made = serviceaccount.Account(
        name,
        account_id=google.get("account_id") or identity_name(f"{name}-workload", scope),
        project=pool.apply(project_of_pool),
        display_name=f"Workload identity {name}",
        opts=opts,
    )
    return made.email, made.name, made.member


def service_account(
    name: str, account: Mapping[str, Any], metadata: Mapping[str, Any], opts: pulumi.ResourceOptions
) -> list[pulumi.Resource]:
    """The ServiceAccount, or what is added to one that exists; nothing where nothing has to be."""
    if not account.get("existing"):
        made = ServiceAccount(
            name, metadata=cast(Any, metadata), automount_service_account_token=False, opts=opts
        )
        return [made]
    if "annotations" not in metadata:
        return []
    return [ServiceAccountPatch(name, metadata=cast(Any, metadata), opts=opts)]


def role_binding(
    name: str, role: Mapping[str, Any], member: pulumi.Output[str], opts: pulumi.ResourceOptions
) -> pulumi.Resource:
    """The role on the one resource that its group names."""
    on = next((key for key in RESOURCES if role.get(key) is not None), "project")
    made, key = MEMBERS[on]
    resource: Any = made
    where = {each: role[each] for each in ("project", "location") if role.get(each) is not None}
    properties = {**where, key: role[on], "role": role["role"], "member": member}
    return cast(pulumi.Resource, resource(name, **properties, opts=opts))
