/// Turns the gamepad's input into steps through a menu (protocol, triki-motion 3.11).
///
/// The documents have five numbers for each mode of the stream and no formulas. What is made of them
/// is our choice, as `docs/guides/games.md` explains.
public struct TrikiMenuDriver: Sendable, Equatable {
    /// Factors in one mode of the stream.
    struct Tuning: Sendable, Equatable {
        /// Speed above which a change of position is a flick; 999 is never reached.
        var velocity: Double
        /// Least change of position that gives a flick its direction.
        var change: Double
        /// Least time between two steps, in seconds.
        var debounce: Double
        /// Position from which a lean makes a step.
        var enter: Double
        /// Position below which the next lean can begin.
        var exit: Double
    }

    private static let normal = Tuning(
        velocity: 6, change: 0.003, debounce: 0.45, enter: 0.24, exit: 0.10)
    private static let tunings = ModeTable(
        fast: Tuning(velocity: 7, change: 0.006, debounce: 0.32, enter: 0.22, exit: 0.10),
        normal: normal,
        lowPower: Tuning(velocity: 999, change: 0.006, debounce: 0.55, enter: 0.38, exit: 0.16),
        unknown: normal)

    private var isLeaning = false
    private var sinceStep = Double.infinity

    /// A driver at rest: the first step needs no wait.
    public init() {}

    /// Takes the input of a frame that lasted `deltaTime` seconds.
    ///
    /// A lean makes one step however long it is held, and so does a flick. A lean that begins too soon
    /// after a step makes its own as soon as the time has passed; a flick is lost.
    ///
    /// - Returns: 1 for a step to the right, -1 to the left, 0 for none.
    public mutating func update(_ input: GameInput, deltaTime: Double) -> Int {
        let tuning = Self.tunings[input.bleMode]
        sinceStep += max(0, deltaTime.finite)
        let position = input.posX.finite
        if abs(position) < tuning.exit { isLeaning = false }
        let isLean = !isLeaning && abs(position) >= tuning.enter
        let change = input.frameDeltaX.finite
        let isFlick =
            input.trikiVelocity.finite > tuning.velocity && abs(change) >= tuning.change
        // A sum of frames must not miss the time by rounding.
        guard isLean || isFlick, sinceStep >= tuning.debounce - 1e-9 else { return 0 }
        sinceStep = 0
        isLeaning = true
        return (isLean ? position : change) < 0 ? -1 : 1
    }

    /// As new.
    public mutating func reset() { self = TrikiMenuDriver() }
}
