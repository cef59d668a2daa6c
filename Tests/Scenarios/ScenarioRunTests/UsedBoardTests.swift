import Device
import MetaWearBoard
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun

/// Boards that somebody had before.
@Suite struct UsedBoardTests {
    @Test func `what a previous owner wrote is done before anybody looks`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R, sensors: ideal,"
                    + " before: [03 03 28 08, \"11 01 4C 65 66 74\", 0B 01 01]}",
                steps: "scan: 1 s, connect, initialise, read: {register: 03 83}",
                "expect:\n  - {within: 1 ms, state: {logging: true}}\n"
                    + "  - {within: 9 s, advertisement: {name: Left}}\n"))
        #expect(play.result.passed, "\(play.trace.joined(separator: "\n"))")
        let own = try #require(play.trace.firstIndex { $0.contains("its previous owner wrote") })
        #expect(play.trace[own].hasPrefix("     0.000000000 wrist  "))
        #expect(play.trace[own + 1].contains("wrist  > 03 03 28 08"))
        #expect(play.traces("< 03 83 28 08") == 1)
    }

    @Test func `the answers reach no client, and no client is judged by them`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, before: [03 80, 07 01 01, 04 81 00]}",
                "duration: 1 s"))
        let board = try #require(play.run.boards[0] as? MetaWearBoard)
        #expect(board.notificationsSent == 0)
        #expect(board.notificationsDropped == 0)
    }

    @Test func `a reset undoes it`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, sensors: ideal, before: [0B 01 01]}",
                "faults: [{at: 1 s, reset: {}}]\n"
                    + "expect:\n  - {within: 1 ms, state: {logging: true}}\n"
                    + "  - {after: 3 s, within: 5 s, state: {logging: false}}\n"))
        #expect(play.result.passed)
    }

    @Test(arguments: [
        ("MetaMotion S", "before: [03]", "`03` in `before` is not a valid packet"),
        (
            "MetaMotion S", "before: [\(String(repeating: "00", count: 21))]",
            "`\(Array(repeating: "00", count: 21).joined(separator: " "))` in `before` is not a"
                + " valid packet"
        ),
        (
            "Triki", "before: [15 01 00]",
            "`before` cannot be used with wrist: a Triki has no registers of a MetaWear"
        ),
    ])
    func `bytes that form no packet are refused`(model: String, key: String, why: String) {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile("version: 1\nboards: [{name: wrist, model: \(model), \(key)}]")
        }
        #expect(error?.problems.map(\.message) == [why])
    }
}
