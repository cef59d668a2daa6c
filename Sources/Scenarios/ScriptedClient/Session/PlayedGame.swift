import Declaration
import Simulation

/// The games of the step `play`, by the words of a file.
package enum GameName: String, CaseIterable, Choice, Sendable {
    case pong, dart, bowling, quiz

    package static let title = "game"
}

/// A game that a client plays: the cap's notifications in, a score out.
package protocol PlayedGame: AnyObject {
    /// The rate of the cap's stream that it needs, in Hz.
    var rate: UInt16 { get }
    /// Points.
    var score: Int { get }
    var isWon: Bool { get }
    /// How it stands, in a few words.
    var standing: String { get }
    /// Whether it has ended.
    var hasEnded: Bool { get }

    /// Takes a notification of the cap.
    func take(_ bytes: Span<UInt8>)
    /// Plays until the game is over or the time is up; `done` is not called for a game that was ended.
    func begin(for duration: Nanoseconds, _ done: @escaping () -> Void)
    /// Ends it.
    func end()
}

/// Makes the games that clients play. A run gets it from outside, because no client of a MetaWear needs games.
package protocol GameMaker {
    /// - Parameters:
    ///   - seed: decides what is left to chance in the game.
    ///   - timers: the client's.
    ///   - note: reports to the trace what happens in the game.
    func begin(
        _ game: GameName, seed: UInt64, timers: DelayedCalls, note: @escaping (String) -> Void
    ) -> any PlayedGame
}

extension ScriptedClient {
    /// The last game with a board; nil if there was none.
    package func play(on board: Int) -> (any PlayedGame)? {
        plays.last { $0.board == board }?.game
    }
}
