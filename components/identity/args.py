"""The arguments of a workload's identity."""

from collections.abc import Mapping
from typing import Required, TypedDict

import pulumi


class WorkloadIdentityServiceAccountArgs(TypedDict, total=False):
    """The Kubernetes ServiceAccount that pods of the workload name."""

    name: pulumi.Input[str]
    """Its name. Default: the component's name. Neither `default` nor the account of the sandboxes."""
    existing: bool
    """Whether it is there already, and stays when the identity goes. Default false: it is made here, with its
    token not mounted.
    """


class WorkloadIdentityGoogleServiceAccountArgs(TypedDict, total=False):
    """The Google service account that the workload acts as."""

    email: pulumi.Input[str]
    """One that is there, `NAME@PROJECT.iam.gserviceaccount.com`. Default: one is made, in the pool's project.
    """
    account_id: pulumi.Input[str]
    """The id of one that is made, 6 to 30 lower-case letters, digits and hyphens. Default: from the names of
    component and stack.
    """


class WorkloadIdentityRoleArgs(TypedDict, total=False):
    """A role on one resource: `role`, and the resource by exactly one of `bucket`, `secret`, `repository`,
    `topic`, `subscription`; or `project` alone, for a whole project.
    """

    role: Required[pulumi.Input[str]]
    """The role, e.g. `roles/storage.objectViewer`. One that covers a whole project, administers something, or
    acts as other accounts needs a `reason`.
    """
    bucket: pulumi.Input[str]
    """Name of a Cloud Storage bucket."""
    secret: pulumi.Input[str]
    """Name of a secret of Secret Manager, or `projects/PROJECT/secrets/NAME`."""
    repository: pulumi.Input[str]
    """Name of a repository of Artifact Registry, with its `location`; or
    `projects/PROJECT/locations/LOCATION/repositories/NAME`.
    """
    topic: pulumi.Input[str]
    """Name of a Pub/Sub topic, or `projects/PROJECT/topics/NAME`."""
    subscription: pulumi.Input[str]
    """Name of a Pub/Sub subscription, or `projects/PROJECT/subscriptions/NAME`."""
    project: pulumi.Input[str]
    """The resource's project; default: the GCP provider's. Alone: the role is on the project itself, and with
    that on everything in it.
    """
    location: pulumi.Input[str]
    """The repository's location, e.g. `europe-west4`."""
    reason: str
    """Why a broad role is meant; for the reader of the program."""


class WorkloadIdentityArgs(TypedDict, total=False):
    """A workload that is trusted, and what it may do in Google Cloud."""

    workload_pool: Required[pulumi.Input[str]]
    """The workload identity pool of the cluster: the output `workload_pool` of its component, by which the
    bindings wait for the cluster. As plain text, `PROJECT.svc.id.goog`, only with `depends_on` in the
    options: the pool comes into being with the first cluster that has one.
    """
    namespace: Required[pulumi.Input[str]]
    """The namespace of the workload; it is not made here."""
    service_account: WorkloadIdentityServiceAccountArgs
    """The Kubernetes ServiceAccount. Default: one of the component's name is made."""
    google_service_account: WorkloadIdentityGoogleServiceAccountArgs
    """A Google service account in between, for the few APIs that do not take a workload's own identity; `{}`
    makes one. Default: none, and roles are bound to the ServiceAccount itself.
    """
    roles: Mapping[str, WorkloadIdentityRoleArgs]
    """What the workload may do, by a name, e.g.
    `{"reports": {"role": "roles/storage.objectViewer", "bucket": "acme-reports"}}`. Default: nothing.
    """
    project_number: pulumi.Input[str]
    """The number of the pool's project. Default: it is looked up, which takes the permission
    resourcemanager.projects.get.
    """
