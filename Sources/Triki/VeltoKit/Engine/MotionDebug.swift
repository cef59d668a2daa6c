/// The state inside the engine, for settings screens and tests (protocol, triki-motion 3.10).
public struct MotionDebug: Sendable, Equatable {
    /// Input of x: counts in paddle mode, else -1 to 1.
    public var rawX = 0.0
    /// Input of y, -1 to 1; 0 in paddle mode.
    public var rawY = 0.0
    /// Smoothed input of x, in the units of `rawX`.
    public var smoothX = 0.0
    /// Smoothed input of y, -1 to 1.
    public var smoothY = 0.0
    /// Position of x relative to neutral.
    public var relX = 0.0
    /// Position of y relative to neutral.
    public var relY = 0.0
    /// Always 0.
    public var velocityX = 0.0
    /// Published position of x.
    public var posX = 0.0
    /// Published position of y.
    public var posY = 0.0
    /// How far it has turned about x, -1 to 1.
    public var rotX = 0.0
    /// How far it has turned about y, -1 to 1.
    public var rotY = 0.0
    /// Number of the block that the input came from.
    public var gyroBlockIndex = 0
    /// The paddle's centre, in counts.
    public var biasX = 0.0
    /// The rotation that came with the input, -1 to 1.
    public var paddleRotation = 0.0
    /// The gyroscope's z that came with the input, -1 to 1.
    public var paddleGyroZ = 0.0
    /// The paddle's position.
    public var paddleSteer = 0.0
    /// Word minus centre, without filter, in counts.
    public var paddleInput = 0.0
    /// As `paddleInput`.
    public var paddleRawDelta = 0.0
    /// Whether the paddle has a centre.
    public var paddleOffsetLocked = false
    /// Where the paddle points.
    public var paddleDirection = PaddleDirection.center
}
