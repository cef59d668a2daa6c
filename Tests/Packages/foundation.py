"""The Foundation of the packages: a small program that is linked with it, against a web server of this process.

Prints `ok …` or `FAILED …` for each check and at the end `done`.
"""

import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Packaging"))
sys.dont_write_bytecode = True
import package  # noqa: E402


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


waiting, late = threading.Event(), threading.Event()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
# A client that was cancelled does not read its answer.
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    objects = package.build_foundation(work / "foundation", ROOT)
    program = work / "checks"
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-static-stdlib", "-I", str(work / "foundation"),
         str(ROOT / "Tests/Packages/FoundationChecks.swift"), *map(str, objects), "-o", str(program)], check=True)
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    print("FAILED" if "Foundation" in libraries else "ok", "no Foundation of Swift is linked", flush=True)
    place = f"http://127.0.0.1:{server.server_port}"
    status = subprocess.run([program, place], env={**os.environ, "TMPDIR": folder}).returncode
    left = [path.name for path in work.glob("boardsim-*")]
    print("FAILED files are left:" if left else "ok no file is left", *left)
    status += subprocess.run([program, place, "no-curl"], env={"PATH": folder, "TMPDIR": folder}).returncode
waiting.set()
print("FAILED" if late.is_set() else "ok", "a download that is cancelled waits for nothing")
if status == 0:
    print("done")
