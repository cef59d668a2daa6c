import Foundation
import MetaWear
import Testing

/// Every public name of the API document's sensors, with its labels and types, as an app sees it.
@Suite struct SensorSurfaceTests {
    /// What the API asks of a sensor that streams.
    private static func use<S: MWStreamable>(_ sensor: S, _: S.Sample.Type) -> Int {
        let _: (MWModule, UInt8, UInt8?) = (
            sensor.module, sensor.dataRegister, sensor.packedDataRegister
        )
        let single: [Data] = [
            sensor.enableCommand, sensor.startCommand, sensor.stopCommand, sensor.disableCommand,
        ]
        let _: UInt64 = sensor.warmupDelayNanos
        return single.count
            + [
                sensor.configureCommands, sensor.enableCommands, sensor.startCommands,
                sensor.stopCommands, sensor.disableCommands, sensor.warmupCommands,
            ].count
    }

    /// What the API asks of a sensor that is logged.
    private static func log<L: MWLoggable>(_ sensor: L, _ sample: L.Sample.Type) -> String {
        _ = use(sensor, sample)
        let chunks: [(offset: UInt8, length: UInt8)] = sensor.logDataChunks
        #expect(chunks.allSatisfy { $0.length <= 4 })
        #expect(throws: MWError.self) { try sensor.parseSample(from: Data()) }
        #expect(throws: MWError.self) { try sensor.parseLogSample(from: Data()) }
        return sensor.loggerKey
    }

    @Test func `accelerometers`() throws {
        let one = MWAccelerometerBMI160(odr: .hz12_5, range: .g8)
        #expect(Self.log(one, CartesianFloat.self) == "acceleration")
        #expect(Self.log(MWAccelerometerBMI270(), CartesianFloat.self) == "acceleration")
        let _: [MWAccelerometerBMI160.ODR] = [
            .hz0_78, .hz1_56, .hz3_12, .hz6_25, .hz12_5, .hz25, .hz50, .hz100, .hz200, .hz400,
            .hz800, .hz1600,
        ]
        let _: [MWAccelerometerBMI270.Range] = [.g2, .g4, .g8, .g16]
        let _: (Double, Float) = (one.odr.hz, one.range.rangeG)
        var any = try #require(MWAccelerometer.make(impl: 1))
        any = try #require(MWAccelerometer.make(impl: 4, odrHz: 50, rangeG: 4))
        #expect(Self.log(any, CartesianFloat.self) == "acceleration")
        any.withODR(25)
        any.withRange(8)
        let _: (Double, Float) = (any.odrHz, any.rangeG)
        switch any {
        case .bmi160(let sensor): let _: MWAccelerometerBMI160 = sensor
        case .bmi270(let sensor): let _: MWAccelerometerBMI270 = sensor
        }
    }

    @Test func `gyroscopes and magnetometer`() throws {
        let one = MWGyroscopeBMI160(odr: .hz3200, range: .dps125)
        #expect(Self.log(one, CartesianFloat.self) == "angular-velocity")
        #expect(Self.log(MWGyroscopeBMI270(), CartesianFloat.self) == "angular-velocity")
        let _: [MWGyroscopeBMI160.ODR] = [
            .hz25, .hz50, .hz100, .hz200, .hz400, .hz800, .hz1600, .hz3200,
        ]
        let _: [MWGyroscopeBMI270.Range] = [.dps2000, .dps1000, .dps500, .dps250, .dps125]
        let _: (Double, Float, Float) = (one.odr.hz, one.range.rangeDPS, one.range.scale)
        let any = try #require(MWGyroscope.make(impl: 0))
        any.withODR(25)
        any.withRange(250)
        let _: (Double, Float) = (any.odrHz, any.rangeDPS)
        switch try #require(MWGyroscope.make(impl: 1, odrHz: 50, rangeDPS: 500)) {
        case .bmi160(let sensor): let _: MWGyroscopeBMI160 = sensor
        case .bmi270(let sensor): let _: MWGyroscopeBMI270 = sensor
        }
        let field = MWMagnetometer(preset: .highAccuracy)
        #expect(Self.log(field, CartesianFloat.self) == "magnetic-field")
        let _: (UInt8, UInt8, MWMagnetometer.ODR, MWMagnetometer.Preset?) = (
            field.xyReps, field.zReps, field.odr, field.preset
        )
        _ = MWMagnetometer(xyReps: 9, zReps: 15, odr: .hz30)
        #expect(MWMagnetometer.Preset.allCases.count == 4)
        let _: [MWMagnetometer.ODR] = [.hz10, .hz2, .hz6, .hz8, .hz15, .hz20, .hz25, .hz30]
        let _: Double = field.odr.hz
    }

    @Test func `surroundings`() throws {
        let one = MWBarometer()
        #expect(Self.log(one, Float.self) == "pressure")
        let _: (MWBarometer.Oversampling, MWBarometer.IIRFilter, UInt8, MWBarometer.Variant?) = (
            one.oversampling, one.iirFilter, one.standbyRaw, one.variant
        )
        _ = MWBarometer(oversampling: .skip, iirFilter: .avg8, standbyTime: .ms62_5)
        _ = MWBarometer(oversampling: .ultraLowPower, iirFilter: .avg4, bmeStandbyTime: .ms20)
        #expect(Self.use(MWAltimeter(), Float.self) == 10)
        let _: MWBarometer = MWAltimeter(config: one).barometerConfig
        let light = MWAmbientLight(gain: .x2, integrationTime: .ms150, measurementRate: .ms1000)
        #expect(Self.log(light, UInt32.self) == "illuminance")
        let _: MWAmbientLight = MWAmbientLightWriteConfig(light).config
        let _: MWHumidity.Oversampling = MWHumiditySetOversampling(oversampling: .x8).oversampling
        let thermometer = MWThermometer(channel: 1, silent: true)
        let _: (UInt8, Bool) = (thermometer.channel, thermometer.silent)
        let _: [MWThermometerSource] = [
            .invalid, .nrfDie, .extThermistor, .bmp280, .presetThermistor,
        ]
        let _: [MWTemperatureChannel] = [
            .nrf, .externalThermistor, .presetThermistor, .externalThermistorRPro, .bmp280, .bosch,
        ]
        let external = MWThermometerConfigureExt(
            channel: 1, dataPin: 2, pulldownPin: 3, activeHigh: false)
        let _: (UInt8, UInt8, UInt8, Bool) = (
            external.channel, external.dataPin, external.pulldownPin, external.activeHigh
        )
    }

    @Test func `fusion, button and pins`() throws {
        func check<S: MWLoggable>(
            _ one: S, _ two: S, _ sample: S.Sample.Type, _ key: String
        ) {
            #expect(Self.log(one, sample) == key && Self.log(two, sample) == key)
        }
        check(
            MWSensorFusionCorrectedAcc(), .init(mode: .ndof, accRange: 1, gyroRange: 1),
            CorrectedCartesianFloat.self, "corrected-acceleration")
        check(
            MWSensorFusionCorrectedGyro(), .init(accRange: .g4, gyroRange: .dps500),
            CorrectedCartesianFloat.self, "corrected-angular-velocity")
        check(
            MWSensorFusionCorrectedMag(), .init(chip: .bmi270), CorrectedCartesianFloat.self,
            "corrected-magnetic-field")
        check(
            MWSensorFusionQuaternion(), .init(mode: .imuPlus, chip: .bmi270), Quaternion.self,
            "quaternion")
        check(MWSensorFusionEuler(), .init(mode: .compass), EulerAngles.self, "euler-angles")
        check(MWSensorFusionGravity(), .init(mode: .m4g), CartesianFloat.self, "gravity")
        let last = MWSensorFusionLinearAcceleration(
            mode: .sleep, accRange: .g16, gyroRange: .dps250, chip: .bmi160)
        check(last, last, CartesianFloat.self, "linear-acceleration")
        let _: (MWSensorFusionMode, UInt8, UInt8, MWSensorFusionChip) = (
            last.mode, last.accRange, last.gyroRange, last.chip
        )
        #expect(MWSensorFusionChip.allCases.count == 2)
        #expect(Self.use(MWSwitch(), Bool.self) == 10)
        let pin = MWGPIOPinChange(pin: 1, type: .rising)
        #expect(Self.use(pin, MWGPIOSample.self) == 10)
        let _: (UInt8, MWGPIO.ChangeType) = (pin.pin, pin.changeType)
    }

    @Test func `readables and those that can be polled or logged`() throws {
        func read<R: MWReadable>(_ readable: R, _: R.Sample.Type) {
            let _: (Data, UInt8?) = (readable.readCommand, readable.packedDataRegister)
        }
        func poll<P: MWPollable>(_ readable: P, _ sample: P.Sample.Type) {
            read(readable, sample)
        }
        func log<P: MWPolledLoggable>(_ readable: P, _ sample: P.Sample.Type) {
            read(readable, sample)
            let _: (UInt8, UInt8) = (readable.loggerTriggerIndex, readable.loggerTriggerRegister)
            #expect(readable.logDataChunks.count == 1)
        }
        poll(MWLogLength(), UInt32.self)
        poll(MWLastResetTime(), MWLastResetTime.Reading.self)
        poll(MWSettings.ReadBatteryState(), BatteryState.self)
        poll(MWSettings.ReadMacAddress(), String.self)
        poll(MWMACAddress(), String.self)
        poll(MWSettings.ReadPowerStatus(), UInt8.self)
        poll(MWSettings.ReadChargeStatus(), UInt8.self)
        poll(MWHumidity(), Float.self)
        poll(MWBarometerPressureRead(), Float.self)
        poll(MWThermometer(channel: 0), Float.self)
        poll(MWSensorFusionCalibrationState(), MWSensorFusionCalibration.self)
        read(MWDebug.ReadStackOverflowState(), MWDebug.OverflowState.self)
        read(MWDebug.ReadScheduleQueueUsage(), [UInt8].self)
        log(MWHumidity(), Float.self)
        log(MWThermometer(channel: 0), Float.self)
    }
}
