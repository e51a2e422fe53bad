"""Whether a private API server can be reached from where the program runs."""

import socket
from typing import Final

from ..problems import Problem

PORT: Final = 443
SECONDS: Final = 5.0


def unreachable(endpoint: str, seconds: float = SECONDS) -> Problem | None:
    """Why no object of a private cluster could be made from here; None when a connection comes about.

    endpoint: an address, with or without a port. seconds: how long to wait.
    """
    host, _, port = endpoint.removeprefix("https://").rstrip("/").partition(":")
    try:
        socket.create_connection((host, int(port or PORT)), seconds).close()
    except OSError:
        return Problem(
            "access.endpoint",
            "is private, and the API server does not answer from here",
            "it has an address in the VPC alone",
            "run pulumi in the VPC or in a network joined to it (a virtual machine, a self-hosted runner, a "
            "private pool of Cloud Build, Cloud VPN), in a range of access.authorized_networks; or take "
            "endpoint: dns",
        )
    return None
