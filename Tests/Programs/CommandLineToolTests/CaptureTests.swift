import Bluetooth
import CommandLineProgram
import Declaration
import Foundation
import ScriptedClient
import Simulation
import Testing

@testable import CommandLineTool

/// Whether real readers understand the files is looked at by the stage `captures` of `Tests/run.sh`.
@Suite struct CaptureTests {
    private static let board = "version: 1\nboards: [{name: wrist, model: MetaMotion S}]\n"
    private static let scenario =
        board + "faults: [{at: 4 s, board: wrist, reset: {}}]\n"
        + "clients: [{name: phone, steps: [scan: 1 s, connect]}, {name: tablet, steps: [wait: 1 s]}]\n"

    /// A folder of its own, taken away afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-capture-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try body(folder)
    }

    private func run(_ arguments: [String]) -> (status: CommandLineProgram.ExitStatus, err: String)
    {
        var err = ""
        let console = Console(
            write: { _ in }, complain: { err += $0 },
            read: { _ throws(FileError) in Array(Self.scenario.utf8) },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let status = Tool.run(["run", "s.yaml"] + arguments, console)
        return (status, err)
    }

    @Test func `two runs leave the same captures, to the byte`() throws {
        try inFolder { folder in
            var found: [[String: Data]] = []
            for name in ["a", "b"] {
                let place = "\(folder)/\(name)"
                try FileManager.default.createDirectory(
                    atPath: place, withIntermediateDirectories: true)
                let session = run([
                    "--btsnoop", "\(place)/run.snoop", "--pcapng", "\(place)/run.pcapng",
                ])
                #expect(session.status == .success, "\(session.err)")
                var files: [String: Data] = [:]
                for name in try FileManager.default.contentsOfDirectory(atPath: place) {
                    files[name] = FileManager.default.contents(atPath: "\(place)/\(name)")
                }
                found.append(files)
            }
            #expect(found[0] == found[1])
            // A btsnoop file is one host's: the second client has its own.
            #expect(Set(found[0].keys) == ["run.snoop", "run.2.snoop", "run.pcapng"])
            let snoop = try #require(found[0]["run.snoop"])
            #expect(Array(snoop.prefix(8)) == Array("btsnoop\0".utf8))
            let text = String(decoding: try #require(found[0]["run.pcapng"]), as: UTF8.self)
            for note in [
                "phone: step: connect", "wrist: fault: reset", "tablet: step: wait 1 s",
            ] {
                #expect(text.contains(note), "\(note)")
            }
            #expect(try #require(found[0]["run.2.snoop"]).count < snoop.count)
        }
    }

    @Test func `a scan, its reports and a connection are in the log of the host`() throws {
        try inFolder { folder in
            #expect(run(["--btsnoop", "\(folder)/run.snoop"]).status == .success)
            let bytes = [UInt8](
                try #require(FileManager.default.contents(atPath: "\(folder)/run.snoop")))
            let packets = Self.packets(bytes)
            let starts = packets.map { Array($0.prefix(4)) }
            // LE Set Scan Enable, on and later off.
            let enables = packets.filter { $0.starts(with: [0x01, 0x0C, 0x20]) }.map { $0[4] }
            #expect(enables == [1, 0])
            #expect(starts.contains([0x04, 0x3E, packets.report.count, 0x02]))
            #expect(packets.contains { $0.starts(with: [0x01, 0x0D, 0x20, 25]) })
            #expect(packets.contains { $0.starts(with: [0x04, 0x3E, 19, 0x01]) })
            // Find the primary services, from handle 1.
            let request: [UInt8] = [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]
            #expect(packets.contains { $0.first == 2 && $0.suffix(7) == request[...] })
        }
    }

    /// Takes the records of a btsnoop file apart.
    private static func packets(_ file: [UInt8]) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var rest = file.dropFirst(16)
        while rest.count >= 24 {
            let length = rest.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            packets.append(Array(rest.dropFirst(24).prefix(length)))
            rest = rest.dropFirst(24 + length)
        }
        return packets
    }

    @Test(arguments: [
        ("--btsnoop", "/nowhere/at/all", "--btsnoop /nowhere/at/all: No such file"),
        ("--pcapng", "/nowhere/at/all", "--pcapng /nowhere/at/all: No such file"),
        ("--btsnoop", "/dev/full", "--btsnoop /dev/full: the capture could not be written"),
        ("--pcapng", "/dev/full", "--pcapng /dev/full: the capture could not be written"),
    ]) func `a file that cannot be written is reported`(
        row: (option: String, path: String, message: String)
    ) {
        let session = run([row.option, row.path])
        #expect(session.status == .environment)
        #expect(session.err.hasPrefix(row.message), "\(session.err)")
    }
}

extension [[UInt8]] {
    /// The first advertising report.
    fileprivate var report: (count: UInt8, bytes: [UInt8]) {
        let found = first { $0.starts(with: [0x04, 0x3E]) && $0.count > 3 && $0[3] == 2 } ?? []
        return (found.count > 2 ? found[2] : 0, found)
    }
}
