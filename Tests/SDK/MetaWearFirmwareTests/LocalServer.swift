import Foundation
import Testing

/// A web server of this machine that offers a folder; it ends with its owner.
final class LocalServer: @unchecked Sendable {
    private let process = Process()
    let url: URL

    /// Starts it at a free port.
    ///
    /// - Parameter fault: what it answers in place of the folder's files; nil for none.
    init(_ folder: URL, fault: String? = nil) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["python3", "-u"]
            + (fault.map { ["-c", Self.faultyServer, $0] } ?? [
                "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder.path(), "0",
            ])
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Serving HTTP on 127.0.0.1 port 38211 …
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = try #require(line.firstMatch(of: /port (\d+)/)?.output.1)
        url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    }

    // A gentler signal may be blocked, which the server inherits from the process of the tests.
    deinit { kill(process.processIdentifier, SIGKILL) }

    /// A server with a fault: 64 MiB in 64 KiB, an answer without an end, a length that is announced, a byte at a
    /// time, headers at a time.
    private static let faultyServer = """
        import gzip, http.server, itertools, sys, time
        bomb = gzip.compress(bytes(64 << 20)) if sys.argv[1] == "bomb" else b""

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *rest): pass
            def do_GET(self):
                fault = sys.argv[1]
                self.send_response(200)
                if fault == "bomb": self.send_header("Content-Encoding", "gzip")
                if fault == "length": self.send_header("Content-Length", str(1 << 40))
                if fault == "headers":
                    self.flush_headers()
                    for number in itertools.count():
                        self.wfile.write(b"X-%d: 1\\r\\n" % number)
                        time.sleep(0.2)
                self.end_headers()
                if fault == "bomb": self.wfile.write(bomb)
                while fault == "endless": self.wfile.write(bytes(1 << 16))
                while fault in ("slow", "length"):
                    self.wfile.write(b" ")
                    time.sleep(0.2)

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(f"port {server.server_port}")
        server.serve_forever()
        """
}
