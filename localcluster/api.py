"""A small client of the API server: plain HTTPS and JSON, with the server's certificate verified.

The official client takes over a second to import; the keeper, the pod runner and every `up` would pay for it.
"""

import http.client
import json
import ssl
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from localcluster.certificates import CLUSTER_CA, certificate_file, key_file
from localcluster.ports import LOOPBACK

FIELD_MANAGER = "localcluster"

MERGE_PATCH = "application/strategic-merge-patch+json"
_APPLY = "application/apply-patch+yaml"


class ApiError(Exception):
    """The API server refused a request.

    status: the HTTP status code, e.g. 404.
    """

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(f"{status}: {message}")


def tls_context(pki: Path, identity: str | None, authority: str = CLUSTER_CA) -> ssl.SSLContext:
    """A client's TLS settings: trust in one authority alone, and a client certificate (None for none)."""
    context = ssl.create_default_context(cafile=str(certificate_file(pki, authority)))
    if identity:
        context.load_cert_chain(certificate_file(pki, identity), key_file(pki, identity))
    return context


class ApiClient:
    """Requests to one API server as one user. Each opens a connection of its own, so a restart harms none.

    Errors of every method: ApiError if the server refuses, OSError or http.client.HTTPException if it is not
    there.
    """

    def __init__(self, port: int, context: ssl.SSLContext, token: str = "") -> None:
        self._port = port
        self._context = context
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str) -> dict[str, Any]:
        """The object or list at a path."""
        return self._request("GET", path, None, "")

    def create(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Create an object in the collection at a path."""
        return self._request("POST", path, body, "application/json")

    def apply(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Create or update the object at a path by server-side apply: the same call again changes nothing."""
        return self._request("PATCH", f"{path}?fieldManager={FIELD_MANAGER}&force=true", body, _APPLY)

    def merge(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Change the object at a path by a strategic merge patch."""
        return self._request("PATCH", f"{path}?fieldManager={FIELD_MANAGER}", body, MERGE_PATCH)

    def delete(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Delete the object at a path; the body holds DeleteOptions."""
        return self._request("DELETE", path, body, "application/json")

    def watch(self, path: str, seconds: int = 240) -> Iterator[tuple[str, dict[str, Any]]]:
        """Follow a collection: (type, object) of each event, until the server ends it in so many seconds.

        path: with a query that names the resourceVersion to start from.
        """
        connection = self._connection(seconds + 30)
        try:
            connection.request("GET", f"{path}&watch=true&timeoutSeconds={seconds}", headers=self._headers)
            response = connection.getresponse()
            if response.status != http.client.OK:
                raise _error(response.status, response.read())
            for line in response:
                event = cast(dict[str, Any], json.loads(line))
                yield event["type"], event["object"]
        finally:
            connection.close()

    def _request(
        self, method: str, path: str, body: Mapping[str, Any] | None, content: str
    ) -> dict[str, Any]:
        connection = self._connection(15)
        try:
            data = None if body is None else json.dumps(body)
            headers = self._headers | ({"Content-Type": content} if data else {})
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            answer = response.read()
        finally:
            connection.close()
        if response.status >= http.client.BAD_REQUEST:
            raise _error(response.status, answer)
        return cast(dict[str, Any], json.loads(answer))

    def _connection(self, timeout: float) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection(LOOPBACK, self._port, timeout=timeout, context=self._context)


def _error(status: int, answer: bytes) -> ApiError:
    try:
        message = str(json.loads(answer)["message"])
    except (ValueError, KeyError, TypeError):
        message = answer.decode(errors="replace")
    return ApiError(status, message)
