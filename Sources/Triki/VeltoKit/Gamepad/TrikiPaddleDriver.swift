/// Moves a paddle on a canvas 160 wide by the gamepad's input (protocol, triki-motion 3.11).
public struct TrikiPaddleDriver: Sendable, Equatable {
    /// Factors in one mode of the stream.
    struct Tuning: Sendable, Equatable {
        /// Pixels of one unit of shaped change.
        var gain: Double
        /// Pixels a second while the cap is held to a side.
        var tilt: Double
        /// Speed above which it is a flick.
        var flickThreshold: Double
        /// Pixels a second of a flick.
        var flick: Double
        /// Pixels of one unit of position.
        var scale: Double
        /// Share of the way to the position that is made in a second.
        var follow: Double
    }

    private static let normal = Tuning(
        gain: 880, tilt: 240, flickThreshold: 5, flick: 320, scale: 66, follow: 18)
    private static let tunings = ModeTable(
        fast: Tuning(gain: 420, tilt: 140, flickThreshold: 9, flick: 160, scale: 58, follow: 10),
        normal: normal,
        lowPower: Tuning(
            gain: 1050, tilt: 300, flickThreshold: 999, flick: 0, scale: 66, follow: 8),
        unknown: normal)

    /// The canvas's width, in pixels.
    public static let width = 160.0
    /// Centre of the paddle, 0 to `width` pixels.
    public private(set) var x: Double

    /// A paddle at `x` pixels.
    public init(x: Double = width / 2) { self.x = MotionMath.clamp(x, 0, Self.width) }

    /// By changes: what the position moved, and what tilt and flick add.
    public mutating func updateHybrid(_ input: GameInput, deltaTime: Double) {
        let tuning = Self.tunings[input.bleMode]
        let seconds = MotionMath.clamp(deltaTime, 0, 0.05)
        var step =
            TrikiVelocityController.shapeDelta(input.frameDeltaX, input.bleMode) * tuning.gain
        if input.tiltRight { step += tuning.tilt * seconds }
        if input.tiltLeft { step -= tuning.tilt * seconds }
        if input.trikiVelocity > tuning.flickThreshold, input.deltaX != 0 {
            step += (input.deltaX < 0 ? -tuning.flick : tuning.flick) * seconds
        }
        x = MotionMath.clamp(x + step, 0, Self.width)
    }

    /// By position: follows the place that `posX` points at.
    public mutating func updatePosition(_ input: GameInput, deltaTime: Double) {
        let tuning = Self.tunings[input.bleMode]
        let seconds = MotionMath.clamp(deltaTime, 0, 0.05)
        let target = Self.width / 2 + input.posX.finite * tuning.scale
        x = MotionMath.clamp(
            MotionMath.smooth(x, target, min(1, tuning.follow * seconds)), 0, Self.width)
    }
}
