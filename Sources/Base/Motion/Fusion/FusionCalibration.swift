/// The calibration of one sensor by fusion, in the sensor's units (g, °/s, µT; body).
package struct FusionCalibration: Equatable, Sendable {
    /// The sensor's output for zero input.
    package var offset: Vector3
    /// The magnitude of the measured quantity: 1 g, or the magnetic field in µT; 0 for a gyroscope.
    package var radius: Double
    /// 0 unreliable, 1 low, 2 medium, 3 high.
    package var accuracy: UInt8

    /// A calibration.
    package init(offset: Vector3, radius: Double, accuracy: UInt8) {
        self.offset = offset
        self.radius = radius
        self.accuracy = accuracy
    }

    /// No calibration.
    package static let unknown = Self(offset: .zero, radius: 0, accuracy: 0)
}
