import CommandLineProgram
import Foundation
import Simulation
import Testing

@testable import LiveRun

@Suite struct CaptureTests {
    /// A folder of its own, taken away afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-capture-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try body(folder)
    }

    @Test(arguments: [
        ("run.snoop", 0, "run.snoop"), ("run.snoop", 1, "run.2.snoop"),
        ("a.b/run", 2, "a.b/run.3"), ("a/.run", 1, "a/.run.2"), ("x.tar.log", 1, "x.tar.2.log"),
    ]) func `each host has a file of its own`(row: (path: String, host: Int, name: String)) {
        #expect(Capture.path(row.path, ofHost: row.host) == row.name)
    }

    @Test func `what was flushed is in the file though the run goes on`() throws {
        try inFolder { folder in
            let path = "\(folder)/run.snoop"
            let capture = Capture(btsnoop: path, pcapng: nil, scenario: "")
            try capture.open(.system)
            let host = capture.addHost("phone", about: "")
            var name = path + ".part"
            func size() -> Int? { FileManager.default.contents(atPath: name)?.count }
            host.packet([0x01, 0x03, 0x0C, 0x00].span, sentByHost: true, at: .zero)
            capture.flush(now: 0.1)
            #expect(size() == 0)
            capture.flush(now: 0.6)
            #expect(size() == 16 + 24 + 4)
            host.packet([0x04].span, sentByHost: false, at: .zero)
            try capture.close()
            name = path
            #expect(size() == 16 + 24 + 4 + 24 + 1)
        }
    }

    @Test func `a run that breaks off leaves what it captured`() throws {
        try inFolder { folder in
            let path = "\(folder)/run.pcapng"
            func breakOff() throws {
                let capture = Capture(btsnoop: nil, pcapng: path, scenario: "")
                try capture.open(.system)
                let host = capture.addHost("phone", about: "")
                host.packet([0x01, 0x03, 0x0C, 0x00].span, sentByHost: true, at: .zero)
            }
            try breakOff()
            let bytes = try #require(FileManager.default.contents(atPath: path + ".part"))
            // The packet behind its direction.
            #expect(bytes.range(of: Data([0, 0, 0, 0, 0x01, 0x03, 0x0C, 0x00])) != nil)
        }
    }
}
