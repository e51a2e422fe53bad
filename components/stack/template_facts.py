"""The templates of a stack config, in the words of the requirement table. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from ..cluster.requirements import TemplateFacts
from ..facts.gke_sandbox import GVISOR
from ..sandboxes.templates import combination_problems, template_object

Group = Mapping[str, Any]


@dataclass(frozen=True)
class PlannedTemplate:
    """A template that can be judged.

    tenant, name: its keys.
    args: its arguments.
    pod: the spec of its pods, in API form.
    """

    tenant: str
    name: str
    args: Group
    pod: Group

    @property
    def path(self) -> str:
        """Its place in the stack config."""
        return f"tenants.{self.tenant}.templates.{self.name}"

    @property
    def is_gvisor(self) -> bool:
        """Whether its sandboxes run in gVisor."""
        return self.pod.get("runtimeClassName") == GVISOR.runtime_class

    @property
    def node_selector(self) -> Group:
        """By which labels its sandboxes choose their nodes; empty where that is malformed, which is told
        elsewhere.
        """
        selector: object = self.pod.get("nodeSelector")
        return cast("Group", selector) if isinstance(selector, Mapping) else {}


def planned_templates(tenants: Group) -> Iterator[PlannedTemplate]:
    """Each template whose arguments go together."""
    for tenant, config in tenants.items():
        for name, args in cast("Mapping[str, Group]", config.get("templates") or {}).items():
            given = {"namespace": tenant, **args}
            if not list(combination_problems(given)):
                pod = template_object(given)["spec"]["podTemplate"]["spec"]
                yield PlannedTemplate(tenant, name, args, cast("Group", pod))


def template_facts(tenants: Group) -> Iterator[tuple[str, TemplateFacts]]:
    """The path of each template that can be judged, and the template in the table's words."""
    for each in planned_templates(tenants):
        facts = TemplateFacts(
            f"{each.tenant}/{each.name}",
            runtime_class=each.pod.get("runtimeClassName"),
            node_selector=each.node_selector,
        )
        yield each.path, facts
