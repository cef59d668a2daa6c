import ScriptedClient
import Simulation
import TrikiGames
import VeltoKit

/// The games of the Triki cap, for the step `play`.
package struct TrikiGameMaker: GameMaker {
    private let onBegin: (GamePlay) -> Void

    /// - Parameter onBegin: gets each game as it is made.
    package init(onBegin: @escaping (GamePlay) -> Void = { _ in }) { self.onBegin = onBegin }

    package func begin(
        _ game: GameName, seed: UInt64, timers: DelayedCalls, note: @escaping (String) -> Void
    ) -> any PlayedGame {
        let kind: TrikiGameKind =
            switch game {
            case .pong: .pong
            case .dart: .dart
            case .bowling: .bowling
            case .quiz: .quiz
            }
        let play = GamePlay(kind, kind.begin(seed: seed), timers, note)
        onBegin(play)
        return play
    }
}

/// A game behind the engine: the cap's notifications in, a score out.
package final class GamePlay: PlayedGame {
    package let kind: TrikiGameKind
    package private(set) var game: any TrikiGame
    package private(set) var hasEnded = false

    private let timers: DelayedCalls
    private let note: (String) -> Void
    private let session: MotionSession
    private var frames: Int64 = 0

    /// Sixty frames a second.
    private static let frame = 1.0 / 60
    /// For the cap's noise after START and the neutral pose.
    private static let preparation = Nanoseconds.seconds(1)

    init(
        _ kind: TrikiGameKind, _ game: any TrikiGame, _ timers: DelayedCalls,
        _ note: @escaping (String) -> Void
    ) {
        self.kind = kind
        self.game = game
        self.timers = timers
        self.note = note
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

    /// Throws are read from at least two frames a poll (protocol, triki-motion 3.6).
    package var rate: UInt16 { type(of: game).mode == .gesture ? 208 : 104 }
    package var score: Int { game.score }
    package var isWon: Bool { game.isWon }
    package var standing: String { game.standing }

    package func take(_ bytes: Span<UInt8>) {
        guard !hasEnded else { return }
        session.handle(.notified(bytes.indices.map { bytes[$0] }))
    }

    package func begin(for duration: Nanoseconds, _ done: @escaping () -> Void) {
        timers.after(Self.preparation) { [self] in
            session.pollInput(deltaTime: Self.frame)
            session.calibrateNeutralPose()
            step(from: timers.now, for: duration, done)
        }
    }

    package func end() { hasEnded = true }

    private func step(from start: Instant, for duration: Nanoseconds, _ done: @escaping () -> Void)
    {
        guard !hasEnded else { return }
        frames += 1
        let elapsed = Nanoseconds(frames * 1_000_000_000 / 60)
        guard elapsed <= duration, !game.isOver else {
            end()
            return done()
        }
        timers.at(start + elapsed) { [self] in
            let before = game.standing
            game.tick(session.pollInput(deltaTime: Self.frame), deltaTime: Self.frame)
            if game.standing != before {
                note(game.standing)
            }
            step(from: start, for: duration, done)
        }
    }
}

/// The radio of a session that is fed by the client.
private final class ForeignRadio: CapRadio {
    var isOn: Bool { true }
    func perform(_ operation: RadioOperation) {}
}

/// The game of a run that is shown while its clients play: one until it has ended, then the next one that goes on.
package final class WatchedGames {
    private var all: [GamePlay] = []
    private var current: GamePlay?

    package init() {}

    package func add(_ play: GamePlay) { all.append(play) }

    /// What is shown; nil before the first game. The last one stays when all have ended.
    package var shown: (TrikiGameKind, any TrikiGame)? {
        if current?.hasEnded ?? true { current = all.first { !$0.hasEnded } ?? current ?? all.last }
        return current.map { ($0.kind, $0.game) }
    }
}
