/// The sensors as the parser last read them; every axis -1 to 1 (protocol, triki-motion 3.2).
public struct MotionSensors: Sendable, Equatable {
    /// Units of 80 counts.
    public var tiltX = 0.0
    /// Units of 80 counts.
    public var tiltY = 0.0
    /// Units of 64 counts; of 2000 counts where it came as a block.
    public var gyroX = 0.0
    /// As `gyroX`.
    public var gyroY = 0.0
    /// As `gyroX`.
    public var gyroZ = 0.0
    /// Units of 48 counts; the tilt about x where it came as a block.
    public var rotation = 0.0
    /// How fast it turns: units of 96 counts, 0 to 1.
    public var speed = 0.0
    /// Length of the gyroscope's vector, 0 to 1.
    public var motion = 0.0
    /// Whether the button was clicked a moment ago.
    public var click = false
    /// Whether the newest frame carried the shake flag.
    public var shake = false

    /// Everything at rest.
    public init() {}
}
