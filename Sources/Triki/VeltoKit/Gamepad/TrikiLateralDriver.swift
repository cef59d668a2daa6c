/// Turns the gamepad's input into a position from side to side, for a runner or a car
/// (protocol, triki-motion 3.11).
///
/// The documents have four numbers for each mode of the stream and no formulas. What is made of them
/// is our choice, as `docs/guides/games.md` explains.
public struct TrikiLateralDriver: Sendable, Equatable {
    /// Factors in one mode of the stream.
    struct Tuning: Sendable, Equatable {
        /// Position from which the cap leans to a side.
        var lean: Double
        /// Factor of the shaped change of position.
        var gain: Double
        /// Largest step by a change in one frame.
        var step: Double
        /// Units a second while the cap leans to a side.
        var hold: Double
    }

    private static let normal = Tuning(lean: 0.011, gain: 2.1, step: 0.014, hold: 0.32)
    private static let tunings = ModeTable(
        fast: Tuning(lean: 0.010, gain: 1.8, step: 0.010, hold: 0.18), normal: normal,
        lowPower: Tuning(lean: 0.014, gain: 1.6, step: 0.011, hold: 0.42), unknown: normal)

    /// Where it is, -1 (left) to 1.
    public private(set) var position = 0.0

    /// A driver in the middle.
    public init() {}

    /// Takes the input of a frame that lasted `deltaTime` seconds, held within 0 and 0.05.
    ///
    /// A change of the cap's position makes a step, and a cap that leans to a side goes on to there. At
    /// rest the position stays.
    public mutating func update(_ input: GameInput, deltaTime: Double) {
        let tuning = Self.tunings[input.bleMode]
        let change = TrikiVelocityController.shapeDelta(input.frameDeltaX, input.bleMode)
        var step = MotionMath.clamp(change * tuning.gain, -tuning.step, tuning.step)
        let side = input.posX.finite
        if abs(side) >= tuning.lean {
            let way = tuning.hold * MotionMath.clamp(deltaTime, 0, 0.05)
            step += side < 0 ? -way : way
        }
        position = MotionMath.clamp(position + step)
    }

    /// Back in the middle.
    public mutating func reset() { self = TrikiLateralDriver() }
}
