import CommandLineProgram
import DBus
import DaemonBus
import EventLoop
import Foundation
import Testing

@testable import CommandLineTool

/// `boardsim run` with a radio, in this process.
private func run(
    _ line: String, complain: @escaping (String) -> Void = { _ in }
) -> (status: CommandLineProgram.ExitStatus, err: String) {
    var err = ""
    let console = Console(
        write: { _ in },
        complain: {
            err += $0
            complain($0)
        },
        read: { _ throws(FileError) in Array(RadioRunTests.board.utf8) },
        save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
    let status = Tool.run(["run", "f.yaml"] + line.split(separator: " ").map(String.init), console)
    return (status, err)
}

@Suite("Standing in for BlueZ")
struct StandInRunTests {
    @Test(
        "impossible options are bad usage, and the message says the fix",
        arguments: [
            (
                "--radio bluez-bus:/tmp/bus",
                "--radio is `bluez-bus:/tmp/bus`: `/tmp/bus` is not a bus address; write"
            ),
            (
                "--radio bluez-bus --radio bluez-bus",
                "--radio names two buses to stand in for BlueZ; keep one"
            ),
            (
                "--radio bluez-bus --adapters 0",
                "--adapters is `0`; write a number from 1 to 16\n"
            ),
            ("--radio bluez-bus --adapters 17", "--adapters is `17`; write a number from 1"),
            ("--radio bluez-bus --adapters x", "--adapters is `x`; write a number from 1"),
            ("--adapters 2", "--adapters needs `--radio bluez-bus`; add that, or omit it\n"),
            (
                "--radio bluez-bus --legacy-advertising",
                "--legacy-advertising needs `--radio vhci`, `hci-tcp:PORT` or `hci-unix:PATH`; add"
            ),
            ("--bus-address f", "--bus-address needs `--radio bluez-bus`; add that, or"),
            (
                "--radio bluez-bus --trace a --bus-address a",
                "--trace and --bus-address are both `a`; name one file for each\n"
            ),
            ("--radio bluez-bus --speed max", "--speed is `max`; with --radio write"),
        ])
    func wrongUse(_ line: String, _ wanted: String) {
        let session = run(line)
        #expect(session.status == .usage)
        #expect(session.err.hasPrefix("boardsim run: " + wanted), "\(session.err)")
    }

    @Test("the address of a private bus is printed and in a file, both for as long as the run")
    func ownBus() throws {
        let file = NSTemporaryDirectory() + "boardsim-bus-\(UUID().uuidString)"
        var place: String?, written: String?
        // Of GLib; it ends when the name has an owner.
        let session = run(
            "--radio bluez-bus --adapters 3 --bus-address \(file)"
                + " -- gdbus wait --system --timeout 30 org.bluez"
        ) { text in
            guard let words = text.split(separator: "\n").first, words.contains("bluez-bus:"),
                place == nil
            else { return }
            place = String(words.dropFirst("listening on bluez-bus:".count))
            written = try? String(contentsOfFile: file, encoding: .utf8)
        }
        #expect(session.status == .success)
        #expect(place?.hasPrefix("unix:path=/") == true, "\(session.err)")
        #expect(written == (place ?? "") + "\n")
        #expect(session.err.contains("DBUS_SYSTEM_BUS_ADDRESS=\(place ?? "")\n"))
        #expect(!FileManager.default.fileExists(atPath: file))
        let socket = String(place?.dropFirst("unix:path=".count) ?? "")
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("a missing bus and one with BlueZ on it end with status 3")
    func refused() throws {
        let missing = run("--radio bluez-bus:unix:path=/nowhere/at/all")
        #expect(missing.status == .environment)
        #expect(
            missing.err.hasPrefix(
                "boardsim run: --radio bluez-bus:unix:path=/nowhere/at/all: no bus answers there"),
            "\(missing.err)")
        let daemon = try PrivateBus()
        let bus = try Bus(at: daemon.address, on: try EventLoop())
        try bus.own("org.bluez")
        let taken = run("--radio bluez-bus:\(daemon.address)")
        #expect(taken.status == .environment)
        #expect(taken.err.contains(": org.bluez is taken ("), "\(taken.err)")
        let unwritable = run("--radio bluez-bus --bus-address /nowhere/at/all")
        #expect(unwritable.status == .environment)
        #expect(
            unwritable.err.hasPrefix(
                "boardsim run: --bus-address /nowhere/at/all: No such file or directory; name a"),
            "\(unwritable.err)")
    }

    @Test("a bus that goes away ends the run with its report and an error")
    func busGone() throws {
        var daemon: PrivateBus? = try PrivateBus()
        let address = daemon?.address ?? ""
        let session = run("--radio bluez-bus:\(address) --report json") { text in
            if text.hasPrefix("listening on") { daemon = nil }
        }
        #expect(session.status == .environment)
        #expect(
            session.err.contains(": the connection to the bus has ended: its daemon "),
            "\(session.err)")
    }
}
