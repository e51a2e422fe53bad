"""The pack as the engine meets it."""

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import analyzer_pb2_grpc

from gke_agent_sandbox_policies.executable import start


@pytest.fixture
def engine() -> Iterator[Any]:
    """A client as the engine is one, of a service of its own."""
    server, port = start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield analyzer_pb2_grpc.AnalyzerStub(channel)
    server.stop(grace=None)
