import Declaration
import GamesPage
import Motion
import PageModel
import ScenarioFile
import ScenarioRun
import Testing

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

    @Test func `a scenario without a cap makes no page`() throws {
        let run = try run("  - {name: board, model: MetaMotion S}\n")
        #expect(GamesPage(run, clock: { 0 }) == nil)
    }
}
