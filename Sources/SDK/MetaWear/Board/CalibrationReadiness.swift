/// Whether a fusion knows the sensors of its mode well enough to begin.
///
/// An accuracy of 3 does not last indoors: that of the magnetometer falls as soon as electronics distort the field (real boards of
/// 2026: RB26-140).
public struct CalibrationReadiness: Sendable, Equatable {
    /// The lowest accuracy that will do, of 0 to 3.
    public static let requiredAccuracy: UInt8 = 2

    /// The sensors that are still below it, in the order of ``MWSensorFusionMode/sensors``.
    public let missing: [MWModule]

    /// How well the fusion is calibrated for a mode.
    ///
    /// - Parameters:
    ///   - calibration: from ``MetaWearDevice/readFusionCalibration()``, while the fusion runs.
    ///   - mode: sensors that it does not use do not count.
    public init(_ calibration: MWSensorFusionCalibration, mode: MWSensorFusionMode) {
        missing = mode.sensors.filter { sensor in
            let accuracy =
                switch sensor {
                case .accelerometer: calibration.accelerometer
                case .gyro: calibration.gyroscope
                default: calibration.magnetometer
                }
            return accuracy < Self.requiredAccuracy
        }
    }

    /// Whether all of them will do.
    public var isReady: Bool { missing.isEmpty }
}
