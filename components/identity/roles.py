"""Roles that are more than one workload needs. Pure."""

import re
from collections.abc import Iterator
from typing import Final

from ..problems import Problem

ROLE: Final = re.compile(r"(?:(?:projects|organizations)/[^/\s]+/)?roles/[A-Za-z][A-Za-z0-9_.]*")
"""Source: IAM REST v1, Binding.role and Role.name."""

BASIC: Final = frozenset(
    {
        "roles/owner",
        "roles/editor",
        "roles/viewer",
        "roles/admin",
        "roles/writer",
        "roles/reader",
    }
)
"""Roles over everything in a project. Source: IAM documentation, "Roles and permissions", basic roles."""

BECOMES_ANOTHER: Final = frozenset(
    {
        "roles/iam.serviceAccountTokenCreator",
        "roles/iam.serviceAccountOpenIdTokenCreator",
        "roles/iam.serviceAccountUser",
        "roles/iam.workloadIdentityUser",
        "roles/cloudbuild.builds.editor",
        "roles/deploymentmanager.editor",
    }
)
"""Roles by which whoever has them acts as some service account. Source: IAM documentation, "Roles for service
account authentication"; SonarSource rule RSPEC-6408 for the last two, whose builds and deployments run as an
account of the service.
"""


def role_problems(role: object, reason: str | None, path: str) -> Iterator[Problem]:
    """What is wrong with a role; only text is judged.

    reason: why a broad role is meant; None or empty where nothing was said.
    """
    if not isinstance(role, str):
        return
    if not ROLE.fullmatch(role):
        yield Problem(
            path, "is no role of IAM", fix="roles/storage.objectViewer, or projects/PROJECT/roles/NAME"
        )
        return
    why = breadth(role)
    if why and not reason:
        yield Problem(
            path,
            f"is a role that {why}",
            "one leak of the workload then costs far more than what it works on",
            "a role for what the workload does, e.g. roles/storage.objectUser; or `reason` beside it, where"
            " it is meant",
        )


def breadth(role: str) -> str:
    """Why a predefined role is broad, after the words "a role that"; empty for one that is not.

    What a role of one's own permits is not known here.
    """
    if role in BASIC:
        return "covers everything in the project"
    if role in BECOMES_ANOTHER:
        return "lets its holder act as another account"
    if role.startswith("roles/") and re.search(r"(?:\.a|A)dmin(?:$|\.)", role):
        return "may change who has access, or everything there is"
    return ""
