"""What is done before anything is taken down."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pulumi.automation import CommandError
from pulumi.automation._cmd import CommandResult

from automation import operations
from automation.operations import OperationError
from tests.unit.automation.projects import MADE, project


class Engine:
    """A stack that remembers what it was asked for.

    protected: whether something in it is protected.
    """

    def __init__(self, protected: bool) -> None:
        self.protected = protected
        self.asked: list[str] = []

    def preview_destroy(self, on_event: Any) -> None:
        self.asked.append("preview_destroy")
        if self.protected:
            raise CommandError(CommandResult(stdout="cannot be deleted", stderr="", code=255))

    def destroy(self, on_event: Any) -> None:
        self.asked.append("destroy")


def engine(monkeypatch: pytest.MonkeyPatch, protected: bool) -> Engine:
    stack = Engine(protected)

    @contextmanager
    def opened(*_: Any) -> Generator[Any]:
        yield stack

    monkeypatch.setattr(operations, "opened", opened)
    return stack


def test_a_destroy_is_previewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stack = engine(monkeypatch, protected=False)
    operations.destroy(project(tmp_path, prod={"standard": MADE}), "prod")
    assert stack.asked == ["preview_destroy", "destroy"]


def test_nothing_is_destroyed_where_something_is_protected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack = engine(monkeypatch, protected=True)
    with pytest.raises(OperationError, match="cannot be deleted"):
        operations.destroy(project(tmp_path, prod={"standard": MADE}), "prod")
    assert stack.asked == ["preview_destroy"]
