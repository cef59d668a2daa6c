import CapProtocol
import Declaration
import Simulation
import YAML

extension Step {
    /// Plays a game with a Triki cap.
    package struct Play: CapStep {
        package var game = GameName.pong
        package var duration: Nanoseconds = .seconds(60)
        package var seed = 1

        package static let keys = Keys(Self(), "play") { keys in
            keys.about =
                "Plays a game with a Triki cap, 60 frames a second, until the game is over or the"
                + " time is up. The cap must be still for the first second, in which the engine"
                + " takes its neutral pose."
            keys.required(\.game, "game", principal: true, "The game.")
            keys.optional(
                \.duration, "for", in: Step.waits, "How long, from the end of the first second.")
            keys.optional(
                \.seed, "seed", in: 0...Int.max, "Decides what is left to chance in the game.")
        }

        var words: String { "play \(game.rawValue) for \(duration.text)" }
        var ability: Ability? { nil }

        func check(on board: DeclaredBoard, at mark: Mark, _ reader: Reader) {
            guard board.isCap else {
                return reader.fail(
                    "games are played with a Triki cap, not with a \(board.model)", at: mark,
                    fix: "add a board with `model: Triki`, and name it in the step")
            }
            if let layout = board.otherLayout {
                reader.fail(
                    "a scripted client cannot play with the layout `\(layout)`", at: mark,
                    fix: "use the layout `14-byte`")
            }
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            throw StepFailure("\(session.boardName) is not a cap")
        }

        func onCap(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            guard let games = client.games else {
                throw StepFailure("this program has no games")
            }
            let play = games.begin(game, seed: UInt64(seed), timers: client.timers) {
                [unowned client] in client.world.note($0, by: client.script.name)
            }
            client.plays.append((session.board, play))
            session.watchers.append { [weak play] _, bytes in play?.take(bytes) }
            try await client.executor.wait { (done: @escaping Done<Void>) in
                let ending = session.whenEnded {
                    play.end()
                    done(.failure(StepFailure("the link ended during the game")))
                }
                session.send(toCap: CapCommand.start(hertz: play.rate)) {
                    play.begin(for: duration) {
                        session.forgetEnding(ending)
                        done(.success(()))
                    }
                }
            }
            session.send(toCap: CapCommand.stop)
            try await session.flush()
            return play.standing
        }
    }
}
