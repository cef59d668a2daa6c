import Simulation
import TrikiGames
import VeltoKit

/// A game that a client plays: the cap's notifications in, a score out.
package final class GamePlay {
    /// The place of the board in the scenario.
    let board: Int
    private(set) var game: any TrikiGame
    /// Whether it goes on no more.
    package private(set) var hasEnded = false

    private unowned let client: ScriptedClient
    private let session: MotionSession
    private var frames: Int64 = 0

    /// Sixty frames a second.
    private static let frame = 1.0 / 60
    /// For the cap's noise after START and the neutral pose.
    private static let preparation = Nanoseconds.seconds(1)

    init(_ game: any TrikiGame, board: Int, _ client: ScriptedClient) {
        self.game = game
        self.board = board
        self.client = client
        let timers = client.timers
        session = MotionSession(
            radio: ForeignRadio(), clock: { [unowned timers] in timers.now.seconds })
        session.config = type(of: game).config
        session.connect()
        // The link is the client's own.
        for event in [
            RadioEvent.discovered(DiscoveredCap(identifier: "cap", name: "Triki")), .connected,
            .services(hasUART: true), .characteristics(hasUART: true), .subscribed,
        ] {
            session.handle(event)
        }
    }

    var mode: MotionMode { type(of: game).mode }
    /// Points.
    package var score: Int { game.score }
    package var isWon: Bool { game.isWon }
    package var standing: String { game.standing }

    func take(_ bytes: Span<UInt8>) {
        guard !hasEnded else { return }
        session.handle(.notified(bytes.indices.map { bytes[$0] }))
    }

    /// Plays until the game is over or the time is up.
    func begin(for duration: Nanoseconds, _ done: @escaping () -> Void) {
        client.timers.after(Self.preparation) { [self] in
            session.pollInput(deltaTime: Self.frame)
            session.calibrateNeutralPose()
            step(from: client.timers.now, for: duration, done)
        }
    }

    func end() { hasEnded = true }

    private func step(from start: Instant, for duration: Nanoseconds, _ done: @escaping () -> Void)
    {
        guard !hasEnded else { return }
        frames += 1
        let elapsed = Nanoseconds(frames * 1_000_000_000 / 60)
        guard elapsed <= duration, !game.isOver else {
            end()
            return done()
        }
        client.timers.at(start + elapsed) { [self] in
            let before = game.standing
            game.tick(session.pollInput(deltaTime: Self.frame), deltaTime: Self.frame)
            if game.standing != before {
                client.world.note(game.standing, by: client.script.name)
            }
            step(from: start, for: duration, done)
        }
    }
}

/// The radio of a session whose bytes somebody else brings.
private final class ForeignRadio: CapRadio {
    var isOn: Bool { true }
    func perform(_ operation: RadioOperation) {}
}

extension ScriptedClient {
    /// The last game with a board; nil if there was none.
    package func play(on board: Int) -> GamePlay? { plays.last { $0.board == board } }
}
