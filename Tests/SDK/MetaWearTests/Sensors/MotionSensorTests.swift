import Foundation
import Testing

@testable import MetaWear

/// Accelerometers, gyroscopes and the magnetometer: commands and samples as `Data`.
@Suite struct MotionSensorTests {
    static let accelerometers: [Row] = [
        Row("03 03 28 03", MWAccelerometerBMI160().configureCommands),
        Row("03 03 29 08", MWAccelerometerBMI160(odr: .hz200, range: .g8).configureCommands),
        Row("03 03 84 0c", MWAccelerometerBMI160(odr: .hz6_25, range: .g16).configureCommands),
        Row("03 03 a8 00", MWAccelerometerBMI270().configureCommands),
        Row("03 03 a9 02", MWAccelerometerBMI270(odr: .hz200, range: .g8).configureCommands),
        Row("03 03 24 01", MWAccelerometerBMI270(odr: .hz6_25, range: .g4).configureCommands),
        Row("03 02 01 00", MWAccelerometerBMI160().enableCommand),
        Row("03 02 01 00", MWAccelerometerBMI160().enableCommands),
        Row("03 01 01", MWAccelerometerBMI160().startCommand),
        Row("03 01 01", MWAccelerometerBMI160().startCommands),
        Row("03 01 00", MWAccelerometerBMI270().stopCommand),
        Row("03 01 00", MWAccelerometerBMI270().stopCommands),
        Row("03 02 00 01", MWAccelerometerBMI270().disableCommand),
        Row("03 02 00 01", MWAccelerometerBMI270().disableCommands),
    ]

    static let others: [Row] = [
        Row("13 03 28 00", MWGyroscopeBMI160().configureCommands),
        Row("13 03 29 02", MWGyroscopeBMI270(odr: .hz200, range: .dps500).configureCommands),
        Row("13 02 01 00", MWGyroscopeBMI160().enableCommands),
        Row("13 01 01", MWGyroscopeBMI160().startCommands),
        Row("13 01 00", MWGyroscopeBMI270().stopCommands),
        Row("13 02 00 01", MWGyroscopeBMI270().disableCommands),
        Row("13 06 01 02 ff", MWGyroscopeBMI270.Offsets(x: 1, y: 2, z: 0xFF)),
        Row("15 01 00", MWMagnetometer().warmupCommands),
        Row("15 04 01 02 | 15 03 00", MWMagnetometer().configureCommands),
        Row("15 04 04 0e | 15 03 00", MWMagnetometer(preset: .regular).configureCommands),
        Row("15 04 07 1a | 15 03 00", MWMagnetometer(preset: .enhancedRegular).configureCommands),
        Row("15 04 17 52 | 15 03 05", MWMagnetometer(preset: .highAccuracy).configureCommands),
        Row("15 02 01 00", MWMagnetometer().enableCommands),
        Row("15 01 01", MWMagnetometer().startCommands),
        Row("15 01 00", MWMagnetometer().stopCommands),
        Row("15 02 00 01", MWMagnetometer().disableCommands),
        Row("15 01 02", MWMagnetometer.Suspend()),
        // Seven bytes in one value, as tests of the other SDK have it.
        Row("15 04 04 0e 15 03 06", MWMagnetometer.Configure(xyReps: 9, zReps: 15, odr: .hz25)),
    ]

    @Test(arguments: accelerometers + others) func `commands have the documents' bytes`(_ row: Row)
    {
        row.check()
    }

    @Test func `a device writes the magnetometer's configuration as two packets`() {
        let command = MWMagnetometer.Configure(xyReps: 9, zReps: 15, odr: .hz25)
        #expect(command.writes.hex == "15 04 04 0e | 15 03 06")
        #expect(MWMagnetometer.Suspend().writes.hex == "15 01 02")
    }

    @Test func `an enum is the sensor that it holds`() throws {
        let one = try #require(MWAccelerometer.make(impl: 4, odrHz: 190, rangeG: 7))
        #expect(one.configureCommands.hex == "03 03 a9 02")
        #expect(one.packedDataRegister == 0x05)
        #expect(one.odrHz == 200 && one.rangeG == 8)
        #expect(one.withODR(50).withRange(16).configureCommands.hex == "03 03 a7 03")
        #expect(MWAccelerometer.make(impl: 3) == nil)
        // Of two equally near the earlier.
        #expect(MWAccelerometer.make(impl: 1, odrHz: 75, rangeG: 3)?.rangeG == 2)
        #expect(MWAccelerometer.make(impl: 1, odrHz: 75)?.odrHz == 50)
        let gyro = try #require(MWGyroscope.make(impl: 1))
        #expect(gyro.dataRegister == 0x04 && gyro.packedDataRegister == 0x05)
        #expect(MWGyroscope.make(impl: 0)?.packedDataRegister == 0x07)
        #expect(gyro.rangeDPS == 2000 && gyro.withRange(200).rangeDPS == 250)
    }

    /// Packed registers reach a device that knows no more than the protocol.
    @Test func `packed registers are seen through the protocol`() {
        func packed(_ sensor: some MWSensor) -> UInt8? { sensor.packedDataRegister }
        #expect(packed(MWAccelerometerBMI160()) == 0x1C)
        #expect(packed(MWAccelerometerBMI270()) == 0x05)
        #expect(packed(MWGyroscopeBMI160()) == 0x07)
        #expect(packed(MWMagnetometer()) == 0x09)
        #expect(packed(MWBarometer()) == nil)
        #expect(packed(MWSensorFusionEuler()) == nil)
        #expect(packed(MWHumidity()) == nil)
    }

    @Test func `samples are read from slices, too`() throws {
        let packet = Data(hex: "03 04 00 40 00 c0 00 20")
        let expected = CartesianFloat(x: 1, y: -1, z: 0.5)
        #expect(try MWAccelerometerBMI160().parseSample(from: packet) == expected)
        #expect(try MWAccelerometerBMI160().parseSample(from: packet.slice) == expected)
        let logged = Data(hex: "00 40 00 c0 00 20")
        #expect(try MWAccelerometerBMI270().parseLogSample(from: logged) == expected)
        #expect(try MWAccelerometerBMI270().parseLogSample(from: logged.slice) == expected)
        let three = Data(hex: "03 1c 00 40 00 00 00 00 00 00 00 40 00 00 00 00 00 00 00 40")
        #expect(
            try MWAccelerometerBMI160().parsePackedSamples(from: three.slice) == [
                CartesianFloat(x: 1, y: 0, z: 0), CartesianFloat(x: 0, y: 1, z: 0),
                CartesianFloat(x: 0, y: 0, z: 1),
            ])
        #expect(
            try MWGyroscopeBMI160(range: .dps125).parseSample(
                from: Data(hex: "13 05 40 0a 00 00 00 00")
            )
            .x == 2624 / 262.4)
        #expect(
            try MWMagnetometer().parseSample(from: Data(hex: "15 05 10 00 20 00 f0 ff"))
                == CartesianFloat(x: 1, y: 2, z: -1))
        #expect(throws: MWError.self) {
            try MWAccelerometerBMI160().parseSample(from: packet.dropLast())
        }
        #expect(throws: MWError.self) {
            try MWAccelerometerBMI160().parsePackedSamples(from: three.dropLast())
        }
    }

    @Test func `the magnetometer warms up for 200 ms, others do not`() {
        #expect(MWMagnetometer().warmupDelayNanos == 200_000_000)
        #expect(MWAccelerometerBMI160().warmupDelayNanos == 0)
        #expect(MWMagnetometer(xyReps: 9, zReps: 15, odr: .hz10).preset == nil)
        #expect(MWMagnetometer(preset: .regular).preset == .regular)
    }

    @Test func `loggers take four bytes and two`() {
        for chunks in [
            MWAccelerometerBMI160().logDataChunks, MWGyroscopeBMI270().logDataChunks,
            MWMagnetometer().logDataChunks,
        ] {
            #expect(chunks.map { [$0.offset, $0.length] } == [[0, 4], [4, 2]])
        }
        #expect(MWAccelerometerBMI160().loggerKey == "acceleration")
        #expect(MWGyroscopeBMI160().loggerKey == "angular-velocity")
        #expect(MWMagnetometer().loggerKey == "magnetic-field")
    }
}
