"""Names of a package that are loaded when they are first asked for."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def loaded_when_asked(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package (PEP 562), so that its pure modules work without those that need the
    engine.

    package: its `__name__`.
    homes: its public names, by the module that has them.

    Errors: the function raises AttributeError for any other name.
    """
    modules = {name: module for module, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f".{modules[name]}", package), name)

    return load
