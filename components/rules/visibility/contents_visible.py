"""What deploys other objects shows them."""

from collections.abc import Iterator, Sequence
from typing import Final

from ..finding import Finding, Verdict
from ..parameter import Settings, names
from ..part import Part, Seen, Surroundings, described
from ..path import is_secret, written
from ..reading import Reading
from ..rule import Group, Rule, Severity
from ..stack import Member, StackFinding

ID: Final = "contents-visible"

CHARTS: Final = names(
    "charts",
    "Helm charts that are trusted unseen: as `chart` names them, or with their repository before a slash.",
    (),
    '["https://charts.example.com/cert-manager"]',
)

# The types of the Kubernetes provider that stand for objects of their own (pulumi-kubernetes 4.34.2,
# sdk/python). A Release is installed by the provider, and none of its objects is a resource.
_RELEASE = "kubernetes:helm.sh/v3:Release"
_RENDERERS = {
    "kubernetes:helm.sh/v2:Chart": "Helm chart",
    "kubernetes:helm.sh/v3:Chart": "Helm chart",
    "kubernetes:helm.sh/v4:Chart": "Helm chart",
    "kubernetes:kustomize/v2:Directory": "Kustomize directory",
    "kubernetes:kustomize:Directory": "Kustomize directory",
    "kubernetes:yaml/v2:ConfigFile": "ConfigFile",
    "kubernetes:yaml/v2:ConfigGroup": "ConfigGroup",
    "kubernetes:yaml:ConfigFile": "ConfigFile",
    "kubernetes:yaml:ConfigGroup": "ConfigGroup",
}

_REQUIRED = "show the objects that it deploys"
_RELEASE_FIX = (
    "a kubernetes:helm.sh/v4:Chart, whose objects are resources; or, for a chart that is trusted unseen, its"
    f" name in the parameter {CHARTS.name}"
)
_RENDERER_FIX = "a resource for each object; or preview again once the cluster exists"


def _judge(reading: Reading, settings: Settings) -> Iterator[Finding]:
    resource = reading.resource
    if resource.type_token != _RELEASE:
        return
    release = Part("Helm release", (), resource.properties, Surroundings(resource.secrets))
    chart = release.see("chart")
    if not _is_trusted(release, chart, settings[CHARTS]):
        name = described(chart.value, is_secret(chart.path, resource.secrets))
        path = written(chart.path, resource.secrets)
        verdict = Verdict.UNDETERMINED
        yield Finding(ID, verdict, release.who, path, name, _REQUIRED, _RELEASE_FIX, at=chart.path)


def _is_trusted(release: Part, chart: Seen, trusted: tuple[str, ...]) -> bool:
    if not isinstance(chart.value, str):
        return False
    repository = release.see("repositoryOpts", "repo").value
    full = f"{repository.rstrip('/')}/{chart.value}" if isinstance(repository, str) else chart.value
    return chart.value in trusted or full in trusted


def _judge_stack(members: Sequence[Member], _settings: Settings) -> Iterator[StackFinding]:
    """Objects are children of what renders them. It has none while its provider cannot be configured yet, and
    registers no inputs that would show them (seen with pulumi 3.274 and pulumi-kubernetes 4).
    """
    parents = {each.parent for each in members}
    for member in members:
        who = _RENDERERS.get(member.reading.resource.type_token or "")
        if who is not None and member.urn not in parents:
            finding = Finding(
                ID, Verdict.UNDETERMINED, who, "resources", "not known yet", _REQUIRED, _RENDERER_FIX
            )
            yield StackFinding(member.urn, finding)


RULE: Final = Rule(
    id=ID,
    title="What deploys other objects shows them",
    description=(
        "A Helm release is judged by its chart alone, and only trusted charts pass. A chart, Kustomize"
        " directory, ConfigFile or ConfigGroup has the objects that it renders as children. Otherwise pods"
        " are deployed that no rule has seen."
    ),
    group=Group.VISIBILITY,
    severity=Severity.MEDIUM,
    references=(),
    remediation=(
        "Deploy charts as kubernetes:helm.sh/v4:Chart. Where the same stack makes the cluster, write each"
        " object as a resource of its own, or deploy it with a second stack."
    ),
    url="https://www.pulumi.com/registry/packages/kubernetes/api-docs/helm/v4/chart/",
    judge=_judge,
    parameters=(CHARTS,),
    judge_stack=_judge_stack,
)
