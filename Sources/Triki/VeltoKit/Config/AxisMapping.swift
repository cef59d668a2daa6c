/// A signal of the cap.
public enum MotionAxis: String, Sendable, CaseIterable {
    case gyroX
    case gyroY
    case gyroZ
    case rotation
}

/// Which signals become the engine's x and y (protocol, triki-motion 3.5).
public struct AxisMapping: Sendable, Equatable {
    /// The signal of x.
    public var inputX: MotionAxis
    /// The signal of y.
    public var inputY: MotionAxis
    /// Whether x changes its sign.
    public var invertX: Bool
    /// Whether y changes its sign.
    public var invertY: Bool

    /// By default x is the rotation, and y is the inverted y of the gyroscope.
    public init(
        inputX: MotionAxis = .rotation, inputY: MotionAxis = .gyroY, invertX: Bool = false,
        invertY: Bool = true
    ) {
        self.inputX = inputX
        self.inputY = inputY
        self.invertX = invertX
        self.invertY = invertY
    }

    /// The mapping of every preset: y of the gyroscope, and x inverted.
    public static let preset = AxisMapping(inputX: .gyroY, inputY: .gyroX)

    /// x and y, each -1 to 1.
    @inline(__always)
    func map(gyroX: Double, gyroY: Double, gyroZ: Double, rotation: Double) -> (
        x: Double, y: Double
    ) {
        func value(_ axis: MotionAxis, _ isInverted: Bool) -> Double {
            let value =
                switch axis {
                case .gyroX: gyroX
                case .gyroY: gyroY
                case .gyroZ: gyroZ
                case .rotation: rotation
                }
            return MotionMath.clamp(isInverted ? -value : value)
        }
        return (value(inputX, invertX), value(inputY, invertY))
    }
}
