"""The Foundation of the packages: a small program that is linked with it, against a web server of this process."""

import http.server
import subprocess
import sys
import threading

import pytest

from repository import ROOT

sys.path.insert(0, str(ROOT / "Packaging"))
sys.dont_write_bytecode = True
import package  # noqa: E402

pytestmark = pytest.mark.launcher

waiting, late = threading.Event(), threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/slow" and not waiting.wait(60):
            late.set()
        there = {"/moved": (302, b""), "/file": (200, bytes(range(256)) * 999)}.get(self.path, (404, b"not here"))
        self.send_response(there[0])
        if there[0] == 302:
            self.send_header("Location", "/file")
        self.send_header("Content-Length", str(len(there[1])))
        self.end_headers()
        self.wfile.write(there[1])

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    """Its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    # A client that was cancelled does not read its answer.
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def test_foundation(check, lines, server, tmp_path):
    objects = package.build_foundation(tmp_path / "foundation", ROOT)
    program, folder = tmp_path / "checks", tmp_path / "empty"
    folder.mkdir()
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-static-stdlib", "-I", str(tmp_path / "foundation"),
         str(ROOT / "Tests/Packages/FoundationChecks.swift"), *map(str, objects), "-o", str(program)], check=True)
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    check("no Foundation of Swift is linked", "Foundation" not in libraries, libraries)
    lines(program, server, TMPDIR=str(folder))
    left = [path.name for path in folder.glob("boardsim-*")]
    check("no file is left", not left, left)
    lines(program, server, "no-curl", PATH=str(folder), TMPDIR=str(folder))
    waiting.set()
    check("a download that is cancelled waits for nothing", not late.is_set())
