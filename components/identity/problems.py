"""Everything that is wrong with the arguments of a workload's identity, beyond their types. Pure.

No message repeats a value: it may have been a secret.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from ..problems import Problem
from ..shapes.names import SUBDOMAIN, SUBDOMAIN_LENGTH, label_name_problems
from ..shapes.paths import join
from ..tenancy.objects import SERVICE_ACCOUNT as SANDBOX_ACCOUNT
from .members import POOL_SUFFIX, PROJECT, is_workload_pool
from .roles import role_problems

RESOURCES: Final = ("bucket", "secret", "repository", "topic", "subscription")
"""What a role may be on, beside a whole project, by the key of the group that says it."""

NOT_TRUSTED: Final = {
    SANDBOX_ACCOUNT: "it is the account of the sandboxes: every role of it is in the hands of untrusted code",
    "default": "it is the account of every pod that names none, sandboxes among them",
}
"""ServiceAccounts that no role is bound to, in any namespace, and why."""

EMAIL: Final = re.compile(
    r"[a-z0-9-]+@(?P<project>[a-z][a-z0-9-]{4,28}[a-z0-9])(?P<domain>(?:\.[a-z0-9-]+)*?)"
    r"\.iam\.gserviceaccount\.com"
)
"""Source: IAM documentation, "Service accounts overview", user-managed service accounts."""

ACCOUNT_ID: Final = re.compile(r"[a-z][a-z0-9-]{4,28}[a-z0-9]")
"""Source: IAM REST v1, projects.serviceAccounts.create, accountId."""


def identity_problems(args: Mapping[str, Any], name: str, is_waiting: bool) -> list[Problem]:
    """Every problem of the arguments; of values only text is judged.

    args: already of the right types.
    name: of the component, which names the ServiceAccount where nothing else does.
    is_waiting: whether the component waits for other resources.
    """
    return [
        *pool_problems(args["workload_pool"], is_waiting),
        *label_name_problems(args["namespace"], "namespace"),
        *service_account_problems(args.get("service_account") or {}, name),
        *google_account_problems(args.get("google_service_account") or {}),
        *number_problems(args.get("project_number")),
        *(
            problem
            for key, role in cast("Mapping[str, Mapping[str, Any]]", args.get("roles") or {}).items()
            for problem in binding_problems(role, join("roles", key))
        ),
    ]


def pool_problems(pool: object, is_waiting: bool) -> Iterator[Problem]:
    """What is wrong with the pool. IAM refuses a member of a pool that is not there yet (terraform-google-
    kubernetes-engine issue 916), so plain text goes only with something to wait for.
    """
    if not isinstance(pool, str):
        return
    if not pool:
        yield Problem(
            "workload_pool",
            "is empty: the cluster has no Workload Identity",
            "without it a pod has no identity of its own, and asks the metadata server for its node's",
            "the pool of a cluster that has it; ExistingCluster asks for it by the feature workload-identity",
        )
    elif not is_workload_pool(pool):
        yield Problem(
            "workload_pool",
            f"is no workload identity pool of a cluster, PROJECT{POOL_SUFFIX}",
            "PROJECT is the cluster's, not that of a Google service account",
            "the output workload_pool of the cluster's component",
        )
    elif not is_waiting:
        yield Problem(
            "workload_pool",
            "is plain text, and nothing is waited for",
            "the pool comes into being with the first cluster that has Workload Identity, and IAM refuses"
            " members of a pool that is not there",
            "the output workload_pool of the cluster's component; or depends_on=[cluster] in the options",
        )


def service_account_problems(account: Mapping[str, Any], component: str) -> Iterator[Problem]:
    """What is wrong with the ServiceAccount."""
    said = account.get("name")
    name: object = component if said is None else said
    if not isinstance(name, str):
        return
    path = "service_account.name"
    if name in NOT_TRUSTED:
        yield Problem(path, "must have no identity in Google Cloud", NOT_TRUSTED[name], "a name of its own")
    elif not SUBDOMAIN.fullmatch(name) or len(name) > SUBDOMAIN_LENGTH:
        what = "is no name" if said is not None else "is missing, and the component's own name is none"
        yield Problem(
            path,
            f"{what} of a ServiceAccount",
            "lower-case letters, digits, hyphens and dots, with a letter or digit at both ends",
        )


def google_account_problems(account: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the Google service account."""
    path = "google_service_account"
    email, account_id = account.get("email"), account.get("account_id")
    if email is not None and account_id is not None:
        yield Problem(
            join(path, "account_id"),
            "is given beside email",
            "an account that is there has its id already",
            "one of them",
        )
    if isinstance(email, str) and not EMAIL.fullmatch(email):
        yield Problem(
            join(path, "email"),
            "is no email of a service account of a project",
            "accounts that Google makes itself, such as the Compute Engine default one, are shared by"
            " everything in a project",
            "NAME@PROJECT.iam.gserviceaccount.com",
        )
    if isinstance(account_id, str) and not ACCOUNT_ID.fullmatch(account_id):
        yield Problem(
            join(path, "account_id"),
            "is no id of a service account",
            "it is 6 to 30 lower-case letters, digits and hyphens, a letter first and no hyphen last",
        )


def number_problems(number: object) -> Iterator[Problem]:
    """What is wrong with the number of the project."""
    if isinstance(number, str) and not number.isdecimal():
        yield Problem(
            "project_number",
            "is no number of a project",
            "a principal is named by the number, not by the id",
            "digits in quotes, e.g. of gcloud projects describe; or nothing: it is looked up",
        )


def binding_problems(binding: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """What is wrong with one role."""
    yield from role_problems(binding["role"], binding.get("reason"), join(path, "role"))
    named = [key for key in RESOURCES if binding.get(key) is not None]
    if len(named) > 1:
        yield Problem(path, f"names several resources: {', '.join(named)}", fix="an entry for each")
    elif not named and binding.get("project") is None:
        yield Problem(
            path,
            "names no resource",
            "a role is bound to what the workload needs, and nothing more",
            f"one of {', '.join(RESOURCES)}; or project, for everything in it",
        )
    repository = binding.get("repository")
    if isinstance(repository, str) and "/" not in repository and binding.get("location") is None:
        yield Problem(
            join(path, "location"), "is missing", "a repository is found by its location", "europe-west4"
        )
    if binding.get("location") is not None and "repository" not in named:
        yield Problem(join(path, "location"), "goes with a repository alone", fix="no location")
    project = binding.get("project")
    if isinstance(project, str) and not re.fullmatch(PROJECT, project):
        yield Problem(join(path, "project"), "is no id of a project", fix="acme-agents")
    if project is not None and named == ["bucket"]:
        yield Problem(
            join(path, "project"),
            "is given beside bucket",
            "a bucket has its name alone in all of Google Cloud",
            "no project",
        )


def account_project(email: str) -> str:
    """The project of a service account, by its email.

    Errors: ValueError for another form than google_service_account.email takes.
    """
    parts = EMAIL.fullmatch(email)
    if parts is None:
        raise ValueError("this is no email of a service account of a project")
    domain = parts["domain"].removeprefix(".")
    return f"{domain}:{parts['project']}" if domain else parts["project"]
