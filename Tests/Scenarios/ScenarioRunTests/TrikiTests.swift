import Checkout
import Foundation
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// A Triki cap in a scenario: what may be asked of it, and what its client gets.
@Suite struct TrikiTests {
    static let cap = "{name: cap, model: Triki, sensors: ideal"

    /// A key or step that a cap has nothing for, and what must be said about it.
    static let complaints: [(text: String, wanted: String)] = [
        (
            "boards: [\(cap)}]\ninputs: [{at: 1 s, gpio: {pin: 0, level: high}}]",
            "3:10: `gpio` cannot be used with cap: a Triki has no pins; remove it, or name another board"
        ),
        (
            "boards: [\(cap)}]\ninputs: [{at: 1 s, charger: connect}]",
            "3:10: `charger` cannot be used with cap: a Triki has no charger; remove it, or name another"
                + " board"
        ),
        (
            "boards: [\(cap)}]\nfaults: [{at: 1 s, flash-full: 50 %}]",
            "3:10: `flash-full` cannot be used with cap: a Triki has no log; remove it, or name another"
                + " board"
        ),
        (
            "boards: [\(cap)}]\nfaults: [{at: 1 s, stuck-sensor: temperature}]",
            "3:10: `stuck-sensor` cannot be used with cap: a Triki has no thermometer; remove it, or name"
                + " another board"
        ),
        (
            "boards: [\(cap), log-fill: 5 %}]",
            "2:10: `log-fill` cannot be used with cap: a Triki has no log; remove it, or name another"
                + " board"
        ),
        (
            "boards: [\(cap), quirks: {silent-reset: true}}]",
            "2:61: `quirks` cannot be used with cap: a Triki has no quirks; remove it, or name another"
                + " board"
        ),
        (
            "boards: [\(cap), serial: 1a2b3c}]",
            "2:10: the `serial` of a Triki must be a decimal number; use 1 to 14 digits"
        ),
        (
            "boards: [{name: wrist, model: MetaMotion S, triki: {noise: false}}]",
            "2:52: `triki` cannot be used with wrist: a MetaMotion S has no switches of a cap; remove it,"
                + " or name another board"
        ),
        (
            "boards: [\(cap)}]\nclients: [{name: phone, steps: [connect, download]}]",
            "3:42: `download` cannot be used with cap: a Triki has no registers of a MetaWear; remove"
                + " it, or name another board"
        ),
        (
            "boards: [\(cap)}]\nclients: [{name: phone, steps: [connect, stream: [switch]]}]",
            "3:42: a Triki does not stream `switch`; stream acceleration, rotation or both"
        ),
        (
            "boards: [\(cap)}]\nclients: [{name: phone, steps: [connect, {stream: {signals:"
                + " [rotation], rate: 100 Hz}}]}]",
            "3:42: 100 Hz is not a valid rate for a cap; choose 12, 26, 52, 104, 208 or 416 Hz"
        ),
        (
            "boards: [\(cap), triki: {layout: v2}}]\nclients: [{name: phone, steps: [connect,"
                + " {stream: {signals: [rotation]}}]}]",
            "3:42: a scripted client cannot read frames with the layout `v2`; use `write` and `wait-for`, or"
                + " the layout `14-byte`"
        ),
        (
            "boards: [{name: wrist, model: MetaMotion S}]\nclients: [{name: phone, steps:"
                + " [connect, {stream: {signals: [rotation], rate: 104 Hz}}]}]",
            "3:42: `rate` can only be used with a Triki cap; add a `configure` step before this one"
        ),
        (
            "boards: [\(cap)}]\nexpect: [{within: 1 s, state: {logging: false}}]",
            "3:10: `logging` cannot be used with cap: a Triki has no log; remove it, or name another board"
        ),
    ]

    @Test(arguments: complaints) func whatACapHasNothingFor(_ text: String, _ wanted: String) {
        do {
            _ = try ScenarioFile(
                reading: Array(("version: 1\n" + text).utf8), file: "t.yaml",
                vocabulary: .firmware)
            Issue.record("nothing was complained about")
        } catch {
            #expect(error.problems.map { "\($0.mark): \($0.message); \($0.fix)" } == [wanted])
        }
    }

    static func play(_ switches: String, _ steps: String, _ more: String = "") throws -> RunBench {
        try RunBench(
            RunBench.scenario(
                board: cap + (switches.isEmpty ? "}" : ", triki: {\(switches)}}"), steps: steps,
                more))
    }

    @Test func tenSecondsOfTheVendorsSequence() throws {
        let play = try Self.play(
            "", "connect, {stream: {signals: [acceleration, rotation], for: 10 s}}, disconnect")
        #expect(play.failure == nil)
        let series = play.result.clients[0].series
        #expect(series.map(\.signal) == ["acceleration", "rotation"])
        for one in series {
            // 1,040 frames less those of noise; the last of a cycle may not have gone.
            #expect((1016...1021).contains(one.received))
            #expect(one.made - one.received <= 3)
            #expect(one.dropped == 0)
            #expect(try #require(one.largestError) < 0.0003)
        }
        let board = play.result.boards[0]
        #expect(board.model == "Triki" && board.firmware == "3.2.1-A")
        #expect(board.quirks == [])
        #expect(play.trace.contains { $0.contains("stream at 104 Hz") })
        #expect(play.trace.contains { $0.contains("stream off") })
    }

    /// The truth is turned into the axes of the chip: half a turn about x from the body's.
    @Test func movementIsThatOfTheChip() throws {
        let board =
            "{name: cap, model: Triki, sensors: ideal, motion: [{rest: 1 s},"
            + " {turn: {by: 360 deg, about: vertical, for: 4 s}}]}"
        let play = try RunBench(
            RunBench.scenario(
                board: board,
                steps:
                    "connect, {stream: {signals: [rotation, acceleration], rate: 208 Hz, for: 6 s}}"
            ))
        #expect(play.failure == nil)
        let rotation = play.result.clients[0].series[0]
        #expect(try #require(rotation.largestError) < 0.05)
        // A turn to the left about the world's z is one to the right about the chip's.
        let sum = rotation.samples.reduce(0.0) { $0 + $1.values[2] / 208 }
        #expect(abs(sum + 360) < 2)
        let acceleration = play.result.clients[0].series[1]
        #expect(acceleration.samples.allSatisfy { abs($0.values[2] + 1) < 0.001 })
    }

    static let switches = [
        "noise: false", "ack: false", "chunking: frames", "chunking: frames, frames: 5",
        "chunking: blocks", "status: rolling", "drop-outs: {bursts: true}",
    ]

    @Test(arguments: switches) func theClientReadsWhateverTheCut(_ switches: String) throws {
        let play = try Self.play(
            switches, "connect: {mtu: 100}, {stream: {signals: [acceleration], for: 5 s}}")
        #expect(play.failure == nil)
        let series = play.result.clients[0].series[0]
        #expect((490...501).contains(series.received))
        #expect(try #require(series.largestError) < 0.0003)
    }

    @Test func aSilenceIsSeenAsDropped() throws {
        let play = try Self.play(
            "drop-outs: {silence: 1 s, every: 3 s}",
            "connect, {stream: {signals: [acceleration], for: 5 s}}")
        let series = play.result.clients[0].series[0]
        #expect((103...105).contains(series.dropped))
        #expect((390...397).contains(series.received))
    }

    @Test func rawBytesAndTheEndOfALink() throws {
        let play = try Self.play(
            "noise: false, chunking: frames",
            """
            connect, write: 05, {write: 0C}, {wait-for: {bytes: "21 00 00 00 00", within: 9 s}},
            disconnect, reconnect: 5 s, {wait: 1 s}, {write: 43}, disconnect
            """.split(separator: "\n").joined(separator: " "),
            """
            expect:
              - {within: 20 s, notification: {bytes: 8C 01 00 00 00, exactly: 1}}
              - {within: 20 s, notification: {bytes: 22 .., exactly: 0}}
            """)
        // Nobody writes START: the script waits in vain for its answer.
        #expect(play.failure?.contains("21 00 00 00 00") == true)
    }

    @Test func faultsOfACap() throws {
        let play = try Self.play(
            "",
            "connect, {stream: {signals: [acceleration]}}, wait-disconnect: 20 s, reconnect: 9 s",
            """
            faults: [{at: 5 s, brown-out: 1 s}, {at: 7 s, stuck-sensor: accelerometer}]
            expect:
              - {within: 6 s, state: {powered: false}}
              - {within: 20 s, state: {powered: true, connected: true, resets: 1}}
            """)
        #expect(play.failure == nil)
        #expect(play.result.expectations.allSatisfy { $0.verdict == .held })
    }

    @Test func readingTheBatteryAndSwitchingTheLED() throws {
        let play = try Self.play(
            "",
            "connect, initialise, {read: {battery: {}, times: 2, every: 10 ms}}, {led: green},"
                + " wait: 5 s, led-off, wait: 5 s, {stream: [acceleration]}, wait: 1 s, stop-stream",
            """
            inputs: [{at: 0 s, battery: {to: 42 %}}]
            expect:
              - {within: 3 s, read: {battery: {}, between: [42 %, 42 %]}}
              - {within: 3 s, led: green}
              - {after: 8 s, within: 9 s, led: {channel: green, at-least: 0 %, at-most: 0 %}}
              - {within: 20 s, received: {signal: acceleration, at-least: 75}}
            """)
        #expect(play.failure == nil)
        #expect(play.result.expectations.map(\.verdict) == [.held, .held, .held, .held])
        #expect(play.steps[1].detail == "battery 42 %")
    }

    private static let steps = [
        "scan: 700 ms", "connect: {board: c, timeout: 1 s, within: 9 s}",
        "connect: {board: c, interval: 7.5 ms, mtu: 23, within: 9 s}", "initialise",
        "stream: [acceleration]", "stream: {signals: [rotation], rate: 416 Hz, for: 2 s}",
        "stream: {signals: [rotation, acceleration], rate: 26 Hz, for: 1 s}", "stop-stream",
        "read: {battery: {}, times: 3, every: 500 ms}", "write: \"20 10 00 D0 07 68 00 03\"",
        "write: \"20 00 00 00 00 00 00\"", "write: \"09\"", "write: \"44\"", "write: \"22 22 22\"",
        "write: {bytes: \"01 00\", response: true}", "wait: 1500 ms",
        "wait-for: {bytes: \"8C ..\", within: 3 s}", "wait-disconnect: 4 s", "reconnect: 9 s",
        "disconnect", "led: green", "led-off",
    ]

    private static let faults = [
        "link-loss: 3 s", "interference: {loss: 60 %, for: 4 s}", "reset: {}", "brown-out: 1 s",
        "range: {distance: 500 m, over: 2 s}", "range: {distance: 1 m}",
        "stuck-sensor: {sensor: accelerometer, for: 2 s}",
    ]

    @Test(.slow) func `every script of a cap comes to its end (fuzz)`() throws {
        let rounds =
            max((Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 16_000) / 400, 20)
        var random = RandomStream(seed: 6, purpose: "cap fuzz")
        func pick(_ from: [String]) -> String { from[Int(random.below(UInt64(from.count)))] }
        var done = 0, failed = 0
        for round in 0..<rounds {
            var text =
                "version: 1\nseed: \(random.below(1000))\nboards:\n"
                + "  - {name: c, model: Triki, motion: [walk: {speed: 1 m/s, for: 1 h}],"
                + " triki: {\(pick(Self.switches))}}\nclients:\n"
            for name in ["p", "q"] {
                text += "  - name: \(name)\n    steps:\n      - connect: {timeout: 2 s}\n"
                for _ in 0...random.below(14) { text += "      - \(pick(Self.steps))\n" }
            }
            text += "faults:\n"
            for _ in 0...random.below(3) {
                text += "  - {at: \(1 + random.below(30_000)) ms, \(pick(Self.faults))}\n"
            }
            text += "inputs: [{at: 20 s, button: click}]\ndeadline: 1 h\n"
            let play = try RunBench(text)
            #expect(play.result.ending == .finished, "round \(round)\n\(text)")
            for client in play.result.clients {
                for step in client.steps {
                    if case .failed = step.outcome { failed += 1 }
                    if step.outcome == .done { done += 1 }
                }
                for series in client.series {
                    #expect(
                        series.made == series.received + series.dropped + series.missing,
                        "round \(round), \(series.signal)\n\(text)")
                }
            }
            if round % 10 == 0 { #expect(try RunBench(text).trace == play.trace) }
        }
        #expect(done > rounds && failed > rounds / 10)
    }

    @Test func equalRunsAreEqual() throws {
        func trace() throws -> [String] {
            try Self.play(
                "drop-outs: {bursts: true}",
                "connect, {stream: {signals: [acceleration, rotation], for: 3 s}}"
            ).trace
        }
        #expect(try trace() == trace())
    }
}
