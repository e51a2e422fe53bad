"""Reading the files of a manifest: from a path, or over HTTPS with limits on size and time."""

import http
import http.client
import ipaddress
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from ..problems import Problem, ProblemsError
from .manifest import Manifest, ManifestFile, read_manifest
from .releases import TWO_FILES

# The largest release seen has 0.8 MB.
SIZE_LIMIT = 8 * 1024 * 1024
TIME_LIMIT = 60.0
CHUNK = 64 * 1024

PATH = "manifest.source"


def is_url(source: str) -> bool:
    """Whether a source is an address rather than a path."""
    return "://" in source


def shown(source: str) -> str:
    """A source without user name, password and query, any of which may hold a secret."""
    if not is_url(source):
        return source
    parts = urllib.parse.urlsplit(source)
    host = parts.netloc.rpartition("@")[2]
    return urllib.parse.urlunsplit((parts.scheme, host, parts.path, "", ""))


def read_file(source: str, *, size_limit: int = SIZE_LIMIT, time_limit: float = TIME_LIMIT) -> ManifestFile:
    """Read one file of a manifest.

    source: a path, or an https:// URL; http:// only for a server on the same machine. Redirects go to https
        only.
    size_limit: in bytes. time_limit: in seconds, for the whole of it.

    Errors: ProblemsError, one sentence with what to do, when it cannot be read within the limits.
    """
    content = _fetch(source, size_limit, time_limit) if is_url(source) else _read(source, size_limit)
    return ManifestFile(shown(source), content)


def load_manifest(sources: Sequence[str], sha256: str | None = None) -> Manifest:
    """Read and check a release.

    sources: its one file; or its two, where it is a release up to v0.5.1, core before extensions.
    sha256: when given, the digest that all files together must have.

    Errors: ProblemsError when a file cannot be read, or is not a whole release.
    """
    files = [read_file(source) for source in sources]
    return read_manifest(files, sha256=sha256, second_replaces_deployment=len(files) == len(TWO_FILES))


def _refusal(source: str, what: str, why: str = "", fix: str = "") -> ProblemsError:
    return ProblemsError("Agent Sandbox manifest", [Problem(PATH, f"{shown(source)} {what}", why, fix)])


def _too_large(source: str, size_limit: int) -> ProblemsError:
    return _refusal(
        source,
        f"is larger than {size_limit} bytes",
        "a release has less than a megabyte",
        "the release's asset",
    )


def _read(source: str, size_limit: int) -> bytes:
    path = Path(source)
    try:
        with path.open("rb") as file:
            content = file.read(size_limit + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        where = f"relative to {Path.cwd()}" if not path.is_absolute() else ""
        raise _refusal(
            source, f"cannot be read: {reason}", where, "a path to the release's file, or its https URL"
        ) from error
    if len(content) > size_limit:
        raise _too_large(source, size_limit)
    return content


def _is_loopback(host: str | None) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def _is_allowed(url: str) -> bool:
    parts = urllib.parse.urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(parts.hostname))


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to https only, and from a server on the same machine also to such a one."""

    max_redirections = 5

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        came_from_https = urllib.parse.urlsplit(req.full_url).scheme == "https"
        goes_to_https = urllib.parse.urlsplit(newurl).scheme == "https"
        if not _is_allowed(newurl) or (came_from_https and not goes_to_https):
            why = "whoever sits on the way could change what runs with rights over the cluster"
            raise _refusal(
                req.full_url, f"redirects to {shown(newurl)}, which is not https", why, "an https URL"
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _fetch(source: str, size_limit: int, time_limit: float) -> bytes:
    if not _is_allowed(source):
        why = "whoever sits on the way could change what runs with rights over the cluster"
        raise _refusal(source, "is not an https URL", why, "https://…, or a path without a scheme")
    deadline = time.monotonic() + time_limit
    opener = urllib.request.build_opener(_SafeRedirects())
    advice = "a copy of the file: manifest: {source: ./sandbox-with-extensions.yaml, sha256: <digest>}"
    try:
        with opener.open(source, timeout=time_limit) as response:
            return _body(response, source, size_limit, deadline, time_limit)
    except urllib.error.HTTPError as error:
        error.close()
        # Not the server's own words: a refused redirect has its target in them, query and all.
        what = f"cannot be fetched: HTTP {error.code}"
        raise _refusal(source, what, _phrase(error.code), advice) from error
    except urllib.error.URLError as error:
        reason: Any = error.reason
        raise _refusal(source, f"cannot be reached: {reason}", "", advice) from error
    except TimeoutError as error:
        raise _refusal(source, f"was not read within {time_limit:g} seconds", "", advice) from error
    except (OSError, http.client.HTTPException) as error:
        raise _refusal(
            source, f"cannot be fetched: {type(error).__name__}", "the connection broke", advice
        ) from error


def _phrase(code: int) -> str:
    try:
        return http.HTTPStatus(code).phrase
    except ValueError:
        return ""


def _body(
    response: http.client.HTTPResponse, source: str, size_limit: int, deadline: float, time_limit: float
) -> bytes:
    announced = response.headers.get("Content-Length")
    if announced is not None and announced.isdigit() and int(announced) > size_limit:
        raise _too_large(source, size_limit)
    content = bytearray()
    # read1 returns what has come, so that a server that drips bytes is stopped at the deadline.
    while chunk := response.read1(CHUNK):
        content += chunk
        if len(content) > size_limit:
            raise _too_large(source, size_limit)
        if time.monotonic() > deadline:
            raise TimeoutError(f"{time_limit:g} seconds")
    # A short read is no error for http.client when the length is asked for in pieces.
    if announced is not None and announced.isdigit() and len(content) < int(announced):
        what = f"was cut: {len(content)} of {announced} bytes came"
        raise _refusal(source, what, "the connection broke", "try again")
    return bytes(content)
