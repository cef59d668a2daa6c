import Testing
import Wire

@testable import MetaWearProtocol

/// What hosts write to sensors, byte by byte as the protocol documents show it (sensors 5 to 20).
@Suite struct SensorVectorTests {
    static let accelerometer: [VectorRow] = [
        // 5.1, 5.2: the standard sequence, rates and ranges.
        VectorRow(
            "03 03 29 08",
            MWAccelerometerBMI160(odr: .hz200, range: .g8).configurePackets),
        VectorRow("03 03 28 0c", MWAccelerometerBMI160(range: .g16).configurePackets),
        VectorRow(
            "03 03 81 03", MWAccelerometerBMI160(odr: .hz0_78, range: .g2).configurePackets),
        VectorRow(
            "03 03 84 05", MWAccelerometerBMI160(odr: .hz6_25, range: .g4).configurePackets),
        VectorRow(
            "03 03 25 03", MWAccelerometerBMI160(odr: .hz12_5, range: .g2).configurePackets),
        VectorRow(
            "03 03 2c 03", MWAccelerometerBMI160(odr: .hz1600, range: .g2).configurePackets),
        VectorRow("03 02 01 00", MWAccelerometerBMI160().enablePackets),
        VectorRow("03 01 01", MWAccelerometerBMI160().startPackets),
        VectorRow("03 01 00", MWAccelerometerBMI160().stopPackets),
        VectorRow("03 02 00 01", MWAccelerometerBMI160().disablePackets),
        VectorRow("03 04 01", MWAccelerometerBMI160().subscribePacket(true)),
        VectorRow("03 1c 01", MWAccelerometerBMI160().subscribePacket(isPacked: true, true)),
        VectorRow("03 05 00", MWAccelerometerBMI270().subscribePacket(isPacked: true, false)),
        // 5.4.
        VectorRow(
            "03 03 a9 02", MWAccelerometerBMI270(odr: .hz200, range: .g8).configurePackets),
        VectorRow("03 03 a8 03", MWAccelerometerBMI270(range: .g16).configurePackets),
        VectorRow("03 03 a8 02", MWAccelerometerBMI270(range: .g8).configurePackets),
        VectorRow(
            "03 03 24 00", MWAccelerometerBMI270(odr: .hz6_25, range: .g2).configurePackets),
        VectorRow("03 01 02", MWAccelerometerBMI270.lowPowerStart),
        // 5.7, 5.8: older chips.
        VectorRow(
            "03 03 0b 08",
            InertialChip.bma255Accelerometer.configure(InertialSetting(rate: 125, range: 8))),
        VectorRow(
            "03 03 00 00 20 00 00",
            InertialChip.mma8452qAccelerometer.configure(InertialSetting(rate: 50, range: 2))),
        VectorRow(
            "03 03 02 00 18 00 00",
            InertialChip.mma8452qAccelerometer.configure(InertialSetting(rate: 100, range: 8))),
        VectorRow("03 02 01", InertialChip.mma8452qAccelerometer.enable),
        // 1.9.
        VectorRow("03 83", InertialChip.bmi160Accelerometer.readConfiguration),
        VectorRow("13 83", InertialChip.bmi160Gyroscope.readConfiguration),
        VectorRow("19 82", Packet.read(.sensorFusion, 0x02)),
    ]

    static let features: [VectorRow] = [
        // 5.3.2.
        VectorRow("03 0a 03 2f 14 14", MWAccelerometerBosch.ConfigureAnyMotion(chip: .bmi160)),
        VectorRow("03 09 07 00", MWAccelerometerBosch.EnableAnyMotion()),
        VectorRow("03 09 00 7f", MWAccelerometerBosch.DisableAnyMotion()),
        VectorRow("03 09 38 00", MWAccelerometerBosch.Interrupt.slowOrNoMotion.enable),
        VectorRow("03 09 00 38", MWAccelerometerBosch.Interrupt.slowOrNoMotion.disable),
        VectorRow("03 09 07 00", MWAccelerometerBosch.Interrupt.significantMotion.enable),
        VectorRow("03 09 00 07", MWAccelerometerBosch.Interrupt.significantMotion.disable),
        VectorRow(
            "03 0a 18 14 7f 15",
            motion { ($0.slowCount, $0.slowThreshold, $0.isNoMotion) = (6, 0x7F, true) }),
        VectorRow("03 0a 10 14 c0 14", motion { ($0.slowCount, $0.slowThreshold) = (4, 0xC0) }),
        VectorRow("03 0a 00 14 14 36", motion { ($0.isSignificant, $0.proof) = (true, 3) }),
        // 5.3.3.
        VectorRow(
            "03 0d 04 04", MWAccelerometerBosch.ConfigureTap(thresholdG: 2, rangeG: 16)),
        VectorRow(
            "03 0d c0 04",
            MWAccelerometerBosch.ConfigureTap(
                shockTime: .ms75, quietTime: .ms20, doubleTapWindow: .ms50, thresholdG: 1,
                rangeG: 8)),
        VectorRow("03 0c 02 00", MWAccelerometerBosch.EnableTap()),
        VectorRow("03 0c 01 00", MWAccelerometerBosch.EnableTap(single: false, double: true)),
        VectorRow("03 0c 00 03", MWAccelerometerBosch.DisableTap()),
        // 5.3.1, 5.3.4, 5.3.5.
        VectorRow("03 06 08 00", MWAccelerometerBosch.Interrupt.lowG.enable),
        VectorRow("03 06 00 0f", MWAccelerometerBosch.Interrupt.highG.disable),
        VectorRow(
            "03 07 07 40 85 0b c0", lowHighG { ($0.lowThreshold, $0.sumsAxes) = (0x40, true) }),
        VectorRow(
            "03 07 07 30 81 05 20", lowHighG { ($0.highDuration, $0.highThreshold) = (5, 0x20) }),
        VectorRow("03 0f 00 01", MWAccelerometerBosch.DisableOrientation()),
        VectorRow("03 12 01 00", MWAccelerometerBosch.Interrupt.flat.enable),
        VectorRow("03 09 78 00", MWAccelerometerBosch.Interrupt.noMotionOfBMA255.enable),
        VectorRow("03 09 00 78", MWAccelerometerBosch.Interrupt.noMotionOfBMA255.disable),
        VectorRow("03 12 00 01", MWAccelerometerBosch.Interrupt.flat.disable),
        VectorRow(
            "03 10 18 48", Packet(.accelerometer, 0x10, BoschConfiguration.Orientation().bytes)),
        VectorRow("03 13 08 11", Packet(.accelerometer, 0x13, BoschConfiguration.Flat().bytes)),
        // 5.3.6.
        VectorRow("03 18 15 0b", MWAccelerometerBMI160Steps.ConfigureStepCounter()),
        VectorRow("03 18 2d 08", MWAccelerometerBMI160Steps.ConfigureStepCounter(mode: .sensitive)),
        VectorRow("03 18 1d 0f", MWAccelerometerBMI160Steps.ConfigureStepCounter(mode: .robust)),
        VectorRow(
            "03 18 15 03",
            MWAccelerometerBMI160Steps.ConfigureStepCounter(isCounting: false)),
        VectorRow(
            "03 18 2d 00",
            MWAccelerometerBMI160Steps.ConfigureStepCounter(mode: .sensitive, isCounting: false)),
        VectorRow(
            "03 18 1d 07",
            MWAccelerometerBMI160Steps.ConfigureStepCounter(mode: .robust, isCounting: false)),
        VectorRow("03 9a", MWAccelerometerBMI160Steps.ReadStepCounter()),
        VectorRow("03 da", MWAccelerometerBMI160Steps.ReadStepCounterSilent()),
        VectorRow("03 17 01 00", MWAccelerometerBMI160Steps.EnableStepDetector()),
        VectorRow("03 17 00 01", MWAccelerometerBMI160Steps.DisableStepDetector()),
        VectorRow("03 1b", MWAccelerometerBMI160Steps.ResetStepCounter()),
        // 5.5, 5.6.
        VectorRow(
            "03 07 02 00 | 03 06 02 00 | 03 08 07 00 0e 01 00",
            MWAccelerometerBMI270Steps.ConfigureStepCounter()),
        VectorRow(
            "03 08 07 00 0e 01 04",
            MWAccelerometerBMI270Steps.ConfigureStepCounter(resets: true).configuration),
        VectorRow("03 8b", MWAccelerometerBMI270Steps.ReadStepCounter()),
        VectorRow(
            "03 07 80 00 | 03 06 80 00", MWAccelerometerBMI270Steps.EnableStepDetector()),
        VectorRow(
            "03 07 00 80 | 03 06 00 80", MWAccelerometerBMI270Steps.DisableStepDetector()),
        VectorRow(
            "03 07 40 00 | 03 06 40 00", MWAccelerometerBMI270Features.EnableAnyMotion()),
        VectorRow(
            "03 07 00 40 | 03 06 00 40", MWAccelerometerBMI270Features.DisableAnyMotion()),
        VectorRow(
            "03 07 04 00 | 03 06 04 00", MWAccelerometerBMI270Features.EnableActivityDetection()),
        VectorRow(
            "03 07 10 00 | 03 06 10 00", MWAccelerometerBMI270Features.EnableWristGesture()),
        VectorRow(
            "03 07 00 08 | 03 06 00 08", MWAccelerometerBMI270Features.DisableWristWakeup()),
        VectorRow("03 07 20 00 | 03 06 20 00", MWAccelerometerBMI270Features.EnableNoMotion()),
        VectorRow(
            "03 07 01 00 | 03 06 01 00", MWAccelerometerBMI270Features.EnableSignificantMotion()),
        VectorRow(
            "03 08 08 00 00 32 03 50 00 64 00",
            MWAccelerometerBMI270Features.ConfigureWristGesture()),
        VectorRow(
            "03 08 08 10 00 32 03 50 00 64 00",
            MWAccelerometerBMI270Features.ConfigureWristGesture(arm: .right)),
        VectorRow("03 08 08 05 00 ee 06 04 00 c8 00", BMI270Bank.WristGesture().packet),
        VectorRow(
            "03 08 09 a8 05 ee 06 00 04 bc 02 b3 00 85 07",
            MWAccelerometerBMI270Features.ConfigureWristWakeup()),
        VectorRow("03 08 01 05 e0 aa 38", BMI270Bank.Motion.any.packet),
        VectorRow("03 08 02 05 e0 90 30", BMI270Bank.Motion.none.packet),
        VectorRow("03 08 03 fa 00", MWAccelerometerBMI270Features.ConfigureSignificantMotion()),
        VectorRow(
            "03 08 03 34 12",
            MWAccelerometerBMI270Features.ConfigureSignificantMotion(blocksize: 0x1234)),
        VectorRow("03 08 00 88 00", BMI270Bank.AxisRemap().packet),
        VectorRow("03 10 08 01 02 03", BMI270Offset(x: 1, y: 2, z: 3)),
    ]

    private static func motion(
        _ change: (inout BoschConfiguration.Motion) -> Void
    ) -> Packet {
        var configuration = BoschConfiguration.Motion()
        change(&configuration)
        return Packet(.accelerometer, 0x0A, configuration.bytes)
    }

    private static func lowHighG(
        _ change: (inout BoschConfiguration.LowHighG) -> Void
    ) -> Packet {
        var configuration = BoschConfiguration.LowHighG()
        change(&configuration)
        return Packet(.accelerometer, 0x07, configuration.bytes)
    }

    @Test func `features whose commands may be refused`() throws {
        typealias Features = MWAccelerometerBMI270Features
        VectorRow("03 0f 01 00", try MWAccelerometerBosch.EnableOrientation(chip: .bmi160)).check()
        VectorRow("03 08 02 05 e0 aa 00", try Features.ConfigureNoMotion()).check()
        VectorRow(
            "03 08 02 23 e1 56 04",
            try Features.ConfigureNoMotion(duration: 0x123, threshold: 0x456)
        ).check()
        VectorRow(
            "03 08 02 05 00 aa 00",
            try Features.ConfigureNoMotion(selectX: false, selectY: false, selectZ: false)
        ).check()
        VectorRow("03 11 00", try Features.SetDownsampling()).check()
        VectorRow("03 11 03", try Features.SetDownsampling(gyroOrdinal: 3)).check()
        VectorRow(
            "03 11 db",
            try Features.SetDownsampling(
                gyroOrdinal: 3, gyroFilterData: true, accOrdinal: 5, accFilterData: true)
        ).check()
        #expect(throws: MWError.self) {
            try MWAccelerometerBosch.EnableOrientation(chip: .bmi270)
        }
        #expect(throws: MWError.self) { try Features.ConfigureNoMotion(duration: 8192) }
        #expect(throws: MWError.self) { try Features.SetDownsampling(accOrdinal: 8) }
    }

    static let others: [VectorRow] = [
        // Gyroscope, 14.
        VectorRow("13 03 29 00", MWGyroscopeBMI160(odr: .hz200).configurePackets),
        VectorRow("13 03 28 03", MWGyroscopeBMI160(range: .dps250).configurePackets),
        VectorRow(
            "13 03 27 04", MWGyroscopeBMI160(odr: .hz50, range: .dps125).configurePackets),
        VectorRow("13 02 01 00 | 13 01 01", run(MWGyroscopeBMI160())),
        VectorRow("13 01 00 | 13 02 00 01", end(MWGyroscopeBMI270())),
        VectorRow("13 05 01", MWGyroscopeBMI160().subscribePacket(true)),
        VectorRow("13 04 01", MWGyroscopeBMI270().subscribePacket(true)),
        VectorRow("13 07 01", MWGyroscopeBMI160().subscribePacket(isPacked: true, true)),
        VectorRow("13 05 01", MWGyroscopeBMI270().subscribePacket(isPacked: true, true)),
        VectorRow("13 06 11 22 33", MWGyroscopeBMI270.Offsets(x: 0x11, y: 0x22, z: 0x33)),
        // Magnetometer, 16.
        VectorRow("15 04 01 02 | 15 03 00", MWMagnetometer(preset: .lowPower).configurePackets),
        VectorRow("15 04 04 0e | 15 03 00", MWMagnetometer(preset: .regular).configurePackets),
        VectorRow(
            "15 04 07 1a | 15 03 00", MWMagnetometer(preset: .enhancedRegular).configurePackets),
        VectorRow(
            "15 04 17 52 | 15 03 05", MWMagnetometer(preset: .highAccuracy).configurePackets),
        VectorRow(
            "15 01 00 | 15 04 04 0e | 15 03 00",
            MWMagnetometer(preset: .regular).configurePackets(revision: 2)),
        VectorRow("15 01 00", MWMagnetometer().warmupPackets),
        VectorRow("15 02 01 00 | 15 01 01", run(MWMagnetometer())),
        VectorRow("15 01 00 | 15 02 00 01", end(MWMagnetometer())),
        VectorRow("15 01 02", MWMagnetometer.Suspend()),
        VectorRow("15 05 01", MWMagnetometer().subscribePacket(true)),
        // Barometer, 13.
        VectorRow("12 03 24 00", MWBarometer(oversampling: .ultraLowPower).configurePackets),
        VectorRow("12 03 28 00", MWBarometer(oversampling: .lowPower).configurePackets),
        VectorRow("12 03 2c 00", MWBarometer().configurePackets),
        VectorRow("12 03 30 00", MWBarometer(oversampling: .high).configurePackets),
        VectorRow("12 03 54 00", MWBarometer(oversampling: .ultraHigh).configurePackets),
        VectorRow("12 03 2c 10", MWBarometer(iirFilter: .avg16).configurePackets),
        VectorRow("12 03 2c e0", MWBarometer(standbyTime: .ms4000).configurePackets),
        VectorRow(
            "12 03 28 90",
            MWBarometer(oversampling: .lowPower, iirFilter: .avg16, standbyTime: .ms500)
                .configurePackets),
        VectorRow("12 04 01 01", MWBarometer().startPackets),
        VectorRow("12 04 00 00", MWAltimeter().stopPackets),
        VectorRow("12 81", MWBarometerPressureRead().readPacket),
        // Light, 15.
        VectorRow("14 02 18 03", MWAmbientLight(gain: .x48).configurePackets),
        VectorRow("14 02 00 1b", MWAmbientLight(integrationTime: .ms400).configurePackets),
        VectorRow(
            "14 02 00 05", MWAmbientLightWriteConfig(MWAmbientLight(measurementRate: .ms2000))),
        VectorRow(
            "14 02 0c 28",
            MWAmbientLight(gain: .x8, integrationTime: .ms250, measurementRate: .ms50)
                .configurePackets),
        VectorRow("14 03 01", MWAmbientLight().subscribePacket(true)),
        VectorRow("14 01 01", run(MWAmbientLight())),
        VectorRow("14 01 00", end(MWAmbientLight())),
        // Humidity, 17; temperature, 6; switch, 3; pins, 7.
        VectorRow("16 81", MWHumidity().readPacket),
        VectorRow("16 c1", MWHumidity().silentReadPacket),
        VectorRow("16 02 05", MWHumiditySetOversampling(oversampling: .x16)),
        VectorRow("04 81 00", MWThermometer(channel: 0).readPacket),
        VectorRow("04 c1 01", MWThermometer(channel: 1, silent: true).readPacket),
        VectorRow("04 c1 01", MWThermometer(channel: 1).silentReadPacket),
        VectorRow(
            "04 02 01 00 01 00",
            MWThermometerConfigureExt(channel: 1, dataPin: 0, pulldownPin: 1, activeHigh: false)),
        VectorRow("01 01 01", MWSwitch().subscribePacket(true)),
        VectorRow("01 01 00", MWSwitch().subscribePacket(false)),
        VectorRow("05 0a 01", MWGPIOPinChange(pin: 5).subscribePacket(true)),
        VectorRow("05 09 05 03", MWGPIOPinChange(pin: 5).configurePackets),
        VectorRow("05 0b 05 01", MWGPIOPinChange(pin: 5).enablePackets),
        VectorRow("05 0b 06 00", MWGPIOPinChange(pin: 6).disablePackets),
    ]

    private static func run(_ sensor: some StreamableSensor) -> [Packet] {
        sensor.enablePackets + sensor.startPackets
    }

    private static func end(_ sensor: some StreamableSensor) -> [Packet] {
        sensor.stopPackets + sensor.disablePackets
    }

    static let fusion: [VectorRow] = [
        // 20.1.
        VectorRow(
            "19 02 01 10 | 03 03 28 03 | 13 03 28 00 | 15 04 04 0e | 15 03 06",
            MWSensorFusionQuaternion().configurePackets),
        VectorRow(
            "19 02 01 10 | 03 03 a8 00 | 13 03 28 00 | 15 04 04 0e | 15 03 06",
            MWSensorFusionEuler(chip: .bmi270).configurePackets),
        VectorRow(
            "19 02 01 10 | 03 03 28 03 | 13 03 28 00 | 15 01 00 | 15 04 04 0e | 15 03 06",
            FusionConfiguration().configurePackets(magnetometerRevision: 2)),
        VectorRow(
            "19 02 02 43 | 03 03 28 0c | 13 03 28 03",
            MWSensorFusionGravity(mode: .imuPlus, accRange: .g16, gyroRange: .dps250)
                .configurePackets),
        VectorRow(
            "19 02 03 32 | 03 03 26 08 | 15 04 04 0e | 15 03 06",
            MWSensorFusionQuaternion(mode: .compass, accRange: 2, gyroRange: 2).configurePackets),
        VectorRow(
            "19 02 04 21 | 03 03 a7 01 | 15 04 04 0e | 15 03 06",
            MWSensorFusionQuaternion(mode: .m4g, accRange: 1, gyroRange: 1, chip: .bmi270)
                .configurePackets),
        VectorRow(
            "19 02 00 13",
            FusionConfiguration(mode: .sleep, accelerationRange: .g16).configurePackets()),
        // 20.2.
        VectorRow(
            "03 02 01 00 | 13 02 01 00 | 15 02 01 00 | 03 01 01 | 13 01 01 | 15 01 01 | "
                + "19 03 08 00 | 19 01 01", run(MWSensorFusionQuaternion())),
        VectorRow(
            "19 01 00 | 19 03 00 7f | 03 01 00 | 13 01 00 | 15 01 00 | 03 02 00 01 | "
                + "13 02 00 01 | 15 02 00 01", end(MWSensorFusionQuaternion())),
        VectorRow(
            "03 02 01 00 | 13 02 01 00 | 03 01 01 | 13 01 01 | 19 03 20 00 | 19 01 01",
            run(MWSensorFusionGravity(mode: .imuPlus))),
        VectorRow("19 03 08 00", MWSensorFusionQuaternion().addOutputPacket),
        VectorRow("19 03 00 08", MWSensorFusionQuaternion().removeOutputPacket),
        VectorRow("19 03 00 7f", MWSensorFusionClearEnabledMask()),
        VectorRow("19 07 01", MWSensorFusionQuaternion().subscribePacket(true)),
        VectorRow("19 0f 01", MWSensorFusionResetOrientation()),
        VectorRow("19 8b", MWSensorFusionCalibrationState().readPacket),
        VectorRow("19 8c | 19 8d | 19 8e", MWSensorFusionCalibrationData.readPackets),
    ]

    @Test(arguments: accelerometer)
    func `an accelerometer's packets (sensors 5.1 to 5.8)`(_ row: VectorRow) { row.check() }

    @Test(arguments: features)
    func `its interrupts' packets (sensors 5.3 and 5.6)`(_ row: VectorRow) { row.check() }

    @Test(arguments: others)
    func `the other sensors' packets (sensors 3 to 17)`(_ row: VectorRow) { row.check() }

    @Test(arguments: fusion)
    func `the sensor fusion's packets (sensors 20)`(_ row: VectorRow) { row.check() }

    @Test func `every range of the fusion (sensors 20)`() {
        for acc in MWSensorFusionAccRange.allCases {
            for gyro in MWSensorFusionGyroRange.allCases {
                let sensor = MWSensorFusionQuaternion(accRange: acc, gyroRange: gyro)
                #expect(
                    sensor.configurePackets[0].payload
                        == [1, acc.rawValue | (gyro.rawValue + 1) << 4])
            }
        }
        // A range that no enumeration has counts as the largest.
        #expect(
            MWSensorFusionQuaternion(accRange: 9, gyroRange: 255).configurePackets[0].payload
                == [1, 0x43])
    }

    @Test func `calibration data is written for the sensors of the mode`() throws {
        let block = [UInt8](0..<10)
        let data = try MWSensorFusionCalibrationData(acc: block, gyro: block, mag: block)
        func registers(_ mode: MWSensorFusionMode) -> [UInt8] {
            data.writePackets(for: mode).map(\.registerByte)
        }
        #expect(registers(.ndof) == [0x0C, 0x0D, 0x0E])
        #expect(registers(.imuPlus) == [0x0C, 0x0D])
        #expect(registers(.m4g) == [0x0C, 0x0E])
        #expect(throws: MWError.self) { try MWSensorFusionWriteMagCalibration([1, 2, 3]) }
        VectorRow(
            "19 0c 00 01 02 03 04 05 06 07 08 09", try MWSensorFusionWriteAccCalibration(block)
        ).check()
    }
}
