"""Whether a server on the loopback address says that it is well."""

import http.client
import ssl
from dataclasses import dataclass
from pathlib import Path

from localcluster.api import tls_context
from localcluster.certificates import CLUSTER_CA
from localcluster.ports import LOOPBACK


@dataclass(frozen=True)
class Health:
    """The health endpoint of one part.

    path:      e.g. `/readyz`.
    scheme:    `https` or `http`.
    identity:  the client certificate to show, or None where the endpoint is open.
    authority: who signed the server's certificate.
    """

    path: str
    scheme: str = "https"
    identity: str | None = None
    authority: str = CLUSTER_CA

    def context(self, pki: Path) -> ssl.SSLContext | None:
        """The TLS settings for it, or None for plain HTTP."""
        return tls_context(pki, self.identity, self.authority) if self.scheme == "https" else None


def complaint(port: int, path: str, context: ssl.SSLContext | None, timeout: float = 2.0) -> str:
    """What is wrong with a server, in a few words; empty where it answers that it is well."""
    connection = (
        http.client.HTTPSConnection(LOOPBACK, port, timeout=timeout, context=context)
        if context
        else http.client.HTTPConnection(LOOPBACK, port, timeout=timeout)
    )
    try:
        connection.request("GET", path)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return f"port {port} does not answer ({type(error).__name__})"
    finally:
        connection.close()
    return "" if status == http.client.OK else f"{path} on port {port} answers {status}"
