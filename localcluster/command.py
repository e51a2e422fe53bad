"""python -m localcluster up | status | down"""

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from localcluster.cluster import Cluster
from localcluster.errors import LocalClusterError
from localcluster.settings import Settings
from localcluster.status import PartStatus

EXIT_FAILED = 1
EXIT_NO_CLUSTER = 3
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0: done, or all parts run.
    1: failed, or a part does not run.
    2: wrong usage.
    3: `status` found no cluster.
    130, 143: interrupted by SIGINT or SIGTERM; the next `up` finishes what was begun, `down` removes it.
    """
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _terminate)
    local: Path = options.local_directory.absolute()
    port: int = getattr(options, "api_port", 0)
    settings = Settings(bin_directory=local / "bin", share_directory=local / "share", api_port=port)
    cluster = Cluster(local, settings, _say)
    try:
        return int(options.run(cluster))
    except LocalClusterError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAILED
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        print("interrupted; `up` finishes what was begun, `down` removes it", file=sys.stderr)
        return EXIT_INTERRUPTED


def table(parts: Sequence[PartStatus]) -> str:
    """The parts as aligned columns."""
    rows = [("PART", "STATE", "PID", "PORT", "DETAIL"), *(_row(part) for part in parts)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(_line(row, widths) for row in rows)


def _row(part: PartStatus) -> tuple[str, str, str, str, str]:
    return part.name, str(part.standing), str(part.pid or "-"), str(part.port or "-"), part.detail


def _line(row: tuple[str, ...], widths: Sequence[int]) -> str:
    cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
    return "  ".join([*cells, row[-1]]).rstrip()


def _up(cluster: Cluster) -> int:
    cluster.up()
    return 0


def _down(cluster: Cluster) -> int:
    print("the cluster is gone" if cluster.down() else "there is no cluster", flush=True)
    return 0


def _status(cluster: Cluster) -> int:
    parts = cluster.status()
    if not parts:
        print("there is no cluster; `python -m localcluster up` makes one")
        return EXIT_NO_CLUSTER
    print(table(parts))
    if all(part.is_well for part in parts):
        return 0
    names = ", ".join(part.name for part in parts if not part.is_well)
    print(f"\nnot running: {names}; `python -m localcluster up` repairs, the logs are in {cluster.logs}")
    return EXIT_FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m localcluster",
        description="A local Kubernetes cluster of real control plane binaries.",
    )
    commands = parser.add_subparsers(required=True, metavar="up | status | down")
    up = commands.add_parser("up", help="make the cluster, or repair what is dead in it")
    up.add_argument("--api-port", type=_port, default=0, help="port of the API server (default: a free one)")
    up.set_defaults(run=_up)
    status = commands.add_parser(
        "status", help="show each part; exit code 1 if one does not run, 3 without a cluster"
    )
    status.set_defaults(run=_status)
    down = commands.add_parser("down", help="end all processes and remove all files of the cluster")
    down.set_defaults(run=_down)
    for command in (up, status, down):
        command.add_argument(
            "--local-directory",
            type=Path,
            default=Path(".local"),
            help="holds bin/ and share/, gets kubeconfig, logs/ and cluster/ (default: .local)",
        )
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{port} is no port: write a number from 1 to 65535")
    return port


def _say(line: str) -> None:
    print(line, flush=True)


def _terminate(_number: int, _frame: FrameType | None) -> None:
    print("terminated; `up` finishes what was begun, `down` removes it", file=sys.stderr)
    # As an exception, so that the lock is given back.
    raise SystemExit(EXIT_TERMINATED)
