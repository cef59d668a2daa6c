/// Shapes changes and speeds for the drivers: dead zone, limit, factor (protocol, triki-motion 3.11).
public enum TrikiVelocityController {
    /// One shaping.
    struct Shape: Sendable, Equatable {
        var deadzone: Double
        var limit: Double
        var factor: Double

        func callAsFunction(_ value: Double) -> Double {
            abs(value) < deadzone ? 0 : MotionMath.clamp(value, -limit, limit) * factor
        }
    }

    private static let deltas = ModeTable(
        fast: Shape(deadzone: 0.004, limit: 0.012, factor: 0.22),
        normal: Shape(deadzone: 0.0018, limit: 0.028, factor: 0.42),
        lowPower: Shape(deadzone: 0.005, limit: 0.045, factor: 0.62),
        unknown: Shape(deadzone: 0.0018, limit: 0.028, factor: 0.42))
    private static let slow = Shape(deadzone: 1.2, limit: 6, factor: 0.45)
    private static let velocities = ModeTable(
        fast: Shape(deadzone: 1.2, limit: 4, factor: 0.25), normal: slow, lowPower: slow,
        unknown: slow)

    /// A change of position between two frames.
    public static func shapeDelta(_ delta: Double, _ mode: BLEMode) -> Double {
        deltas[mode](delta.finite)
    }

    /// A speed in units a second.
    public static func shapeVelocity(_ velocity: Double, _ mode: BLEMode) -> Double {
        velocities[mode](velocity.finite)
    }
}
