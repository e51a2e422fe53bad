"""How a policy tells a finding."""

from dataclasses import replace

from gke_agent_sandbox.rules import Configuration, Finding, Level, Verdict


def blocks(finding: Finding, configuration: Configuration) -> bool:
    """Whether a finding counts as much as the level of its policy says."""
    match finding.verdict:
        case Verdict.VIOLATION:
            return True
        case Verdict.UNDETERMINED:
            return configuration.undetermined[finding.rule] is Level.MANDATORY
        case _:
            return False


def message(finding: Finding) -> str:
    """The message, without the reason of an exemption: an object says it in an annotation, which may be
    secret.
    """
    until, _, _ = finding.exemption.partition(":")
    return replace(finding, exemption=until).message
