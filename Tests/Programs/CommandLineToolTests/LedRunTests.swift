import CommandLineProgram
import EventLoop
import Foundation
import Glibc
import JSON
import Testing

@testable import CommandLineTool

/// A host on a socket, whose packets are written down as bytes.
private final class RawHost {
    let path = "/tmp/boardsim-led-\(UUID().uuidString.prefix(8))"
    private let number = socket(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)

    deinit { close(number) }

    func attach() {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout.size(ofValue: address))
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(number, $0, size)
            }
        }
    }

    func send(_ bytes: [UInt8]) { write(number, bytes, bytes.count) }

    /// What has arrived.
    var received: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(number, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}

@Suite("Runs that a program leads")
struct LedRunTests {
    private static let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]

    private func options(_ host: RawHost, _ more: String = "") -> String {
        let radio = #""radio": "hci-unix:\#(host.path)", "speed": "led""#
        return #"{"scenario": \#(desk), "options": {\#(radio)\#(more)}}"#
    }

    @Test func `time stands still for what a host has sent, then moves to the goal`() {
        let host = RawHost()
        let answers = ask(
            ("start", options(host)), ("advance", #"{"until": 600}"#),
            ("advance", #"{"until": 600}"#), ("advance", #"{"until": "1 s"}"#), ("stop", "{}")
        ) {
            guard $0.hasPrefix("listening on ") else { return }
            host.attach()
            host.send(Self.reset)
        }
        #expect(answers[1].line == #"{"time":0.0,"done":true,"output":true}"#)
        #expect(answers[2].line == #"{"time":600.0,"done":true,"output":false}"#)
        // Time does not run backwards.
        #expect(answers[3].line == #"{"time":600.0,"done":true,"output":false}"#)
        #expect(host.received.starts(with: [0x04, 0x0E, 0x04]))
        #expect(answers[4]["status"]?.line == "0")
    }

    @Test func `time stops at the first packet for a host`() {
        let host = RawHost()
        // Passive scanning for 10 ms in every 10 ms (Core Vol 4, Part E, 7.8.10 and 7.8.11), and
        // the events that it needs (7.3.1 and 7.8.1).
        let scan: [[UInt8]] = [
            Self.reset, [1, 0x01, 0x0C, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F],
            [1, 0x01, 0x20, 8, 0x1F, 0, 0, 0, 0, 0, 0, 0],
            [1, 0x0B, 0x20, 7, 0, 0x10, 0, 0x10, 0, 0, 0], [1, 0x0C, 0x20, 2, 1, 0],
        ]
        var times: [Double] = []
        let answers = ask(
            ("start", options(host)), ("advance", #"{"until": 0}"#),
            ("advance", #"{"until": 100}"#), ("advance", #"{"until": 100}"#), ("stop", "{}")
        ) {
            guard $0.hasPrefix("listening on ") else { return }
            host.attach()
            for packet in scan { host.send(packet) }
        }
        for answer in answers[1...3] {
            if case .number(let time)? = answer["time"] { times.append(time) }
            #expect(answer["output"]?.line == "true")
        }
        // A board advertises about every 0.4 s.
        #expect(times.count == 3 && times[0] == 0, "\(times)")
        #expect(times[1] > 0 && times[2] > times[1] && times[2] < 2, "\(times)")
    }

    @Test func `an action acts between two advances, and the end is told`() {
        let host = RawHost()
        let answers = ask(
            ("start", options(host, #", "for": "5 s""#)), ("advance", #"{"until": 2}"#),
            ("do", #"{"do": {"battery": "40 %"}}"#), ("step", #"{"for": 1}"#),
            ("finish", "{}"), ("advance", "{}"), ("advance", #"{"until": 9}"#),
            ("advance", #"{"until": 9}"#), ("state", "{}"), ("stop", "{}"))
        #expect(answers[2]["time"]?.line == "2.0")
        for index in 3...4 {
            #expect(
                answers[index].message.hasSuffix("hosts take turns with this run; use `advance`"))
        }
        #expect(answers[5].message == "advance: `until` is missing")
        #expect(answers[6].line == #"{"time":5.0,"done":true,"output":false}"#)
        #expect(
            answers[7].message
                == "advance: the run has ended at 5.000000000 s; omit `for` and the file's `duration`, or"
                + " end it with `stop`")
        #expect(answers[8]["boards"]?[0]?["battery"]?.line == "40.0")
        #expect(answers[9]["report"]?["durationSeconds"]?.line == "5")
    }

    @Test func `other runs are not advanced`() {
        let stepped = ask(
            ("start", #"{"scenario": \#(desk)}"#), ("advance", #"{"until": 1}"#), ("stop", "{}"))
        #expect(stepped[1].message.contains("no host takes part in this run; use `step`"))
        let paced = ask(
            ("start", #"{"scenario": \#(desk), "options": {"radio": "hci-tcp:127.0.0.1:0"}}"#),
            ("advance", #"{"until": 1}"#), ("stop", "{}"))
        #expect(
            paced[1].message
                == #"advance: this run follows the clock; start it with the option `"speed": "led"`"#
        )
    }

    @Test(arguments: [
        ("run f.yaml --speed led", "--speed led needs a radio on which programs find the boards"),
        (
            "run f.yaml --speed led --radio hci-tcp:0",
            "--speed led: no program leads this run; add `-- PROGRAM`, start it with `boardsim serve`"
        ),
        (
            "run f.yaml --speed led --radio hci-tcp:0 --radio vhci",
            "--speed led: the time of `--radio vhci` is real"
        ),
        (
            "run f.yaml --speed led --radio bluez-bus --radio usb-pty:/tmp/u",
            "--speed led: the time of `--radio usb-pty:/tmp/u` is real"
        ),
        (
            "run f.yaml --speed led --radio bluez-bus --attitude 7000",
            "--speed led: the time of `--attitude "
        ),
    ])
    func `what cannot be led is refused`(line: String, wanted: String) {
        var err = ""
        let console = Console(
            write: { _ in }, complain: { err += $0 },
            read: { _ throws(FileError) in Array(RadioRunTests.board.utf8) },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let status = Tool.run(line.split(separator: " ").map(String.init), console)
        #expect(status == .usage)
        #expect(err.hasPrefix("boardsim run: " + wanted), "\(err)")
    }
}
