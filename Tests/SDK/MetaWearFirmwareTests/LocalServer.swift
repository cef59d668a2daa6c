import Foundation
import Testing

/// A web server of this machine that offers a folder; it ends with its owner.
final class LocalServer: @unchecked Sendable {
    private let process = Process()
    let url: URL

    /// Starts it at a free port.
    init(_ folder: URL) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory",
            folder.path(), "0",
        ]
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
}
