import Checkout
import Foundation
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// Scripts that nobody would write, in a world where everything goes wrong: every step ends, done or
/// with a reason, in bounded time.
@Suite struct RunnerFuzzTests {
    /// A run is worth some hundred writes: `FUZZ_ROUNDS` counts those.
    static let rounds =
        max((Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 40_000) / 400, 30)

    private static let steps = [
        "scan: 700 ms", "connect: {board: BOARD, timeout: 1 s, within: 9 s}",
        "connect: {board: BOARD, interval: 7.5 ms, mtu: 23, within: 9 s}", "initialise",
        "configure: {accelerometer: {rate: 400 Hz, range: 4 g}}", "configure: {gyroscope: 50 Hz}",
        "stream: [acceleration, switch]", "stream: {signals: [rotation-packed], for: 2 s}",
        "stream: {signals: [acceleration, acceleration-packed, rotation], for: 1 s}",
        "stop-stream", "stop-stream: [acceleration]",
        "log: {acceleration: 100 Hz, switch: true, circular: true}", "log: {rotation: 200 Hz}",
        "stop-log", "download: 20 s", "download: {resume: false, within: 20 s}", "clear-log",
        "clear-log: {triggers: false}", "read: {battery: {}, times: 3, every: 500 ms}",
        "read: {temperature: 0}", "read: {register: \"0B 84\"}", "read: log-length",
        "write: \"0B 06 FF FF FF FF 00 00 00 00\"", "write: \"0B 0E\"", "write: \"FE 05\"",
        "write: {bytes: \"03 01 01\", response: true}", "wait: 1500 ms",
        "wait-for: {bytes: \"01 01 ..\", within: 3 s}", "wait-disconnect: 4 s", "reconnect: 9 s",
        "disconnect", "led: {channel: blue, pattern: pulse}", "led-off", "haptic: motor",
        "ibeacon: {major: 1}", "ibeacon: false", "reset",
    ]

    private static let faults = [
        "link-loss: 3 s", "interference: {loss: 60 %, for: 4 s}", "reset: {}", "brown-out: 1 s",
        "range: {distance: 500 m, over: 2 s}", "range: {distance: 1 m}", "flash-full: 100 %",
        "flash-full: 30 %", "stuck-sensor: {sensor: accelerometer, for: 2 s}",
    ]

    private static func scenario(_ random: inout RandomStream) -> String {
        func pick(_ from: [String]) -> String { from[Int(random.below(UInt64(from.count)))] }
        // The steps are those of a MetaWear; a cap would be refused by `check`.
        let models = BoardModel.allCases.filter { !$0.abilities.contains(.cap) }.map(\.rawValue)
        var text = "version: 1\nseed: \(random.below(1000))\nboards:\n"
        for name in ["a", "b"] {
            text +=
                "  - {name: \(name), model: \(pick(models)), motion: [walk: {speed: 1 m/s, for: 1 h}]}\n"
        }
        text += "clients:\n"
        for name in ["p", "q"] {
            text += "  - name: \(name)\n    steps:\n      - connect: {board: a, timeout: 2 s}\n"
            for _ in 0...random.below(14) {
                text += "      - \(pick(steps).replacing("BOARD", with: pick(["a", "b"])))\n"
            }
        }
        text += "faults:\n"
        for _ in 0...random.below(3) {
            text +=
                "  - {at: \(1 + random.below(30_000)) ms, board: \(pick(["a", "a", "b"])), \(pick(faults))}\n"
        }
        text += "inputs: [{at: \(1 + random.below(20)) s, board: a, button: click}]\n"
        return text + "deadline: 1 h\n"
            + "expect: [{within: 50 s, board: a, client: p, downloaded: {signal: acceleration, missing: 3}}]\n"
    }

    @Test(.slow) func `every script comes to its end (fuzz)`() throws {
        var random = RandomStream(seed: 5, purpose: "fuzz")
        var done = 0, failed = 0
        for round in 0..<Self.rounds {
            let text = Self.scenario(&random)
            let play = try RunBench(text)
            guard play.result.ending == .finished else {
                Issue.record("round \(round): \(play.result.ending)\n\(text)")
                continue
            }
            for client in play.result.clients {
                for step in client.steps {
                    switch step.outcome {
                    case .done: done += 1
                    case .failed(let why):
                        failed += 1
                        #expect(!why.isEmpty)
                    case .running, .notReached: break
                    }
                }
                for series in client.series {
                    #expect(series.dropped >= 0 && series.made >= 0)
                    #expect(series.made == series.received + series.dropped + series.missing)
                    #expect(
                        zip(series.samples, series.samples.dropFirst()).allSatisfy {
                            $0.arrival <= $1.arrival
                        })
                }
            }
            if round % 10 == 0 { #expect(try RunBench(text).trace == play.trace) }
        }
        #expect(done > Self.rounds && failed > Self.rounds / 10)
    }
}
