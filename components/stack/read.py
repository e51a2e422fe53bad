"""Reading the stack config: from its file, before the engine starts, and from the engine."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pulumi
import yaml
from pulumi.runtime.config import CONFIG

from ..problems import Problem, ProblemsError, refuse
from ..problems.refusal import refusing
from .check import key_problems
from .cluster_problems import cluster_problems
from .config import StackConfig
from .notices import hints, notices
from .surrounding_problems import surrounding_problems
from .surroundings import planned_stack

PROJECT = "gke-agent-sandbox"


def read_file(path: Path) -> StackConfig:
    """The stack config of a `Pulumi.<stack>.yaml`.

    Errors: ProblemsError with every problem of its keys and values, each with its path.
    """
    title = path.name
    try:
        document = yaml.safe_load(path.read_text())
    except FileNotFoundError:
        fix = "the name of a stack that has one"
        raise ProblemsError(title, [Problem("", f"there is no file {path}", fix=fix)]) from None
    except yaml.YAMLError as error:
        raise ProblemsError(title, [Problem("", f"is no YAML: {error}")]) from None
    config = cast("dict[str, Any]", document).get("config") if isinstance(document, dict) else document
    if config is not None and not isinstance(config, Mapping):
        raise ProblemsError(title, [Problem("config", "is no map of keys")])
    prefix = f"{PROJECT}:"
    entries = cast("Mapping[object, Any]", config or {}).items()
    values = {str(key).removeprefix(prefix): value for key, value in entries if str(key).startswith(prefix)}
    return parsed(values, title)


def read_config() -> StackConfig:
    """The stack config that the engine hands to the program, with a cluster that can do what it is there for.

    Errors: pulumi.RunError with every problem, each with its path.
    """
    prefix = f"{PROJECT}:"
    config = pulumi.Config(PROJECT)
    names = [key.removeprefix(prefix) for key in CONFIG.get() if key.startswith(prefix)]
    title = f"Pulumi.{pulumi.get_stack()}.yaml"
    with refusing():
        stack = parsed({name: _value(config.require(name)) for name in names}, title)
        # The components judge each their own arguments; that a template lacks its pool no one of them sees.
        refuse(title, [*surrounding_problems(stack), *cluster_problems(planned_stack(stack))])
    for notice in notices(stack):
        pulumi.log.warn(f"{title}: {notice}")
    for hint in hints(stack):
        pulumi.log.info(f"{title}: {hint}")
    return stack


def parsed(values: Mapping[str, Any], title: str) -> StackConfig:
    """Plain values by key as a stack config. A key without a value is left out.

    Errors: ProblemsError.
    """
    refuse(title, encrypted_problems(values, "") or key_problems(values))
    return cast("StackConfig", {key: value for key, value in values.items() if value is not None})


def encrypted_problems(value: object, path: str) -> list[Problem]:
    """The encrypted values below a value: no key of a stack is a secret, and the checks read them all."""
    if isinstance(value, list):
        items = enumerate(cast("list[object]", value))
        return [found for index, item in items for found in encrypted_problems(item, f"{path}[{index}]")]
    if not isinstance(value, Mapping):
        return []
    group = cast("Mapping[str, object]", value)
    if set(group) == {"secure"}:
        return [
            Problem(path, "is encrypted", "the checks before the engine starts must read it", "a plain value")
        ]
    return [
        found
        for key, item in group.items()
        for found in encrypted_problems(item, f"{path}.{key}" if path else str(key))
    ]


def _value(text: str) -> Any:
    """What the engine sends for a key: JSON for a map or a list, the bare words for a string."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
