import MetaWear
import Testing

/// When a calibration is good enough (real boards of 2026: RB26-140).
@Suite struct CalibrationReadinessTests {
    typealias Row = (accuracies: [UInt8], mode: MWSensorFusionMode, missing: [MWModule])

    private static let rows: [Row] = [
        ([3, 3, 3], .ndof, []), ([2, 2, 2], .ndof, []), ([2, 3, 1], .ndof, [.magnetometer]),
        ([1, 1, 1], .ndof, [.accelerometer, .gyro, .magnetometer]), ([2, 2, 0], .imuPlus, []),
        ([2, 1, 3], .imuPlus, [.gyro]), ([2, 0, 2], .compass, []),
        ([0, 0, 2], .m4g, [.accelerometer]), ([3, 3, 1], .m4g, [.magnetometer]),
    ]

    @Test(arguments: rows.indices)
    func `the sensors of the mode need an accuracy of two`(_ index: Int) {
        let row = Self.rows[index]
        let readiness = CalibrationReadiness(
            MWSensorFusionCalibration(
                accelerometer: row.accuracies[0], gyroscope: row.accuracies[1],
                magnetometer: row.accuracies[2]), mode: row.mode)
        #expect(readiness.missing == row.missing)
        #expect(readiness.isReady == row.missing.isEmpty)
    }
}
