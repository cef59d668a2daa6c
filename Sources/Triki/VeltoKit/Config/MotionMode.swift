/// What the engine makes of the cap's motion.
public enum MotionMode: String, Sendable, CaseIterable {
    /// Turning steers: a position that follows the rate of turn.
    case paddle
    /// Turning moves a pointer.
    case pointer
    /// As pointer, and a pull with a thrust is a throw.
    case gesture
}

/// Which of the cap's signals drive the engine. Settings screens show it; the engine does not read it.
public enum SensorInput: String, Sendable, CaseIterable {
    /// The gyroscope.
    case gyro
}
