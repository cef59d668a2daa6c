/// What fusion has learned of one sensor, in the sensor's units (g, °/s, µT; body).
public struct FusionCalibration: Equatable, Sendable {
    /// What the sensor shows where nothing is.
    public var offset: Vector3
    /// Strength of what it measures: 1 g, or the magnetic field in µT; 0 for a gyroscope.
    public var radius: Double
    /// 0 unreliable, 1 low, 2 medium, 3 high.
    public var accuracy: UInt8

    /// What is known of a sensor.
    public init(offset: Vector3, radius: Double, accuracy: UInt8) {
        self.offset = offset
        self.radius = radius
        self.accuracy = accuracy
    }

    /// Nothing is known.
    public static let unknown = Self(offset: .zero, radius: 0, accuracy: 0)
}
