"""Reading the files: from disk, and from a server on this machine that misbehaves in many ways."""

import http.server
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gke_agent_sandbox.controller.source import is_url, load_manifest, read_file, shown
from gke_agent_sandbox.problems import ProblemsError

CONTENT = b"apiVersion: v1\n" * 100


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/file":
            self.answer(CONTENT)
        elif path == "/redirect":
            self.redirect("/file")
        elif path == "/loop":
            self.redirect("/loop")
        elif path == "/to-http":
            self.redirect("http://192.0.2.1/file?signature=hidden")
        elif path == "/to-file":
            self.redirect("file:///etc/hostname?signature=hidden")
        elif path == "/endless":
            self.send_response(200)
            self.end_headers()
            while self.drip(b"x" * 65536):
                pass
        elif path == "/announced":
            self.answer(CONTENT, announced=10**9)
        elif path == "/cut":
            self.answer(CONTENT, announced=len(CONTENT) + 1)
        elif path == "/slow":
            self.send_response(200)
            self.end_headers()
            while self.drip(b"x"):
                time.sleep(0.05)
        elif path == "/silent":
            time.sleep(2)
        else:
            self.send_error(404)

    def answer(self, content: bytes, announced: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(content) if announced is None else announced))
        self.end_headers()
        self.wfile.write(content)

    def redirect(self, target: str) -> None:
        self.send_response(302)
        self.send_header("Location", target)
        self.end_headers()

    def drip(self, content: bytes) -> bool:
        try:
            self.wfile.write(content)
        except OSError:
            return False
        return True


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    httpd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_address[1]}"
    httpd.shutdown()
    httpd.server_close()


def refusal(source: str, **limits: float) -> str:
    with pytest.raises(ProblemsError) as refused:
        read_file(source, **limits)  # pyright: ignore[reportArgumentType]
    assert str(refused.value).count("  - ") == 1
    return str(refused.value)


def test_a_file_of_the_server(server: str):
    assert read_file(f"{server}/file").content == CONTENT


def test_a_redirect_is_followed(server: str):
    assert read_file(f"{server}/redirect").content == CONTENT


@pytest.mark.parametrize("path", ["to-http", "to-file"])
def test_a_redirect_away_from_https_is_refused_without_its_query(server: str, path: str):
    message = refusal(f"{server}/{path}")
    assert "which is not https" in message or "HTTP 302" in message
    assert "hidden" not in message


def test_a_redirect_in_a_circle_ends(server: str):
    assert "HTTP 302" in refusal(f"{server}/loop")


def test_what_is_not_there_is_said_with_the_status_and_the_remedy(server: str):
    message = refusal(f"{server}/missing")
    assert "HTTP 404" in message
    assert "a copy of the file" in message


@pytest.mark.parametrize("path", ["endless", "announced", "file"])
def test_what_is_too_large_is_refused(server: str, path: str):
    assert "larger than 1000 bytes" in refusal(f"{server}/{path}", size_limit=1000)


def test_what_is_as_large_as_the_limit_is_read(server: str, tmp_path: Path):
    file = tmp_path / "file"
    file.write_bytes(CONTENT)
    for source in (f"{server}/file", str(file)):
        assert read_file(source, size_limit=len(CONTENT)).content == CONTENT


def test_a_connection_that_breaks_is_seen(server: str):
    assert f"{len(CONTENT)} of {len(CONTENT) + 1} bytes" in refusal(f"{server}/cut")


@pytest.mark.parametrize("path", ["slow", "silent"])
def test_what_is_slow_ends_at_the_time_limit(server: str, path: str):
    started = time.monotonic()
    message = refusal(f"{server}/{path}", time_limit=0.4)
    assert time.monotonic() - started < 1.9
    assert "within 0.4 seconds" in message or "timed out" in message


def test_an_unreachable_server_is_one_sentence():
    assert "cannot be reached" in refusal("http://127.0.0.1:1/file")


@pytest.mark.parametrize(
    "source",
    [
        "http://example.com/x",
        "ftp://example.com/x",
        "file:///etc/hostname",
        "http://127.0.0.1.example.com/x",
        "http://2130706433/x",
        "http://user@example.com:80/x",
    ],
)
def test_only_https_and_the_own_machine_are_asked(source: str):
    assert "is not an https URL" in refusal(source)


def test_credentials_and_query_are_never_shown():
    source = "http://user:secret@example.com/release.yaml?token=secret#secret"
    assert shown(source) == "http://example.com/release.yaml"
    assert "secret" not in refusal(source)


def test_a_missing_file_is_said_with_where_it_was_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    message = refusal("release.yaml")
    assert "No such file" in message
    assert str(tmp_path) in message


def test_a_directory_is_refused(tmp_path: Path):
    assert "Is a directory" in refusal(str(tmp_path))


def test_a_file_too_large_is_refused(tmp_path: Path):
    file = tmp_path / "file"
    file.write_bytes(b"x" * 11)
    assert "larger than 10 bytes" in refusal(str(file), size_limit=10)


def test_a_wrong_digest_ends_before_anything_is_parsed(server: str):
    with pytest.raises(ProblemsError, match="has sha256"):
        load_manifest([f"{server}/file"], "0" * 64)


def test_a_path_is_no_url():
    assert not is_url("./release.yaml")
    assert is_url("https://example.com/release.yaml")
