import Bluetooth
import Checkout
import MetaWearTables
import Simulation
import Testing
import YAML

@testable import Declaration
@testable import ScenarioFile
@testable import ScriptedClient

@Suite struct ReadingTests {
    @Test func `every shipped scenario reads, says what it shows and judges something`() throws {
        let names = try Repository.scenarios()
        #expect(names.count >= 8)
        for name in names {
            let bytes = try Repository.bytes("Scenarios/\(name)")
            let scenario = try ScenarioFile(reading: bytes, file: name)
            #expect(!scenario.name.isEmpty && !scenario.about.text.isEmpty, "\(name)")
            // One without clients of its own waits for hosts from outside.
            #expect(scenario.expect.isEmpty == scenario.clients.isEmpty, "\(name)")
            #expect(scenario.clients.isEmpty == (name == "hosts.yaml"), "\(name)")
        }
    }

    @Test func `every file that a run reads is known, wherever it is named`() throws {
        let scenario = try ScenarioFile(
            """
            version: 1
            boards:
              - name: wrist
                model: MetaMotion S
                motion:
                  - recording: b.csv
                  - repeat:
                      times: 2
                      moves: [{together: [{recording: c.csv}, {rest: 1 s}]}, {recording: b.csv}]
                  - recording: {accelerometer: d.csv, gyroscope: e.csv}
            inputs:
              - {at: 1 s, motion: [{recording: a.csv}]}
            """)
        #expect(
            scenario.filesOfRuns(file: "folder/t.yaml")
                == ["a", "b", "c", "d", "e"].map { "folder/\($0).csv" })
    }

    @Test func `values land where they belong`() throws {
        let scenario = try ScenarioFile(
            """
            version: 1
            seed: 42
            duration: 90 s
            world: {temperature: 31 degC, magnetic-field: [1 uT, 2 uT, -3 uT]}
            boards:
              - name: wrist
                model: MetaMotion RL
                address: C0:00:00:00:00:01
                quirks: {echo: true, delay: off}
                sensors: ideal
                battery: 50 %
                motion:
                  - turn: {by: 0.5 turn, about: y, for: 800 ms}
                    blend: 20 ms
                  - repeat: {times: 3, moves: [tap, {rest: 1 s}]}
            inputs:
              - {at: 5 s, temperature: {to: 35 degC, over: 60 s}}
              - {at: 6 s, light: 5 lx}
            faults:
              - {at: 7 s, link-loss: 5 s}
            clients:
              - steps:
                  - connect: {interval: 7.5 ms}
                  - stream: [acceleration, switch]
                  - {board: wrist, write: "03 01 01"}
            expect:
              - within: 30 s
                received: {signal: switch, exactly: 3}
            """)
        #expect(scenario.seed == 42)
        #expect(scenario.duration == .seconds(90))
        #expect(scenario.world.temperature.celsius == 31)
        #expect(scenario.world.magneticField.z.microtesla == -3)
        let board = scenario.boards[0]
        #expect(board.model == .metaMotionRL)
        #expect(board.address == Address("C0:00:00:00:00:01"))
        #expect(board.quirks.settings.map(\.name) == ["echo", "delay"])
        #expect(board.sensors.errors == .ideal)
        #expect(board.battery.level.fraction == 0.5)
        let turn = try #require(board.motion[0].kind as? Move.Turn)
        #expect(turn.angle.degrees == 180 && turn.axis == .y && turn.duration == .milliseconds(800))
        #expect(board.motion[0].blend == .milliseconds(20))
        let `repeat` = try #require(board.motion[1].kind as? Move.Repeat)
        #expect(`repeat`.times == 3 && `repeat`.moves.count == 2)
        let warmer = try #require(scenario.inputs[0].kind as? Input.AirTemperature).change
        let darker = try #require(scenario.inputs[1].kind as? Input.Light).change
        #expect(warmer.to.celsius == 35 && warmer.over == .seconds(60))
        #expect(darker.to.lux == 5 && darker.over == .zero)
        let steps = scenario.clients[0].steps
        let connect = try #require(steps[0].kind as? Step.Connect)
        let stream = try #require(steps[1].kind as? Step.Stream)
        let write = try #require(steps[2].kind as? Step.Write)
        let received = try #require(scenario.expect[0].judgement as? Received)
        #expect(connect.interval == .microseconds(7_500))
        #expect(stream.signals.map(\.builtIn) == [.acceleration, .switch])
        #expect(write.bytes.bytes == [3, 1, 1])
        #expect(received.count.description == "exactly 3")
        #expect(scenario.expect[0].mark.line == 27)
    }
}
