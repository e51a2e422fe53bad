"""Ports on the loopback address."""

import random
import socket
import time
from collections.abc import Iterable, Mapping

import psutil

LOOPBACK = "127.0.0.1"

# Below the range that Linux and macOS take for outgoing connections (32768 and 49152 upwards): a port that
# was chosen is not lost to somebody's connection before its server listens, nor while its server is dead.
PORT_RANGE = range(20000, 30000)


def is_free(port: int) -> bool:
    """Whether a server could listen on this port now.

    SO_REUSEADDR as servers set it: what is left of closed connections does not count, a listener does.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def become_free(ports: Iterable[int], seconds: float = 2.0) -> bool:
    """Whether these ports are free, at the latest after so many seconds.

    The threads of a process that was just killed can hold its sockets a moment longer than it seems to live.
    """
    wanted = list(ports)
    deadline = time.monotonic() + seconds
    while not all(is_free(port) for port in wanted):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def free_ports(count: int, taken: Iterable[int] = ()) -> list[int]:
    """So many different free ports from PORT_RANGE, none of which is taken."""
    found: list[int] = []
    excluded = set(taken)
    for port in random.sample(PORT_RANGE, len(PORT_RANGE)):
        if len(found) == count:
            break
        if port not in excluded and is_free(port):
            found.append(port)
    return found


def choose_ports(names: Iterable[str], wished: Mapping[str, int]) -> dict[str, int]:
    """A port for each name: the wished one if it is free and no earlier name has it, else a free one."""
    chosen: dict[str, int] = {}
    for name in names:
        wish = wished.get(name)
        if wish and wish not in chosen.values() and is_free(wish):
            chosen[name] = wish
        else:
            (chosen[name],) = free_ports(1, {*chosen.values(), *wished.values()})
    return chosen


def listener(port: int) -> str:
    """Who listens on a port, e.g. `process 812 (nginx)`, or `another process` if the system does not tell."""
    try:
        connections = psutil.net_connections("tcp")
    except psutil.AccessDenied:
        return "another process"
    for connection in connections:
        if connection.status == psutil.CONN_LISTEN and connection.laddr and connection.laddr.port == port:
            if connection.pid is None:
                break
            return f"process {connection.pid} ({_name(connection.pid)})"
    return "another process"


def _name(pid: int) -> str:
    try:
        return psutil.Process(pid).name()
    except psutil.Error:
        return "its name is not readable"
