"""Whether one release may follow another on a cluster: pure.

The API server refuses a CRD that drops a version in which objects are still stored. Replacing the CRD would
get past that by deleting every sandbox in the cluster, so it is never the way on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..problems import Problem
from .completeness import CORE_GROUP, CRDS, EXTENSIONS_GROUP, label_of, mapping
from .releases import API_VERSION, SINGLE_FILE_SINCE, Version, parse_version, served_api_versions

# docs/api-migration-guide.md at v0.5.6. dev/tools/migrate.sh left the repository with v1.0.0
# (agent-sandbox#1470, #1427).
MIGRATION_RELEASE = "v0.5.2"
GUIDE = "https://github.com/kubernetes-sigs/agent-sandbox/blob/v0.5.6/docs/api-migration-guide.md"

CHECK_STORED = (
    "kubectl get crd " + " ".join(name for name, _ in CRDS.values()) + " "
    "-o custom-columns=NAME:.metadata.name,STORED:.status.storedVersions"
)
# Server-side apply removes only what its own manager set, and the controller set the CA.
CLEAR_CONVERSION = """`kubectl patch crd <name> --type=merge -p
    '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`"""
CHANGED_CLAIM = "in v1beta1 a SandboxClaim names its pool (spec.warmPoolRef), no longer its template"


@dataclass(frozen=True)
class UpgradeFindings:
    """problems: for which the upgrade is refused. warnings: what to look at before, with the command."""

    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def check_upgrade(
    from_release: str | None,
    to_release: str,
    stored_versions: Mapping[str, Sequence[str]] | None = None,
    objects: Iterable[Mapping[str, Any]] = (),
) -> UpgradeFindings:
    """Judge the step from one release to another.

    from_release: the tag that runs now; None when nothing is installed.
    to_release: the tag to install.
    stored_versions: `status.storedVersions` by name of CRD, as far as they are known; None when they were
        not read.
    objects: what the program declares, to find API versions that the target does not serve.

    Tags that are no release versions are problems of their own.
    """
    source = parse_version(from_release) if from_release is not None else None
    target = parse_version(to_release)
    problems = [
        Problem(path, f"{tag!r} is not a release tag", "", "vMAJOR.MINOR.PATCH, e.g. v1.0.11")
        for path, tag, version in (
            ("upgrade.from_release", from_release, source),
            ("release", to_release, target),
        )
        if tag is not None and version is None
    ]
    if target is None or problems:
        return UpgradeFindings(tuple(problems))
    problems += _unserved(objects, to_release, target)
    if source is None:
        return UpgradeFindings(tuple(problems))
    steps = _step(source, target, str(from_release), to_release, stored_versions)
    return UpgradeFindings((*problems, *steps.problems), steps.warnings)


def _step(
    source: Version,
    target: Version,
    from_release: str,
    to_release: str,
    stored_versions: Mapping[str, Sequence[str]] | None,
) -> UpgradeFindings:
    where = "release"
    alpha_only = API_VERSION not in served_api_versions(source)
    if alpha_only and "v1alpha1" not in served_api_versions(target):
        what = f"{from_release} cannot be followed by {to_release}"
        why = (
            "every object is stored as v1alpha1 and only 0.5.x can convert it; upstream's migration "
            "script left with v1.0.0"
        )
        fix = (
            f"release: {MIGRATION_RELEASE} or a later 0.5.x first, migrate the storage there ({GUIDE}), "
            f"then {to_release}"
        )
        return UpgradeFindings((Problem(where, what, why, fix),))
    if alpha_only and API_VERSION in served_api_versions(target) and target < SINGLE_FILE_SINCE:
        what = f"{from_release} cannot be followed by {to_release}"
        why = "0.5.0 and 0.5.1 can take warm sandboxes from running claims (volcano-sh/agentcube#442)"
        return UpgradeFindings((Problem(where, what, why, f"release: {MIGRATION_RELEASE} or a later 0.5.x"),))
    warnings: list[Problem] = []
    if alpha_only and API_VERSION in served_api_versions(target):
        what = f"from {from_release} to {to_release} the stored objects need upstream's migration"
        why = f"claims are mapped to pools; {CHANGED_CLAIM}"
        warnings.append(
            Problem(
                where,
                what,
                why,
                f"dev/tools/migrate.sh: --phase=bootstrap before, --phase=migrate after ({GUIDE})",
            )
        )
    if target < source:
        what = f"{to_release} is older than {from_release}"
        warnings.append(
            Problem(
                where,
                what,
                "upstream's only way back deletes every object",
                f"try it on a copy first ({GUIDE})",
            )
        )
    if "v1alpha1" in served_api_versions(source) and "v1alpha1" not in served_api_versions(target):
        warnings += _leaving_alpha(to_release, stored_versions)
    return UpgradeFindings((), tuple(warnings))


def _leaving_alpha(to_release: str, stored_versions: Mapping[str, Sequence[str]] | None) -> list[Problem]:
    fix = (
        f"migrate the storage on 0.5.x first ({GUIDE}), then take v1alpha1 out of status.storedVersions; "
        "where the API server turns down spec.conversion, the CA of the 0.5.x controller is still in it: "
        f"{CLEAR_CONVERSION}"
    )
    never = "never delete or replace the CRD: that deletes every object of it"
    if stored_versions is None:
        what = (
            f"{to_release} serves v1beta1 only, and whether objects are still stored as v1alpha1 is not "
            "known before the update"
        )
        why = f"if they are, the API server turns the new CRDs down; {never}"
        return [
            Problem(
                "upgrade.stored_versions",
                what,
                why,
                f"the output of `{CHECK_STORED}`; where it lists v1alpha1, {fix}",
            )
        ]
    return [
        Problem(
            f"upgrade.stored_versions.{crd}",
            "status.storedVersions holds v1alpha1",
            f"the API server turns the new CRD down; {never}",
            f"{fix}; `{CHECK_STORED}` shows where it stands",
        )
        for crd, versions in stored_versions.items()
        if "v1alpha1" in versions
    ]


def _unserved(objects: Iterable[Mapping[str, Any]], to_release: str, target: Version) -> list[Problem]:
    problems: list[Problem] = []
    for index, obj in enumerate(objects):
        group, _, version = str(mapping(obj).get("apiVersion", "")).rpartition("/")
        if group not in (CORE_GROUP, EXTENSIONS_GROUP) or version in served_api_versions(target):
            continue
        what = f"{label_of(obj)} is declared as {version}, which {to_release} does not serve"
        problems.append(
            Problem(
                f"objects[{index}].apiVersion", what, CHANGED_CLAIM, f"{group}/{API_VERSION}; see {GUIDE}"
            )
        )
    return problems
