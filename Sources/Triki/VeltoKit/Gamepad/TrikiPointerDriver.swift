/// Moves a pointer over a canvas of 160 by 90 by the gamepad's input (protocol, triki-motion 3.11).
///
/// The documents have three numbers for each mode of the stream and no formulas. What is made of them
/// is our choice, as `docs/guides/games.md` explains.
public struct TrikiPointerDriver: Sendable, Equatable {
    /// Factors in one mode of the stream.
    struct Tuning: Sendable, Equatable {
        /// Share of the way to the target that is made in a second.
        var follow: Double
        /// Pixels of one unit of shaped change.
        var gain: Double
        /// Share of the canvas's width that the target moves in a frame of 60 Hz while the cap is held
        /// to a side.
        var nudge: Double
    }

    private struct Point: Sendable, Equatable {
        var x: Double
        var y: Double
    }

    private static let normal = Tuning(follow: 12, gain: 420, nudge: 0.022)
    private static let tunings = ModeTable(
        fast: Tuning(follow: 10, gain: 120, nudge: 0.010), normal: normal,
        lowPower: Tuning(follow: 6, gain: 520, nudge: 0.035), unknown: normal)

    /// The canvas's width, in pixels.
    public static let width = TrikiPaddleDriver.width
    /// The canvas's height, in pixels.
    public static let height = 90.0
    /// Where the pointer is, 0 to `width` pixels from the left.
    public private(set) var x = width / 2
    /// Where the pointer is, 0 to `height` pixels from the top.
    public private(set) var y = height / 2
    private var target = Point(x: width / 2, y: height / 2)

    /// A pointer in the middle.
    public init() {}

    /// Takes the input of a frame that lasted `deltaTime` seconds, held within 0 and 0.05.
    ///
    /// The input moves a target, which stays on the canvas, and the pointer follows it.
    public mutating func update(_ input: GameInput, deltaTime: Double) {
        let mode = input.bleMode
        let tuning = Self.tunings[mode]
        func step(_ change: Double) -> Double {
            TrikiVelocityController.shapeDelta(change, mode) * tuning.gain
        }
        let nudge = tuning.nudge * Self.width * MotionMath.frameScale(deltaTime)
        target.x += step(input.frameDeltaX)
        if input.tiltRight { target.x += nudge }
        if input.tiltLeft { target.x -= nudge }
        // Forward is up.
        target.y -= step(input.frameDeltaY)
        target.x = MotionMath.clamp(target.x, 0, Self.width)
        target.y = MotionMath.clamp(target.y, 0, Self.height)
        let share = min(1, tuning.follow * MotionMath.clamp(deltaTime, 0, 0.05))
        x = MotionMath.smooth(x, target.x, share)
        y = MotionMath.smooth(y, target.y, share)
    }

    /// Back in the middle.
    public mutating func reset() { self = TrikiPointerDriver() }
}
