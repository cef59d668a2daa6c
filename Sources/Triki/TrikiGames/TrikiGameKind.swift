/// The games, by name.
public enum TrikiGameKind: String, CaseIterable, Sendable {
    /// A ball and a paddle.
    case pong
    /// Three darts at a board.
    case dart
    /// Ten frames at ten pins.
    case bowling
    /// Questions with one answer of several.
    case quiz

    /// What plays it.
    public var type: any TrikiGame.Type {
        switch self {
        case .pong: Pong.self
        case .dart: Dart.self
        case .bowling: Bowling.self
        case .quiz: Quiz.self
        }
    }

    /// A new game; the seed is its only chance.
    public func begin(seed: UInt64) -> any TrikiGame {
        switch self {
        case .pong: Pong(seed: seed)
        case .dart: Dart()
        case .bowling: Bowling(seed: seed)
        case .quiz: Quiz()
        }
    }
}
