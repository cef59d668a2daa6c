import Device
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// Inputs and faults that come again and again.
@Suite struct RecurrenceTests {
    @Test func `a hundred presses take one line`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, initialise, stream: {signals: [switch], for: 60 s}",
                "inputs: [{at: 5 s, every: 500 ms, times: 100, button: click}]"))
        // Pressed and released.
        #expect(try play.series("switch").received == 200)
    }

    @Test func `faults recur, in a plot and in notes too`() throws {
        let play = try RunBench(
            RunBench.scenario(
                "faults: [{at: 2 s, every: 3 s, times: 5, reset: {}}]\nduration: 12 s"))
        #expect(play.result.boards[0].resets == 4)
        #expect(play.run.events.map(\.time) == [2, 5, 8, 11].map { .zero + .seconds(Int64($0)) })
        #expect(
            play.result.notes == [
                "1 of the 5 faults from 2 s on had no effect: the run ended before them"
            ])
    }

    @Test func `a link that breaks is marked apart from one that the client ends`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, wait-disconnect: 20 s, reconnect: 20 s, disconnect",
                "faults: [{at: 2 s, reset: {}}]"))
        let links = play.run.events.filter { $0.client != nil }
        #expect(links.map(\.title) == ["connected", "link lost", "connected", "link ended"])
    }

    @Test func `what has no last time recurs as long as the run lasts`() throws {
        let play = try RunBench(
            RunBench.scenario("faults: [{at: 0 s, every: 1 s, reset: {}}]\nduration: 10 s"))
        #expect(play.result.boards[0].resets == 11)
        #expect(play.result.notes.isEmpty)
        // A run that only has inputs ends with the first of those that go on for ever.
        let open = try RunBench(RunBench.scenario("inputs: [{at: 7 s, every: 1 s, button: click}]"))
        #expect(open.result.duration == .seconds(7))
        let last = try RunBench(
            RunBench.scenario("inputs: [{at: 7 s, every: 1 s, times: 4, button: click}]"))
        #expect(last.result.duration == .seconds(10))
    }

    @Test func `a recurrence without an end keeps one timer pending`() throws {
        let text = RunBench.scenario(
            "faults: [{at: 0 s, every: 1 ms, times: 1000000, reset: {}},"
                + " {at: 0 s, range: {distance: 10 m, over: 400 d}}]\nduration: 20 ms")
        let run = try RunBench(text).run
        #expect(run.world.timers.count < 10)
    }

    @Test(arguments: ["9 h", "400 d"])
    func `a board goes away for as long as it may`(over: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                "faults: [{at: 1 s, range: {distance: 11 m, over: \(over)}},"
                    + " {at: 9 h, range: {distance: 1 m, over: 1 h}}]\nduration: 9 h"))
        let there = over == "9 h" ? 11 : 1 + 10 * 9 / (400.0 * 24)
        #expect(abs(play.run.world.distances[0] - there) < 0.01)
    }

    @Test func `a change ends the one of the same that is under way`() throws {
        let play = try RunBench(
            RunBench.scenario(
                "faults: [{at: 1 s, range: {distance: 100 m, over: 10 s}},"
                    + " {at: 6 s, range: {distance: 1 m, over: 1 s}}]\n"
                    + "inputs: [{at: 1 s, battery: {to: 0 %, over: 100 s}},"
                    + " {at: 2 s, battery: {to: 90 %, over: 10 s}}]\nduration: 30 s"))
        #expect(play.run.world.distances[0] == 1)
        #expect(abs(play.run.boards[0].batteryLevel - 90) < 0.1)
    }
}
