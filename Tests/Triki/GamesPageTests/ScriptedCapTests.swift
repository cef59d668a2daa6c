import Checkout
import Declaration
import GamesPage
import JSON
import Motion
import PageModel
import ScenarioFile
import ScenarioRun
import Testing
import TrikiTool

enum Angle {
    static func sine(_ angle: Double) -> Double { Elementary.sine(angle) }
    static func cosine(_ angle: Double) -> Double { Elementary.cosine(angle) }
}

/// A cap that a scenario moves.
@Suite struct ScriptedCapTests {
    private func run(_ boards: String) throws -> ScenarioRun {
        let text = Array("version: 1\nname: Cap\nboards:\n\(boards)".utf8)
        let scenario = try ScenarioFile(reading: text, file: "cap.yaml", vocabulary: .firmware)
        var options = RunOptions()
        options.isOpenEnded = true
        return try ScenarioRun(scenario, text: text, file: "cap.yaml", options: options)
    }

    @Test func `its motion moves the focus, and the page cannot`() throws {
        let run = try run(
            """
              - name: cap
                model: Triki
                triki: {chunking: frames, sleep-after: 1 min}
                motion:
                  - rest: 5 s
                  - spin: {rate: -15 deg/s, about: x, ramp: 200 ms, for: 4 s}
            """)
        let player = try Player { GamesPage(run, clock: $0) }
        #expect(player["cap", "kind"]?.text == "scripted")
        try player.begin()
        #expect(player.watch(6) { $0["list"]?.items.first?["focused"]?.isTrue == true })
        #expect(throws: PageError("steer: only a simulated cap is moved from the page")) {
            try player.steer(1)
        }
    }

    @Test func `a game of the scenario's client is shown, and nobody else plays it`() throws {
        let text = try Repository.bytes("Scenarios/pong.yaml")
        let scenario = try ScenarioFile(reading: text, file: "pong.yaml", vocabulary: .firmware)
        var options = RunOptions()
        options.isOpenEnded = true
        let plays = WatchedGames()
        options.games = TrikiGameMaker { plays.add($0) }
        let run = try ScenarioRun(scenario, text: text, file: "pong.yaml", options: options)
        let player = try Player {
            GamesPage(run, clock: $0) { plays.shown }
        }
        #expect(player["cap", "kind"]?.text == "watched")
        #expect(player.watch(5) { $0["screen"]?.text == "game" })
        #expect(player["title"]?.text == "Pong")
        // One player loses, and then the other one is shown.
        #expect(player.watch(60) { $0["game"]?["won"]?.isTrue == true })
        #expect(player.screen == "over" && player["game", "missed"]?.count == 0)
        player.watch(5)
        #expect(player["game", "returned"]?.count == 11)
        #expect(throws: PageError.self) { try player.perform("leave") }
    }

    @Test func `a scenario without a cap makes no page`() throws {
        let run = try run("  - {name: board, model: MetaMotion S}\n")
        #expect(GamesPage(run, clock: { 0 }) == nil)
    }
}
