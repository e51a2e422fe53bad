"""The provider as a process, as the engine starts it."""

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import grpc
from pulumi.runtime.proto import provider_pb2_grpc

from .cloud import DIRECTORY, Cloud
from .provider import Provider

LARGEST_MESSAGE = 400 * 1024 * 1024
"""The limit of Pulumi's own providers (sdk/go/common/util/rpcutil)."""


def main() -> None:
    """Serve until a signal comes, or the engine is gone. The first line on stdout is the port."""
    folder = os.environ.get(DIRECTORY)
    if not folder:
        sys.exit(f"{DIRECTORY} names no folder: the stand-in for Google Cloud keeps there what exists")
    provider = Provider(Cloud(Path(folder)))
    stopped = Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda _number, _frame: stopped.set())
    engine = os.getppid()
    options = [("grpc.max_receive_message_length", LARGEST_MESSAGE)]
    server = grpc.server(ThreadPoolExecutor(max_workers=32), options=options)
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(provider, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    while not stopped.wait(1) and os.getppid() == engine:
        pass
    provider.cancelled.set()
    server.stop(grace=None)
