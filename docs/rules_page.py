"""`python -m docs.rules_page`: writes docs/rules.md from the catalogue."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from gke_agent_sandbox.rules import CATALOGUE, PROFILES, Group, Parameter, Rule

PAGE: Final = Path(__file__).parent / "rules.md"

_HEAD: Final = """\
# The rules

Made from the catalogue by `make docs`. How levels, parameters and exemptions are configured, and what a
finding means, is said in [policies.md](policies.md).
"""

_GROUPS: Final = {
    Group.VISIBILITY: "Nothing passes because nobody saw it",
    Group.POD_SECURITY_BASELINE: "Pod Security Standards, baseline",
    Group.POD_SECURITY_RESTRICTED: "Pod Security Standards, restricted",
    Group.ISOLATION: "Sandboxes are kept from their node and from each other",
    Group.CREDENTIALS: "Nothing in a pod speaks for somebody else",
    Group.CLOUD_IDENTITY: "Nothing in a sandbox speaks as somebody in Google Cloud",
    Group.IMAGES: "What runs is what was meant",
    Group.RESOURCES: "No container takes what others need",
}


def page() -> str:
    """The page, in Markdown."""
    return (
        "\n".join([_HEAD, *_overview(), *(line for rule in CATALOGUE for line in _about(rule))]).rstrip()
        + "\n"
    )


def _overview() -> Iterator[str]:
    for group, title in _GROUPS.items():
        yield f"## {title} (`{group}`)\n"
        yield f"| rule | what | severity | {' | '.join(PROFILES)} |"
        yield "|---" * (3 + len(PROFILES)) + "|"
        for rule in CATALOGUE:
            if rule.group is group:
                levels = " | ".join(profile.level(rule.id, group) for profile in PROFILES.values())
                yield f"| [{rule.id}](#{rule.id}) | {rule.title} | {rule.severity} | {levels} |"
        yield ""


def _about(rule: Rule) -> Iterator[str]:
    yield f"### {rule.id}\n"
    yield f"{rule.description}\n"
    yield (
        f"**Mend it.** {rule.remediation}" + (" The level `remediate` does it." if rule.mends else "") + "\n"
    )
    for parameter in rule.parameters:
        yield f"* `{parameter.name}`: {parameter.description} {_values(parameter)}"
    if rule.parameters:
        yield ""
    asked = [f"{each.standard} {each.version}: {each.control}" for each in rule.references]
    yield " · ".join([*asked, f"[read on]({rule.url})"]) + "\n"


def _values(parameter: Parameter[Any]) -> str:
    return f"Takes {parameter.expected}; by default {_written(parameter.default)}."


def _written(default: object) -> str:
    match default:
        case bool():
            return str(default).lower()
        case tuple():
            return f"`[{', '.join(map(str, cast('tuple[object, ...]', default)))}]`"
        case int():
            return "latest"
        case _:
            return f"`{default}`"


if __name__ == "__main__":
    PAGE.write_text(page())
