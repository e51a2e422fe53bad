"""The templates of a stack config, in the words of the requirement table. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ..cluster.requirements import TemplateFacts
from ..sandboxes.templates import combination_problems, template_object

Group = Mapping[str, Any]


def template_facts(tenants: Group) -> Iterator[tuple[str, TemplateFacts]]:
    """The path of each template that can be judged, and the template in the table's words."""
    for tenant, config in tenants.items():
        for key, args in cast("Mapping[str, Group]", config.get("templates") or {}).items():
            given = {"namespace": tenant, **args}
            if list(combination_problems(given)):
                continue
            pod: Any = template_object(given)["spec"]["podTemplate"]
            facts = TemplateFacts(
                f"{tenant}/{key}",
                runtime_class=pod["spec"].get("runtimeClassName"),
                node_selector=pod["spec"].get("nodeSelector") or {},
            )
            yield f"tenants.{tenant}.templates.{key}", facts
