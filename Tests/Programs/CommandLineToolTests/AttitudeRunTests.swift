import AttitudeStream
import Checkout
import CommandLineProgram
import Declaration
import EventLoop
import Glibc
import Motion
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import AttitudeTransport
@testable import CommandLineTool
@testable import LiveRun

/// Attitudes that come in move a board: `boardsim run --attitude`.
@Suite struct AttitudeRunTests {
    private static let scenario = """
        version: 1
        boards:
          - {name: wrist, model: MetaMotion S, sensors: ideal}
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - stream: {signals: [acceleration, rotation], for: 6 s}
        """

    /// Plays attitudes into a board in virtual time and returns what its client received.
    private func play(
        _ attitudes: [(time: Double, Attitude)]
    ) throws -> (run: ScenarioRun, acceleration: Series, rotation: Series) {
        let text = Array(Self.scenario.utf8)
        let file = try ScenarioFile(reading: text, file: "f.yaml", vocabulary: .firmware)
        var options = RunOptions(duration: .seconds(10))
        options.keepsSamples = true
        let run = try ScenarioRun(file, text: text, file: "f.yaml", options: options)
        var hand = AttitudeHand(run.bodies[0])
        for (time, attitude) in attitudes {
            run.advance(to: .zero + .seconds(time))
            hand.take(attitude, at: run.simulation.now)
        }
        run.advance(to: .zero + .seconds(10))
        let result = run.conclude(interrupted: false)
        func series(_ signal: String) throws -> Series {
            try #require(result.clients[0].series.first { $0.signal == signal })
        }
        return (run, try series("acceleration"), try series("rotation"))
    }

    @Test func `a board follows the stream with a plausible gyroscope and accelerometer`() throws {
        // Rolls by a radian a second for two seconds, as a phone at 60 Hz says it, and then no more.
        let stream = (0...120).map { step in
            (4 + Double(step) / 60, Attitude(roll: -Double(step) / 60))
        }
        let (run, acceleration, rotation) = try play(stream)
        let rates = rotation.samples
        let steady = rates.filter { (4.5...6).contains($0.time.seconds) }
        #expect(steady.count > 100)
        for sample in steady {
            // Degrees a second about the board's y axis: a radian is 57.3 degrees.
            #expect(abs(sample.values[1] - 57.3) < 3, "\(sample)")
            #expect(abs(sample.values[0]) < 0.2 && abs(sample.values[2]) < 0.2, "\(sample)")
        }
        for (before, after) in zip(rates, rates.dropFirst()) {
            #expect(abs(after.values[1] - before.values[1]) < 15, "\(before) \(after)")
        }
        for sample in acceleration.samples {
            let length = sample.values.reduce(0) { $0 + $1 * $1 }.squareRoot()
            #expect(abs(length - 1) < 0.01, "\(sample)")
        }
        // The stream is stale from 6.35 s on, and the board at rest.
        let rest = rates.filter { $0.time.seconds > 6.35 }
        #expect(rest.count > 100 && rest.allSatisfy { abs($0.values[1]) < 0.1 })
        let body = run.bodies[0].orientation(at: run.simulation.now)
        #expect((body.inverse * Quaternion(angle: 2, axis: .yAxis)).axisAndAngle.angle < 1e-6)
    }

    @Test func `the same attitudes at the same times are the same run`() throws {
        let stream = (0...60).map { (3 + Double($0) / 50, Attitude(yaw: Double($0 % 7) / 5)) }
        let (first, second) = (try play(stream), try play(stream))
        #expect(first.rotation.samples.map(\.values) == second.rotation.samples.map(\.values))
        #expect(first.acceleration.samples.count == second.acceleration.samples.count)
    }

    // MARK: The command

    /// `boardsim run f.yaml …`; `heard` gets each line of standard error.
    private func run(
        _ line: String, scenario: String = AttitudeRunTests.scenario,
        heard: @escaping (String) -> Void = { _ in }
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        OneFileTool.run(
            ["run", "f.yaml"] + line.split(separator: " ").map(String.init), file: scenario,
            heard: heard)
    }

    private static let two = """
        version: 1
        boards: [{name: left, model: MetaMotion S}, {name: right, model: Triki}]
        """

    @Test(arguments: [
        ("--attitude x", "--attitude is `x`: `x` is not a port; write a number from 0 to 65535"),
        ("--attitude ::1:5", "--attitude is `::1:5`: an IPv6 address needs brackets"),
        ("--attitude @9100", "--attitude is `@9100`: the board's name is missing before `@`"),
        (
            "--attitude 0",
            "--attitude is `127.0.0.1:0`: there are several boards; write"
                + " `--attitude left@127.0.0.1:0`, or name another of: left, right"
        ),
        (
            "--attitude up@0",
            "--attitude is `up@127.0.0.1:0`: there is no board up; these exist: left, right"
        ),
        (
            "--attitude left@0 --attitude left@0",
            "--attitude is `left@127.0.0.1:0`: left already follows a stream; name another board"
        ),
        ("--attitude left@0 --speed max", "--speed is `max`; with --attitude write a number from"),
    ])
    func `a wrong address is bad usage, with its fix`(line: String, wanted: String) {
        let session = run(line, scenario: Self.two)
        #expect(session.status == .usage)
        #expect(session.err.contains("boardsim run: " + wanted), "\(session.err)")
    }

    @Test func `a place that cannot be had is the machine's lack`() {
        let session = run("--attitude 192.0.2.1:9100")
        #expect(session.status == .environment)
        #expect(
            session.err.hasPrefix(
                "boardsim run: --attitude 192.0.2.1:9100: Cannot assign requested address; write a"),
            "\(session.err)")
    }

    @Test(.slow) func `frames from a socket move the board that was named`() throws {
        var sockets: [Descriptor] = []
        let session = run(
            "--attitude right@0 --attitude left@0 --for 60s --speed 100", scenario: Self.two
        ) { line in
            guard let found = line.firstMatch(of: /listening on 127.0.0.1:(\d+) for/),
                let port = UInt16(found.1), line.contains("(right)"),
                case .success(let places) = SocketAddress.resolve("127.0.0.1", port: port),
                let socket = try? places[0].connect(patience: 5000)
            else { return }
            let frames = [Attitude(), Attitude(yaw: .nan), Attitude(yaw: 1)].enumerated().flatMap {
                AttitudeFrame(.attitude($1), sequence: UInt32($0)).bytes(.versioned)
            }
            frames.withUnsafeBytes { _ = socket.write($0) }
            shutdown(socket.number, Int32(SHUT_WR))
            sockets.append(socket)
        }
        #expect(session.status == .success, "\(session.err)")
        #expect(sockets.count == 1)
        #expect(session.err.contains("for attitudes (left)\n"))
        #expect(session.err.contains("attitude of right: sender 127.0.0.1:"))
        #expect(session.err.contains("has closed its stream: 2 frames, 1 refused\n"))
    }
}
