"""Serves the files of a web app: Chromium lets pages use Bluetooth if they come from this machine, or over HTTPS."""

import functools
import http.server
import pathlib
import threading
from typing import Any


class Handler(http.server.SimpleHTTPRequestHandler):
    """A folder, always as it is now."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def do_GET(self) -> None:
        # Browsers ask for it by themselves; its absence is no error of the page.
        if self.path == "/favicon.ico" and not pathlib.Path(self.translate_path(self.path)).exists():
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


class Server:
    """A folder at an address of this machine."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
        self._server.daemon_threads = True
        #: Without a `/` at the end.
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Gives the address back."""
        self._server.shutdown()
        self._server.server_close()
