import Declaration
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation
import Testing
import TrikiTool

/// The step `play` and the expectation `score`.
@Suite struct GameTests {
    private static func result(
        of text: String, games: (any GameMaker)? = TrikiGameMaker()
    ) throws -> RunResult {
        let bytes = Array(text.utf8)
        var options = RunOptions()
        options.games = games
        let run = try ScenarioRun(
            ScenarioFile(reading: bytes, file: "t.yaml", vocabulary: .firmware), text: bytes,
            file: "t.yaml", options: options)
        while !run.advance(to: run.simulation.now + .seconds(3600)) {}
        return try run.finish(interrupted: false)
    }

    private static func play(_ game: String, _ motion: String, expect: String) throws -> RunResult {
        try result(
            of: """
                version: 1
                boards:
                  - {name: cap, model: Triki, sensors: ideal, triki: {chunking: frames},
                     motion: [\(motion)]}
                clients: [{name: player, steps: [connect, play: {game: \(game)}, disconnect]}]
                expect: [{within: 2 min, score: {\(expect)}}]
                """)
    }

    @Test func `a player who does nothing loses at Pong`() throws {
        let play = try Self.play("pong", "rest: 1 s", expect: "at-most: 10, won: false")
        #expect(play.passed)
        let step = play.clients[0].steps[1]
        #expect(step.title == "play pong for 1 min")
        #expect(step.detail.hasSuffix(": lost") && step.detail.contains("3 missed"))
    }

    @Test func `an expectation that the game does not meet fails`() throws {
        for expect in ["at-least: 11", "won: true", "exactly: 999", "at-least: 11, won: false"] {
            let play = try Self.play("pong", "rest: 1 s", expect: expect)
            #expect(!play.passed)
            #expect(play.expectations[0].detail.contains("3 missed"))
        }
    }

    @Test func `a pull with a thrust is one dart`() throws {
        let play = try Self.play(
            "dart",
            "{rest: 3 s}, {spin: {rate: 200 deg/s, about: x, ramp: 50 ms, for: 300 ms}},"
                + " {spin: {rate: -400 deg/s, about: x, ramp: 50 ms, for: 300 ms}}",
            expect: "exactly: 20")
        #expect(play.passed, "\(play.expectations[0].detail)")
    }

    @Test func `a game without a cap is refused where it stands`() {
        do {
            _ = try ScenarioFile(
                reading: Array(
                    """
                    version: 1
                    boards: [{name: wrist, model: MetaMotion S}]
                    clients: [{name: player, steps: [connect, play: pong]}]
                    """.utf8), file: "t.yaml", vocabulary: .firmware)
            Issue.record("nothing was complained about")
        } catch {
            #expect(
                error.problems.map { "\($0.mark): \($0.message)" } == [
                    "3:43: games are played with a Triki cap, not with a MetaMotion S"
                ])
        }
    }

    @Test func `without a game there is no score`() throws {
        let play = try Self.result(
            of: """
                version: 1
                boards: [{name: cap, model: Triki}]
                clients: [{name: player, steps: [connect]}]
                expect: [{within: 5 s, score: {at-least: 0}}]
                """)
        #expect(!play.passed)
        #expect(play.expectations[0].detail.hasPrefix("no game was played"))
    }

    @Test func `a program without games says so where the step is reported`() throws {
        let play = try Self.result(
            of: """
                version: 1
                boards: [{name: cap, model: Triki}]
                clients: [{name: player, steps: [connect, play: pong]}]
                """, games: nil)
        #expect(play.clients[0].steps[1].outcome == .failed("this program has no games"))
    }
}
