import AttitudeStream
import CommandLineProgram
import CommandLineTool
import EventLoop
import Glibc
import Simulation
import Testing

@testable import AttitudeTransport
@testable import TrikiTool

/// `boardsim attitude`, in this process.
@Suite struct AttitudeCommandTests {
    private static let turning = """
        version: 1
        boards:
          - name: wrist
            model: MetaMotion S
            motion:
              - rest: 4 s
              - turn: {by: 90 deg, about: z, for: 1 s}
              - turn: {by: 30 deg, about: y, for: 1 s}
        """

    private func run(
        _ line: String, scenario: String = AttitudeCommandTests.turning,
        heard: @escaping (String) -> Void = { _ in }
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 },
            complain: {
                err += $0
                heard($0)
            },
            read: { path throws(FileError) in
                guard path == "f.yaml" else {
                    throw FileError(path: path, reason: "No such file or directory")
                }
                return Array(scenario.utf8)
            },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let words = ["attitude"] + line.split(separator: "|").map(String.init)
        return (Tool.run(words, with: .triki, console), out, err)
    }

    @Test(arguments: [
        ("look", "there is no `look`; "),
        ("show", "write `boardsim attitude show [HOST:]PORT`"),
        ("show|1|2", "write `boardsim attitude show [HOST:]PORT`"),
        ("show|x:y", "`x:y`: `y` is not a port; write a number from 0 to 65535"),
        ("show|1|--legacy", "--legacy is for `send`; omit it"),
        ("show|1|--for|soon", "--for is `soon`; write a time such as `90 s` or `5min`"),
        ("show|1|--re-zero=-1s", "--re-zero is `-1s`; write a time such as"),
        ("send", "write `boardsim attitude send FILE [HOST:]PORT`, or `--device ADDRESS`"),
        ("send|f.yaml|0", "no receiver listens on port 0; write the port that it printed"),
        ("send|f.yaml|1|2", "unexpected argument `2`"),
        ("send|--device|E1:00:00:00:00:01|1|2", "unexpected argument `2`"),
        ("send|f.yaml|1|--speed|0", "--speed is `0`; write a number from 0.001 to 1000"),
        ("send|f.yaml|1|--board|up", "--board is `up`; the scenario has: wrist"),
        (
            "send|--device|E1:00:00:00:00:01|1|--board|up",
            "--board names a board of a scenario, --device a real one; omit one"
        ),
        ("send|--device|wrist|1", "--device is `wrist`; write the board's address, six bytes"),
    ])
    func `wrong arguments are bad usage, with the fix`(line: String, wanted: String) {
        let session = run(line)
        #expect(session.status == .usage)
        #expect(session.err.hasPrefix("boardsim attitude: " + wanted), "\(session.err)")
        #expect(session.out.isEmpty)
    }

    @Test func `a scenario that cannot be read, and one with several boards`() {
        let missing = run("send|g.yaml|1")
        #expect(missing.status == .usage)
        #expect(
            missing.err == "g.yaml: error: the file cannot be read: No such file or directory\n"
        )
        let two = "version: 1\nboards: [{name: a, model: Triki}, {name: b, model: MetaMotion S}]"
        let several = run("send|f.yaml|1", scenario: two)
        #expect(several.status == .usage)
        #expect(
            several.err
                == "boardsim attitude: f.yaml has several boards; add --board NAME: a, b\n")
    }

    /// A place where frames are only kept, for after the command.
    private struct Mailbox {
        let socket: Descriptor
        let port: UInt16

        init() throws {
            socket = try SocketAddress.resolve("127.0.0.1", port: 0).get()[0].listen()
            port = SocketAddress(of: socket).port
        }

        func frames(_ format: AttitudeFormat) throws -> [AttitudeFrame] {
            let stream = try socket.accept()
            var reader = AttitudeReader(format)
            var frames: [AttitudeFrame] = []
            while true {
                let bytes = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) {
                    buffer -> [UInt8] in
                    guard case .done(let count) = stream.read(into: buffer) else { return [] }
                    return Array(buffer[..<count])
                }
                if bytes.isEmpty { break }
                frames += reader.process(bytes)
            }
            #expect(reader.refused == 0 && reader.skippedBytes == 0 && reader.waitingBytes == 0)
            return frames
        }
    }

    private func attitudes(_ frames: [AttitudeFrame]) -> [Attitude] {
        frames.compactMap { if case .attitude(let attitude) = $0.content { attitude } else { nil } }
    }

    @Test func `the orientation of a simulated board is streamed as it turns`() throws {
        let mailbox = try Mailbox()
        let session = run("send|f.yaml|\(mailbox.port)|--for|8s|--speed|100")
        #expect(session.status == .success, "\(session.err)")
        #expect(session.err.hasPrefix("sending wrist to 127.0.0.1:\(mailbox.port)\nsent "))
        let frames = try mailbox.frames(.versioned)
        #expect(frames.count > 100 && frames.last?.microseconds ?? 0 > 7_500_000)
        let last = try #require(attitudes(frames).last)
        let degrees = last.labelDegrees
        // Zero minus current: a turn to the left by 90 degrees, then the right side down by 30.
        #expect(abs(degrees[2] + 90) <= 3 && abs(degrees[0] + 30) <= 3, "\(degrees)")
        #expect(abs(degrees[1]) <= 3, "\(degrees)")
        for frame in attitudes(frames).prefix(20) {
            #expect(frame.labelDegrees.allSatisfy { abs($0) <= 1 }, "\(frame)")
        }
    }

    @Test func `a new zero is taken when the time has come, and legacy frames are as published`()
        throws
    {
        let mailbox = try Mailbox()
        let session = run("send|f.yaml|\(mailbox.port)|--for|8s|--re-zero=7s|--speed|50")
        #expect(session.status == .success, "\(session.err)")
        let frames = try mailbox.frames(.versioned)
        let place = try #require(frames.firstIndex { $0.content == .rezero })
        #expect(frames[place].microseconds / 100_000 == 70)
        #expect(
            attitudes(Array(frames[place...])).allSatisfy {
                $0.labelDegrees.allSatisfy { abs($0) <= 1 }
            })
        let old = run("send|f.yaml|\(mailbox.port)|--for|2s|--legacy|--speed|50")
        #expect(old.status == .success, "\(old.err)")
        #expect(try mailbox.frames(.legacy).count > 20)
    }

    @Test func `a board without fusion is named`() throws {
        let mailbox = try Mailbox()
        for (model, why) in [
            ("Triki", "it is not a MetaWear and has no sensor fusion"),
            ("MetaWear R", "it has no sensor fusion"),
        ] {
            let session = run(
                "send|f.yaml|\(mailbox.port)|--speed|1000",
                scenario: "version: 1\nboards: [{name: old, model: \(model)}]")
            #expect(session.status == .usage)
            #expect(session.err == "boardsim attitude: old: \(why)\n")
        }
    }

    @Test func `a receiver that is not there is named with the fix`() throws {
        let port = try Mailbox().port
        let session = run("send|f.yaml|\(port)")
        #expect(session.status == .environment)
        #expect(
            session.err
                == "boardsim attitude: 127.0.0.1:\(port): Connection refused; start the receiver first,"
                + " such as `boardsim attitude show 127.0.0.1:\(port)`\n")
    }

    /// `attitude show` while these attitudes come in.
    private func show(_ options: String, _ attitudes: [Attitude]) -> (
        status: CommandLineProgram.ExitStatus, out: String, err: String
    ) {
        var sockets: [Descriptor] = []
        return run("show|0\(options)") { line in
            guard let found = line.firstMatch(of: /listening on 127.0.0.1:(\d+) for/),
                let port = UInt16(found.1),
                case .success(let places) = SocketAddress.resolve("127.0.0.1", port: port),
                let socket = try? places[0].connect(patience: 5000)
            else { return }
            let bytes = attitudes.enumerated().flatMap {
                AttitudeFrame(.attitude($1), sequence: UInt32($0)).bytes(.versioned)
            }
            bytes.withUnsafeBytes { _ = socket.write($0) }
            sockets.append(socket)
        }
    }

    @Test func `what comes in is shown line by line where there is no terminal`() {
        let session = show("|--for|250ms", [Attitude(), Attitude(roll: 0.5, pitch: -0.25, yaw: 1)])
        #expect(session.status == .success, "\(session.err)")
        #expect(session.out.hasSuffix("roll  +29°  pitch  -14°  yaw  +57°\n"), "\(session.out)")
        #expect(session.err.hasSuffix("received 2 frames\n"))
        #expect(!session.out.contains("\u{1B}"))
    }

    @Test func `a viewer may take its own zero`() {
        let session = show("|--for|250ms|--re-zero", [Attitude(roll: 0.5, yaw: 1)])
        #expect(session.out.hasSuffix("roll    0°  pitch    0°  yaw    0°\n"), "\(session.out)")
        var zero = AttitudeZero(1)
        zero.take(Attitude(yaw: 0.5), at: 0.9)
        #expect(zero.shown(Attitude(yaw: 1)).yaw == 1)
        zero.take(Attitude(yaw: 3), at: 1.1)
        zero.take(Attitude(yaw: 2), at: 1.2)
        #expect(abs(zero.shown(Attitude(yaw: -3)).yaw - (2 * .pi - 6)) < 1e-9)
    }

    @Test func `what others reach is announced, or it is said why not`() {
        let session = run("show|0.0.0.0:0|--for|100ms")
        let lines = session.err.split(separator: "\n").map(String.init)
        #expect(
            lines[0].hasPrefix("warning: 0.0.0.0:") && lines[0].hasSuffix("outside this machine"))
        #expect(lines[1].hasPrefix("listening on 0.0.0.0:"), "\(session.err)")
        #expect(
            lines[2].hasPrefix("boardsim: announced as boardsim")
                || lines[2].wholeMatch(
                    of: /boardsim: not announced: .+; senders need the host and the port/) != nil
                || lines[2] == "received 0 frames", "\(session.err)")
    }

    @Test func `a viewer to which nothing comes says so by its status`() {
        let session = run("show|0|--for|100ms")
        #expect(session.status == .failed)
        #expect(session.out == "no attitude\n" && session.err.hasSuffix("received 0 frames\n"))
    }
}
