import Checkout
import CommandLineProgram
import Foundation
import Glibc
import Testing

@testable import CommandLineTool

/// `boardsim run` with a radio, in this process.
private func run(
    _ line: String, scenario: String = RadioRunTests.board,
    complain: @escaping (String) -> Void = { _ in }
) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
    OneFileTool.run(
        ["run", "f.yaml"] + line.split(separator: " ").map(String.init), file: scenario,
        heard: complain)
}

@Suite struct RadioRunTests {
    static let board = "version: 1\nboards: [{name: wrist, model: MetaMotion S}]\n"

    @Test(arguments: [
        (
            "--radio tcp:9000",
            "--radio is `tcp:9000`: not a kind of radio; write `hci-tcp:HOST:PORT`, `hci-unix:PATH`"
        ),
        ("--radio hci-tcp:x", "--radio is `hci-tcp:x`: `x` is not a port; write a number from 0"),
        (
            "--radio hci-tcp:0 --speed max",
            "--speed is `max`; with --radio write a number from 0.001 to 1000, or omit it"
        ),
        ("--radio hci-tcp:0 --speed 1001", "--speed is `1001`; with --radio write a number"),
        ("--radio hci-tcp:0 --speed 0.0009", "--speed is `0.0009`; with --radio write"),
        (
            "--btsnoop a --pcapng a",
            "--btsnoop and --pcapng are both `a`; name one file for each\n"
        ),
        ("--trace a --btsnoop b --pcapng a", "--trace and --pcapng are both `a`; name one file"),
        ("--radio usb-pty:", "--radio is `usb-pty:`: the path is missing; write `usb-pty:PATH`"),
        (
            "--radio usb-pty:/tmp/x:nobody",
            "--radio is `usb-pty:/tmp/x:nobody`: there is no board nobody; these have one: wrist"
        ),
        ("--radio usb-pty:/tmp/x --speed max", "--speed is `max`; with --radio write"),
        ("--radio hci-tcp:0 --speed nan", "--speed is `nan`; with --radio write"),
    ])
    func `a wrong radio option is bad usage, with a fix`(line: String, wanted: String) {
        let session = run(line)
        #expect(session.status == .usage)
        #expect(session.err.hasPrefix("boardsim run: " + wanted), "\(session.err)")
        #expect(session.out.isEmpty)
    }

    @Test func `a radio that cannot be opened ends with status 3`() {
        let missing = run("--radio hci-unix:/nowhere/at/all")
        #expect(missing.status == .environment)
        #expect(
            missing.err.hasPrefix(
                "boardsim run: --radio hci-unix:/nowhere/at/all: No such file or directory; choose")
        )
        if access("/dev/vhci", F_OK) != 0 {
            let device = run("--radio vhci")
            #expect(device.status == .environment)
            #expect(
                device.err
                    == "boardsim run: --radio vhci: /dev/vhci: No such file or directory;"
                    + " load it with `modprobe hci_vhci` as root, or use hci-tcp or hci-unix\n")
        }
    }

    @Test func `an output folder that cannot be made is reported before listening`() {
        let session = run("--radio hci-tcp:0 --for 1s --speed 1000 --out /dev/null/x")
        #expect(session.status == .environment)
        #expect(session.err.contains("/dev/null/x"), "\(session.err)")
        #expect(!session.err.contains("listening"))
    }

    @Test func `each listener is a line, and the one that others reach a warning`() {
        let session = run("--radio hci-tcp:0 --radio hci-tcp:0.0.0.0:0 --for 1s --speed 1000")
        #expect(session.status == .success, "\(session.err)")
        let lines = session.err.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.wholeMatch(of: /listening on hci-tcp:127\.0\.0\.1:[1-9]\d+/) != nil)
        #expect(
            lines.dropFirst().first?.wholeMatch(
                of: /warning: hci-tcp:0\.0\.0\.0:\d+ is reachable from outside this machine/) != nil
        )
        #expect(lines.last?.wholeMatch(of: /listening on hci-tcp:0\.0\.0\.0:[1-9]\d+/) != nil)
        #expect(session.out.contains("ran       1.000 s of virtual time, finished"))
    }

    @Test func `a board without a USB port and an ambiguous one are refused`() {
        let boards = { (models: String) in "version: 1\nboards: [\(models)]\n" }
        let old = "{name: old, model: MetaMotion R}"
        for (scenario, place, wanted) in [
            (boards(old), "/tmp/x", "no board has a USB port; add a MetaMotion S"),
            (boards(old), "/tmp/x:old", "old has no USB data lines; add a MetaMotion S"),
            (
                boards("{name: a, model: MetaMotion S}, {name: b, model: MetaMotion S}"), "/tmp/x",
                "there are several boards with a USB port; these have one: a, b"
            ),
        ] {
            let session = run("--radio usb-pty:\(place)", scenario: scenario)
            #expect(session.status == .usage)
            #expect(session.err.contains(wanted), "\(session.err)")
        }
    }

    @Test func `a USB port alone is enough, and its link goes with the run`() {
        let path = "/tmp/boardsim-usb-run-\(UUID().uuidString.prefix(8))"
        var target = ""
        let session = run("--radio usb-pty:\(path) --for 1s --speed 1000") { line in
            if line.hasPrefix("listening on usb-pty:\(path) (wrist)") {
                target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
            }
        }
        #expect(session.status == .success, "\(session.err)")
        #expect(target.hasPrefix("/dev/pts/"))
        #expect(access(path, F_OK) != 0)
        let missing = run("--radio usb-pty:/nowhere/at/all")
        #expect(missing.status == .environment)
        #expect(missing.err.contains("usb-pty:/nowhere/at/all: No such file or directory"))
    }

    @Test func `scripted clients and expectations go on beside the radio`() {
        let scenario =
            Self.board
            + "clients: [{name: phone, steps: [connect, {read: battery}, disconnect]}]\n"
            + "expect: [{within: 9 s, connected: {at-least: 1}}]\n"
        let session = run(
            "--radio hci-tcp:0 --for 20s --speed 1000 --timings", scenario: scenario)
        #expect(session.status == .success, "\(session.out)\(session.err)")
        #expect(session.out.contains("1 of 1 expectation held"))
        #expect(session.out.contains(/late +[0-9.,]+ ms on average, [0-9.,]+ ms at most/))
    }

    @Test func `a host finds a controller, and its connection closes at the end`() throws {
        let path = "/tmp/boardsim-radio-\(UUID().uuidString.prefix(8))"
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        // HCI_Reset and its Command Complete (Core Vol 4, Part E, 7.3.2 and 7.7.14).
        let session = run("--radio hci-unix:\(path) --for 100s --speed 1000") { line in
            guard line.hasPrefix("listening on ") else { return }
            let size = socklen_t(MemoryLayout.size(ofValue: address))
            withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(number, $0, size)
                }
            }
            write(number, [0x01, 0x03, 0x0C, 0x00] as [UInt8], 4)
        }
        #expect(session.status == .success, "\(session.err)")
        var answer = [UInt8](repeating: 0, count: 99)
        #expect(read(number, &answer, 99) == 7)
        #expect(answer[..<3] == [0x04, 0x0E, 0x04])
        #expect(answer[4..<7] == [0x03, 0x0C, 0x00])
        #expect(read(number, &answer, 99) == 0)
        #expect(session.out.contains(/Hosts\n.*\n  host 1 +\d+\.\d{3} s +–\n    hci-unix:/))
        #expect(session.err.contains("host 1 attached: hci-unix:\(path)\n"))
        #expect(session.err.hasSuffix("host 1 left: hci-unix:\(path)\n"))
        #expect(access(path, F_OK) != 0)
    }

    @Test(.slow, arguments: [SIGINT, SIGTERM, SIGHUP])
    func `without a duration it goes on until somebody ends it, and ends well`(signal: Int32) async
    {
        // A process of its own: the signal is for all of it.
        await #expect(processExitsWith: .success) { [signal] in
            // The tests may have been started to outlive their terminal.
            Glibc.signal(signal, SIG_DFL)
            let scenario = RadioRunTests.board + "deadline: 1 ms\n"
            let session = run("--radio hci-tcp:0 --speed 1000", scenario: scenario) { line in
                guard line.hasPrefix("listening on ") else { return }
                // From outside, a twentieth of a second later.
                switch signal {
                case SIGINT: Glibc.signal(SIGALRM) { _ in _ = kill(getpid(), SIGINT) }
                case SIGTERM: Glibc.signal(SIGALRM) { _ in _ = kill(getpid(), SIGTERM) }
                default: Glibc.signal(SIGALRM) { _ in _ = kill(getpid(), SIGHUP) }
                }
                ualarm(50_000, 0)
            }
            exit(session.status == .success && session.out.contains(", finished") ? 0 : 1)
        }
    }

    @Test func `a run that was started to outlive its terminal does so`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGHUP, SIG_IGN)
            let session = run("--radio hci-tcp:0 --for 1s --speed 1000") { line in
                if line.hasPrefix("listening on ") { kill(getpid(), SIGHUP) }
            }
            exit(session.out.contains("1.000 s of virtual time, finished") ? 0 : 1)
        }
    }

    @Test func `with a duration, to be ended before it is an interruption`() async {
        await #expect(processExitsWith: .success) {
            let session = run("--radio hci-tcp:0 --for 1h") { line in
                guard line.hasPrefix("listening on ") else { return }
                kill(getpid(), SIGINT)
            }
            exit(session.out.contains(", interrupted") ? 0 : 1)
        }
    }
}
