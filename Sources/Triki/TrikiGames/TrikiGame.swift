public import VeltoKit

/// A game that is played with the cap: rules, physics and score, without a screen.
///
/// A game is a value. It knows no clock and no chance but its seed, so the same inputs give the same
/// game, and a copy of it can be played on to see what would happen.
public protocol TrikiGame: Sendable {
    /// What the engine must make of the motion.
    static var mode: MotionMode { get }
    /// The settings of the engine; by default the preset of the mode.
    static var config: MotionConfig { get }
    /// Points so far.
    var score: Int { get }
    /// Whether the game has ended.
    var isOver: Bool { get }
    /// Whether the player has won; false while the game goes on.
    var isWon: Bool { get }
    /// How the game stands, in a few words: `11 returned, 1 missed: won`.
    var standing: String { get }
    /// Moves `deltaTime` seconds on with what the player does in them.
    ///
    /// Time that is not finite or runs backwards is no time, and more than `FixedSteps.longest` is
    /// cut. Input that is not finite counts as neutral.
    mutating func tick(_ input: GameInput, deltaTime: Double)
}

extension TrikiGame {
    public static var config: MotionConfig { .preset(for: mode) }
}

/// Divides the frames of a display into equal steps, so that physics does not depend on the display.
struct FixedSteps: Sendable {
    /// The longest frame that is played, in seconds; a longer one, as after a pause, is cut.
    static let longest = 0.25

    /// Seconds.
    let length: Double
    private var left = 0.0

    init(_ length: Double) { self.length = length }

    /// How many steps are due after another frame of so many seconds.
    mutating func due(after deltaTime: Double) -> Int {
        guard deltaTime.isFinite, deltaTime > 0 else { return 0 }
        left += min(deltaTime, Self.longest)
        // A frame of exactly some steps must not lose one to rounding.
        let count = Int((left / length + 1e-9).rounded(.down))
        left = max(0, left - Double(count) * length)
        return count
    }
}
