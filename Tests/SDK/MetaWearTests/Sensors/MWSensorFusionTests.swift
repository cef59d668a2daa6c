import Foundation
import Testing

@testable import MetaWear

/// The sensor fusion: arrays of commands, samples, calibration.
@Suite struct MWSensorFusionTests {
    typealias Mode = MWSensorFusionMode

    static let configure: [Row] = [
        Row(
            "19 02 01 10 | 03 03 28 03 | 13 03 28 00 | 15 04 04 0e | 15 03 06",
            MWSensorFusionQuaternion().configureCommands),
        Row(
            "19 02 01 10 | 03 03 a8 00 | 13 03 28 00 | 15 04 04 0e | 15 03 06",
            MWSensorFusionQuaternion(chip: .bmi270).configureCommands),
        Row(
            "19 02 02 23 | 03 03 28 0c | 13 03 28 01",
            MWSensorFusionEuler(mode: .imuPlus, accRange: 3, gyroRange: 1).configureCommands),
        Row(
            "19 02 03 10 | 03 03 26 03 | 15 04 04 0e | 15 03 06",
            MWSensorFusionGravity(mode: .compass).configureCommands),
        Row(
            "19 02 04 10 | 03 03 a7 00 | 15 04 04 0e | 15 03 06",
            MWSensorFusionGravity(mode: .m4g, chip: .bmi270).configureCommands),
        Row("19 02 00 10", MWSensorFusionCorrectedAcc(mode: .sleep).configureCommands),
        Row(
            "19 02 02 41 | 03 03 a8 01 | 13 03 28 03",
            MWSensorFusionLinearAcceleration(
                mode: .imuPlus, accRange: .g4, gyroRange: .dps250, chip: .bmi270
            ).configureCommands),
        // A range beyond the last counts as the last.
        Row(
            "19 02 02 43 | 03 03 28 0c | 13 03 28 03",
            MWSensorFusionEuler(mode: .imuPlus, accRange: 200, gyroRange: 200).configureCommands),
    ]

    static let switches: [Row] = [
        Row("03 02 01 00 | 13 02 01 00 | 15 02 01 00", MWSensorFusionQuaternion().enableCommands),
        Row(
            "03 01 01 | 13 01 01 | 15 01 01 | 19 03 08 00 | 19 01 01",
            MWSensorFusionQuaternion().startCommands),
        Row(
            "19 01 00 | 19 03 00 7f | 03 01 00 | 13 01 00 | 15 01 00",
            MWSensorFusionQuaternion().stopCommands),
        Row("03 02 00 01 | 13 02 00 01 | 15 02 00 01", MWSensorFusionQuaternion().disableCommands),
        Row("03 02 01 00 | 13 02 01 00", MWSensorFusionEuler(mode: .imuPlus).enableCommands),
        Row("03 02 01 00 | 15 02 01 00", MWSensorFusionEuler(mode: .m4g).enableCommands),
        Row("", MWSensorFusionEuler(mode: .sleep).enableCommands),
        Row(
            "03 01 01 | 15 01 01 | 19 03 20 00 | 19 01 01",
            MWSensorFusionGravity(mode: .compass).startCommands),
        // Single forms concern the fusion alone.
        Row("19 03 10 00", MWSensorFusionEuler().enableCommand),
        Row("19 01 01", MWSensorFusionEuler().startCommand),
        Row("19 01 00", MWSensorFusionEuler().stopCommand),
        Row("19 03 00 10", MWSensorFusionEuler().disableCommand),
    ]

    private static func bytes(_ command: (any MWCommand)?) -> [Data] {
        command.map { [$0.commandData] } ?? []
    }

    private static let ten: [UInt8] = Array(1...10)

    static let calibration: [Row] = [
        Row("19 8b", MWSensorFusionCalibrationState().readCommand),
        Row("19 03 00 7f", MWSensorFusionClearEnabledMask()),
        Row("19 0f 01", MWSensorFusionResetOrientation()),
        Row(
            "19 0c 01 02 03 04 05 06 07 08 09 0a",
            bytes(try? MWSensorFusionWriteAccCalibration(ten))),
        Row(
            "19 0d 01 02 03 04 05 06 07 08 09 0a",
            bytes(try? MWSensorFusionWriteGyroCalibration(ten))),
        Row(
            "19 0e 01 02 03 04 05 06 07 08 09 0a",
            bytes(try? MWSensorFusionWriteMagCalibration(ten))),
    ]

    @Test(arguments: configure + switches + calibration) func `commands have the documents' bytes`(
        _ row: Row
    ) {
        row.check()
    }

    @Test func `every range of a BMI160 has its byte`() {
        for acc in UInt8(0)...3 {
            for gyro in UInt8(0)...3 {
                let sensor = MWSensorFusionQuaternion(accRange: acc, gyroRange: gyro)
                #expect(
                    sensor.configureCommands.first
                        == Data([0x19, 0x02, 0x01, acc | (gyro + 1) << 4]))
            }
        }
    }

    @Test func `every output has its register, its bit and its key`() {
        func check(
            _ sensor: some MWLoggable, _ register: UInt8, _ bit: UInt8, _ key: String,
            _ chunks: [UInt8]
        ) {
            #expect(sensor.module == .sensorFusion && sensor.dataRegister == register)
            #expect(sensor.packedDataRegister == nil)
            #expect(sensor.enableCommand == Data([0x19, 0x03, bit, 0x00]))
            #expect(sensor.disableCommand == Data([0x19, 0x03, 0x00, bit]))
            #expect(sensor.loggerKey == key)
            #expect(sensor.logDataChunks.map(\.length) == chunks)
            #expect(
                sensor.logDataChunks.map(\.offset) == chunks.indices.map { UInt8(4 * $0) })
        }
        check(MWSensorFusionCorrectedAcc(), 0x04, 0x01, "corrected-acceleration", [4, 4, 4, 1])
        check(
            MWSensorFusionCorrectedGyro(), 0x05, 0x02, "corrected-angular-velocity", [4, 4, 4, 1])
        check(MWSensorFusionCorrectedMag(), 0x06, 0x04, "corrected-magnetic-field", [4, 4, 4, 1])
        check(MWSensorFusionQuaternion(), 0x07, 0x08, "quaternion", [4, 4, 4, 4])
        check(MWSensorFusionEuler(), 0x08, 0x10, "euler-angles", [4, 4, 4, 4])
        check(MWSensorFusionGravity(), 0x09, 0x20, "gravity", [4, 4, 4])
        check(MWSensorFusionLinearAcceleration(), 0x0A, 0x40, "linear-acceleration", [4, 4, 4])
    }

    @Test func `samples have their units`() throws {
        let one = "00 00 80 3f"
        let quaternion = Data(hex: "19 07 \(one) 00 00 00 00 00 00 00 bf 00 00 80 3e")
        let expected = Quaternion(w: 1, x: 0, y: -0.5, z: 0.25)
        #expect(try MWSensorFusionQuaternion().parseSample(from: quaternion.slice) == expected)
        #expect(
            try MWSensorFusionQuaternion().parseLogSample(from: quaternion.dropFirst(2)) == expected
        )
        #expect(
            try MWSensorFusionEuler().parseSample(from: quaternion)
                == EulerAngles(heading: 1, pitch: 0, roll: -0.5, yaw: 0.25))
        // 1000 thousandths of a g; 9.80665 m/s².
        let thousand = "00 00 7a 44"
        #expect(
            try MWSensorFusionCorrectedAcc().parseSample(
                from: Data(hex: "19 04 \(thousand) \(thousand) 00 00 00 00 03"))
                == CorrectedCartesianFloat(x: 1, y: 1, z: 0, accuracy: 3))
        #expect(
            try MWSensorFusionCorrectedGyro().parseSample(
                from: Data(hex: "19 05 \(thousand) \(one) 00 00 00 00 02"))
                == CorrectedCartesianFloat(x: 1000, y: 1, z: 0, accuracy: 2))
        #expect(
            try MWSensorFusionCorrectedMag().parseSample(
                from: Data(hex: "19 06 \(one) \(one) \(one) 01"))
                == CorrectedCartesianFloat(x: 1, y: 1, z: 1, accuracy: 1))
        let standard = "0a e8 1c 41"
        #expect(
            try MWSensorFusionGravity().parseSample(
                from: Data(hex: "19 09 00 00 00 00 00 00 00 00 \(standard)")
            ).z == 1)
        #expect(
            try MWSensorFusionLinearAcceleration().parseSample(
                from: Data(hex: "19 0a \(standard) 00 00 00 00 00 00 00 00")
            ).x == 1)
        #expect(throws: MWError.self) {
            try MWSensorFusionQuaternion().parseSample(from: quaternion.dropLast())
        }
    }

    @Test func `the calibration is three accuracies, and three blocks of ten bytes`() throws {
        #expect(
            try MWSensorFusionCalibrationState().parseSample(from: Data(hex: "19 8b 01 02 03"))
                == MWSensorFusionCalibration(accelerometer: 1, gyroscope: 2, magnetometer: 3))
        #expect(throws: MWError.self) {
            try MWSensorFusionCalibrationState().parseSample(from: Data(hex: "19 8b 01 02"))
        }
        let data = try MWSensorFusionCalibrationData(acc: Self.ten, gyro: Self.ten, mag: Self.ten)
        #expect(data.acc == Self.ten)
        #expect(try MWSensorFusionWriteAccCalibration(Self.ten).data == Self.ten)
        #expect(throws: MWError.self) {
            try MWSensorFusionCalibrationData(acc: [1], gyro: Self.ten, mag: Self.ten)
        }
        #expect(throws: MWError.self) { try MWSensorFusionWriteMagCalibration([1]) }
    }

    @Test func `a sample of any output says which one it is`() {
        let down = CartesianFloat(x: 0, y: 0, z: -1)
        #expect(MWSensorFusionOutput.gravityVector(down) != .linearAcceleration(down))
        #expect(MWSensorFusionOutput.gravityVector(down) == .gravityVector(down))
    }

    @Test func `the chip follows from the implementation`() {
        #expect(MWSensorFusionChip(gyroImpl: 0) == .bmi160)
        #expect(MWSensorFusionChip(gyroImpl: 1) == .bmi270)
        #expect(MWSensorFusionChip(gyroImpl: 2) == nil)
        #expect(MWSensorFusionChip(accImpl: 1) == .bmi160)
        #expect(MWSensorFusionChip(accImpl: 4) == .bmi270)
        #expect(MWSensorFusionChip(accImpl: 3) == nil)
    }
}
