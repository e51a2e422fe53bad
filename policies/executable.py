"""The pack as a process that the Pulumi engine starts."""

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Final

import grpc
from pulumi.runtime.proto import analyzer_pb2_grpc

from .analyzer import Analyzer

# What the engine itself accepts (pulumi 3.274, sdk/go/common/util/rpcutil): a whole stack may be one message.
_MESSAGE_BYTES: Final = 400 * 1024 * 1024
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", _MESSAGE_BYTES),
    ("grpc.max_send_message_length", _MESSAGE_BYTES),
)
_THREADS: Final = 4
_SECONDS_BETWEEN_LOOKS: Final = 1.0

_USAGE: Final = """\
This is a policy pack, which the Pulumi CLI (3.255 or newer) starts itself:

  pulumi preview --policy-pack {path}
  pulumi policy analyze --file state.json --policy-pack {path}
"""


def main() -> None:
    """Serve the engine until it stops the pack, or is gone.

    The first line on stdout is the port, and nothing else is printed there.
    """
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(_USAGE.format(path=sys.argv[0]), file=sys.stderr, end="")
        sys.exit(0 if len(sys.argv) > 1 else 2)
    engine = os.getppid()  # asked at once: it may be gone by the time that the service is up
    stopped = Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda _number, _frame: stopped.set())
    server, port = start()
    print(port, flush=True)
    _wait(stopped, engine)
    server.stop(grace=None)


def start() -> tuple[grpc.Server, int]:
    """Start the service on a free port of the loopback interface; the server and the port."""
    server = grpc.server(ThreadPoolExecutor(max_workers=_THREADS), options=_OPTIONS)
    analyzer_pb2_grpc.add_AnalyzerServicer_to_server(Analyzer(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port


def _wait(stopped: Event, engine: int) -> None:
    """Until a signal comes, or the engine is gone: a killed engine must not leave its packs behind."""
    while not stopped.wait(_SECONDS_BETWEEN_LOOKS):
        if os.getppid() != engine:
            return
