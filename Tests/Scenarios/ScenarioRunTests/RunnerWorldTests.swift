import Foundation
import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

@Suite struct RunnerWorldTests {
    /// Inputs, what a client reads afterwards, and what must come of it.
    @Test(arguments: [
        (
            "{at: 3 s, button: press}", "stream: [switch], wait: 4 s, read: switch",
            "read: {switch: {}, number: 1}"
        ),
        (
            "{at: 3 s, button: {action: click, for: 100 ms}}", "stream: [switch], wait: 4 s",
            "notification: {bytes: \"01 01 00\", exactly: 1}"
        ),
        (
            "{at: 1 s, gpio: {pin: 1, voltage: 1.5 V}}", "wait: 2 s, read: {gpio: 1}",
            "read: {gpio: 1, between: [1.49 V, 1.51 V]}"
        ),
        (
            "{at: 1 s, gpio: {pin: 1, level: high}}",
            "wait: 2 s, read: {gpio: {pin: 1, kind: digital}}",
            "read: {gpio: {pin: 1, kind: digital}, number: 1}"
        ),
        (
            "{at: 1 s, gpio: {pin: 1, level: low}}",
            "wait: 2 s, write: \"05 03 01\", read: {gpio: {pin: 1, kind: digital}}",
            "read: {gpio: {pin: 1, kind: digital}, number: 0}"
        ),
        // An open pin follows its pull.
        (
            "{at: 1 s, gpio: {pin: 1, level: open}}",
            "wait: 2 s, write: \"05 03 01\", read: {gpio: {pin: 1, kind: digital}}",
            "read: {gpio: {pin: 1, kind: digital}, number: 1}"
        ),
        (
            "{at: 6 s, charger: connect}", "stream: [charger], wait: 8 s",
            "notification: {bytes: \"11 11 01\", exactly: 1}"
        ),
        (
            "{at: 1 s, battery: {to: 40 %, over: 3 s}}", "wait: 4 s, read: battery",
            "read: {battery: {}, between: [40 %, 40 %]}"
        ),
        (
            "{at: 1 s, temperature: {to: 60 degC, over: 2 s}}",
            "wait: 300 s, read: {temperature: 0}",
            "read: {temperature: 0, between: [56 degC, 70 degC]}"
        ),
    ])
    func `an input reaches the client`(input: String, steps: String, expect: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                board:
                    "{name: wrist, model: \(input.contains("charger") ? "MetaMotion S" : "MetaMotion R"),"
                    + " battery: 80 %}",
                steps: ("connect, " + steps).asSteps,
                "inputs: [\(input)]\nexpect: [{within: 400 s, \(expect)}]\n"))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
    }

    @Test func `inputs change the surroundings`() throws {
        let play = try RunBench(
            RunBench.scenario(
                """
                world: {pressure: 1000 hPa, temperature: 10 degC}
                inputs:
                  - {at: 1 s, pressure: {to: 900 hPa, over: 2 s}}
                  - {at: 1 s, light: 20 klx}
                  - {at: 1 s, humidity: {to: 80 %, over: 1 s}}
                  - {at: 1 s, magnetic-field: {to: [1 uT, 2 uT, 3 uT]}}
                  - {at: 5 s, altitude: 1000 m}
                  - {at: 9 s, button: click}
                """))
        let world = play.run.world.environments[0]
        func at(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }
        #expect(play.result.duration == .seconds(9))
        #expect(abs(world.illuminance(at: at(9)) - 20_000) < 1)
        #expect(abs(world.humidity(at: at(9)) - 80) < 0.01)
        #expect(world.magneticField(at: at(9)).z == 3)
        #expect(abs(world.pressure(at: at(9)) - 89_875) < 100)
        #expect(world.temperature(at: at(9)) == 10)
    }

    @Test func `a hand moves a board, and its sensors feel it`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, stream: {signals: [acceleration, rotation], for: 6 s}".asSteps,
                """
                inputs:
                  - {at: 2 s, motion: [{tap: {strength: 4 g, width: 40 ms}}]}
                  - at: 3 s
                    path:
                      - {position: [0.3 m, 0 m, 0 m]}
                      - {after: 100 ms, orientation: [0 deg, 0 deg, 90 deg]}
                      - {after: 116 ms, position: [0.1 m, 0 m, 0.2 m]}
                """))
        func most(_ signal: String, _ from: Double, _ to: Double) throws -> Double {
            try play.series(signal).samples.filter { (from...to).contains($0.time.seconds) }
                .map { $0.values.map { $0 * $0 }.reduce(0, +).squareRoot() }.max() ?? 0
        }
        #expect(try most("acceleration", 1, 1.95) < 1.01)
        #expect(try most("acceleration", 2, 2.5) > 3)
        #expect(try most("rotation", 1, 2.9) < 0.1)
        #expect(try most("acceleration", 3, 3.3) > 1.5)
        #expect(try most("rotation", 3.1, 3.6) > 200)
        #expect(try most("rotation", 3.1, 4) < 1500)
        let end = play.run.bodies[0].kinematics(at: play.run.simulation.now)
        #expect((end.position - Vector3(0.1, 0, 0.2)).length < 1e-9)
        #expect(abs(end.orientation.rotate(.xAxis).y - 1) < 1e-9)
        // What the truth of a sample was is known after the hand took the board, too.
        for sample in try play.series("rotation").samples {
            for (value, truth) in zip(sample.values, sample.truth) {
                #expect(abs(value - truth) < 60, "at \(sample.time)")
            }
        }
    }

    @Test func `a run without an end of its own waits for the hand`() throws {
        let play = try RunBench(
            RunBench.scenario(
                "inputs:\n  - {at: 1 s, path: [{position: [1 m, 0 m, 0 m]},"
                    + " {after: 3 s, position: [0 m, 0 m, 0 m]}]}\n"
                    + "  - {at: 2 s, motion: [rest: 4 s]}\n"))
        #expect(play.result.duration == .seconds(6))
    }

    @Test(arguments: [
        ("path: []", "at least 1"),
        ("path: [{position: [1 m, 0 m, 0 m]}, {position: [0 m, 0 m, 0 m]}]", "not later"),
        ("path: [{after: -1 s}]", "out of range"),
        ("motion: []", "at least 1"),
        ("motion: [{keyframes: [{at: 0 s, position: [1 m, 0 m, 0 m]}]}]", "at 0 s differs"),
        ("motion: [{recording: {file: nowhere.csv}}]", "nowhere.csv cannot be read"),
        ("motion: [{tap: {times: 2, every: 20 ms, width: 200 ms}}]", "the next one comes after"),
        ("power: off", "power input"),
    ])
    func `a hand that does the impossible is refused before the run`(
        input: String, message: String
    ) {
        do {
            _ = try RunBench(RunBench.scenario("inputs:\n  - {at: 1 s, \(input)}\n"))
            Issue.record("\(input) was taken")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
            #expect("\(error)".contains("dir/t.yaml:5:"), "\(error)")
        }
    }

    @Test func `a supply that was cut stays cut until it is restored`() throws {
        let play = try RunBench(
            RunBench.scenario(
                """
                inputs: [{at: 2 s, power: cut}, {at: 9 s, power: restore}]
                faults: [{at: 3 s, brown-out: 1 s}, {at: 8 s, brown-out: 3 s}]
                expect:
                  - {within: 3 s, state: {powered: false}}
                  - {after: 7 s, within: 7 s, state: {powered: false}}
                  - {after: 10 s, within: 10 s, state: {powered: false}}
                  - {within: 30 s, state: {powered: true, resets: 1, advertising: true}}

                """))
        #expect(play.result.passed, "\(play.result.expectations)")
        #expect(play.result.expectations[3].decided.seconds > 11)
    }

    /// A fault, what the client does, what must come of it, and a line of the trace.
    @Test(arguments: [
        (
            "{at: 3 s, link-loss: 8 s}",
            "connect: {timeout: 2 s}, wait-disconnect: 9 s, reconnect: 20 s",
            "connected: {exactly: 2, gap: 8 s}", "fault: link-loss"
        ),
        (
            "{at: 3 s, range: {distance: 900 m, over: 1 s}}",
            "connect: {timeout: 2 s}, wait-disconnect: 9 s",
            "state: {connected: false}", "fault: range 900 m"
        ),
        (
            "{at: 3 s, interference: {loss: 60 %, for: 3 s}}",
            "connect: {interval: 15 ms}, stream: {signals: [acceleration], for: 8 s}",
            "connected: {exactly: 1}", "retransmission"
        ),
        (
            "{at: 3 s, reset: {}}",
            "connect: {timeout: 2 s}, wait-disconnect: 9 s, reconnect: 20 s",
            "state: {resets: 1, connected: true}", "reset by pin"
        ),
        (
            "{at: 3 s, brown-out: 2 s}", "connect: {timeout: 1 s}, wait-disconnect: 9 s",
            "state: {resets: 1, powered: false}", "power lost"
        ),
        (
            "{at: 3 s, brown-out: 2 s}",
            "connect: {timeout: 1 s}, wait-disconnect: 9 s, reconnect: 9 s",
            "state: {resets: 1, powered: true, connected: true}", "power back"
        ),
        (
            "{at: 3 s, flash-full: 50 %}", "connect, wait: 4 s", "log-entries: {at-least: 5000}",
            "fault: flash-full 50 %"
        ),
        (
            "{at: 0 s, mute-module: {module: barometer, for: 5 s}}",
            "connect, write: \"12 80\", wait-until: 6 s, write: \"12 80\", wait: 1 s",
            "notification: {bytes: \"12 80 ..\", exactly: 1}", "fault: module 12 hangs"
        ),
        // What another module is asked meanwhile is answered at once.
        (
            "{at: 0 s, slow-module: {module: barometer, by: 3 s}}",
            "connect, write: \"12 80\", read: {register: \"03 80\"}, wait-for: \"12 80 ..\","
                + " wait-until: 5 s",
            "notification: {bytes: \"12 80 ..\", exactly: 1}", "fault: slow-module barometer"
        ),
        (
            "{at: 3 s, slow-module: {module: settings, by: 200 ms, for: 1 s}}",
            "connect, wait: 4 s, read: {battery: {}, within: 100 ms}",
            "read: {battery: {}, between: [99 %, 100 %]}", "settings works again"
        ),
        (
            "{at: 3 s, stuck-sensor: accelerometer}", "connect, wait: 4 s", "dropped: {exactly: 0}",
            "fault: stuck-sensor accelerometer"
        ),
    ])
    func `a fault acts`(fault: String, steps: String, expect: String, line: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R}", steps: steps.asSteps,
                "faults: [\(fault)]\nexpect: [{within: 30 s, \(expect)}]\n"))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
        #expect(play.traces(line) > 0)
    }

    @Test func `a sensor that is stuck repeats itself, and is free again`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board:
                    "{name: wrist, model: MetaMotion S, motion: [shake: {rate: 3 Hz, for: 20 s}]}",
                steps: "connect, stream: {signals: [acceleration], for: 8 s}".asSteps,
                "faults: [{at: 4 s, stuck-sensor: {sensor: accelerometer, for: 2 s}}]\n"))
        let samples = try play.series("acceleration").samples
        func kinds(_ from: Double, _ to: Double) -> Int {
            Set(
                samples.filter { $0.arrival.seconds > from && $0.arrival.seconds < to }.map(
                    \.values)
            )
            .count
        }
        #expect(kinds(2, 3.9) > 100)
        #expect(kinds(4.1, 5.9) == 1)
        #expect(kinds(6.1, 8) > 100)
    }

    @Test func `faults that came to nothing are noted`() throws {
        let play = try RunBench(
            RunBench.scenario(
                "duration: 5 s\nfaults: [{at: 2 s, link-loss: 1 s}, {at: 9 s, reset: {}}]\n"))
        #expect(
            play.result.notes == [
                "the link-loss at 2.000000000 s had no effect: wrist was not connected",
                "the fault at 9 s had no effect: the run ended before it",
            ])
    }

    @Test func `power cuts that overlap are one`() throws {
        let play = try RunBench(
            RunBench.scenario(
                "faults: [{at: 2 s, brown-out: 5 s}, {at: 3 s, brown-out: 1 s}]\n"
                    + "expect:\n  - {within: 3 s, state: {powered: false}}\n"
                    + "  - {within: 30 s, state: {powered: true, resets: 1, advertising: true}}\n"))
        #expect(play.result.passed)
        #expect(play.result.expectations[1].decided.seconds > 7)
    }

    @Test func `older entries are there for the next run from the same state`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "boardsim-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func fill(_ board: String) throws -> Double {
            let play = try RunBench(
                RunBench.scenario(
                    board: "{name: wrist, model: MetaMotion R, state: kept\(board)}",
                    "duration: 1 s\n"), folder: folder.path)
            return play.result.boards[0].logFill
        }
        #expect(abs(try fill(", log-fill: 30 %") - 0.3) < 0.01)
        #expect(abs(try fill("") - 0.3) < 0.01)
        #expect(abs(try fill(", log-fill: 50 %") - 0.5) < 0.01)
        #expect(abs(try fill("") - 0.5) < 0.01)
    }
}
