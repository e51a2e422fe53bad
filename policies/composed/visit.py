"""What the policies of a composed pack share while they look at a resource."""

from dataclasses import dataclass, field
from threading import local

from pulumi_policy import PolicyResource, ResourceValidationArgs

from gke_agent_sandbox.rules import Finding, Member, Reading, StackFinding, current_day, read

from .proxied import proxied


@dataclass
class Visit:
    """One resource, while the policies of a pack look at it one after another.

    urn:     which resource.
    reading: what was read in it, once for all.
    by:      the policies that have asked for it.
    aside:   findings that block nothing, for the policy that reports these.
    """

    urn: str
    reading: Reading
    by: set[str] = field(default_factory=set[str])
    aside: list[Finding] = field(default_factory=list[Finding])


def provider_of(args: ResourceValidationArgs | PolicyResource) -> str:
    """The URN of a resource's provider; empty where it has none."""
    return args.provider.urn if args.provider is not None else ""


class Visits:
    """The resource that each thread is at, and what was read in all of them.

    pulumi_policy runs the policies of a pack one after another in one thread, each on a copy of the
    properties. A policy asks once: when it asks again, or another resource comes, a new visit begins.
    """

    def __init__(self) -> None:
        self._local = local()
        self.members: dict[str, Member] = {}

    def of(self, policy: str, args: ResourceValidationArgs) -> Visit:
        """The visit of a policy to a resource."""
        visit: Visit | None = getattr(self._local, "visit", None)
        if visit is None or visit.urn != args.urn or policy in visit.by:
            resource = proxied(args.resource_type, args.props, args.name, args.urn)
            visit = Visit(args.urn, read(resource, current_day()))
            self._local.visit = visit
            self.members[args.urn] = Member(visit.reading, args.opts.parent or "", provider_of(args))
        visit.by.add(policy)
        return visit

    @property
    def aside(self) -> list[StackFinding]:
        """Findings on the whole stack that block nothing, for the policy that reports these."""
        found: list[StackFinding] | None = getattr(self._local, "aside", None)
        if found is None:
            found = self._local.aside = []
        return found
