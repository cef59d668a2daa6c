import Declaration
import Simulation

/// What a client knows of the signals that every board may have (protocol, sensors 1.10).
struct SignalCatalogue {
    var encoder: SensorCommandEncoder

    /// A signal with the chip's registers and the scale of the present configuration.
    func signal(_ word: Signal) throws(StepFailure) -> BoardSignal {
        switch word {
        case .acceleration, .accelerationPacked, .rotation, .rotationPacked:
            return try inertial(word)
        case .magneticField, .magneticFieldPacked: return try magneticField(word)
        case .pressure, .altitude, .light: return try surroundings(word)
        case .quaternion, .euler, .gravity, .linearAcceleration, .correctedAcceleration,
            .correctedRotation, .correctedMagneticField:
            return fused(word)
        case .steps, .stepDetector, .motion, .tap, .orientation, .flat, .freeFall, .highG,
            .activity, .gesture:
            return try interrupt(word)
        case .switch: return Self.flag(word, SourceKey(0x01, 0x01))
        case .charger: return Self.flag(word, SourceKey(0x11, 0x11))
        case .charging: return Self.flag(word, SourceKey(0x11, 0x12))
        case .disconnect: return Self.plain(word, SourceKey(0x11, 0x0A), [])
        case .battery:
            return Self.plain(
                word, SourceKey(0x11, 0x0C),
                [
                    SampleField(axis: "charge", number: .unsigned, size: 1, unit: "%"),
                    SampleField(
                        axis: "voltage", number: .unsigned, size: 2, countsPerUnit: 1000, unit: "V"),
                ])
        case .temperature0: return Self.temperature(word, 0)
        case .temperature1: return Self.temperature(word, 1)
        case .temperature2: return Self.temperature(word, 2)
        case .temperature3: return Self.temperature(word, 3)
        case .humidity:
            var signal = Self.plain(
                word, SourceKey(0x16, 0xC1),
                [
                    SampleField(
                        axis: "humidity", number: .unsigned, size: 4, countsPerUnit: 1024, unit: "%"
                    )
                ])
            signal.truth = .humidity
            return signal
        }
    }

    /// Modules that must be known before a signal is.
    static func modules(_ word: Signal) -> [UInt8] {
        switch word {
        case .acceleration, .accelerationPacked, .steps, .stepDetector, .motion, .tap,
            .orientation, .flat, .freeFall, .highG, .activity, .gesture:
            [0x03]
        case .rotation, .rotationPacked: [0x13]
        case .magneticField, .magneticFieldPacked: [0x15]
        case .pressure, .altitude: [0x12]
        case .light: [0x14]
        case .quaternion, .euler, .gravity, .linearAcceleration, .correctedAcceleration,
            .correctedRotation, .correctedMagneticField:
            [0x03, 0x13, 0x15, 0x19]
        case .switch, .battery, .charger, .charging, .disconnect, .temperature0, .temperature1,
            .temperature2, .temperature3, .humidity:
            []
        }
    }

    // MARK: Vectors

    private static func vector(
        _ number: SampleField.Number, _ size: Int, _ countsPerUnit: Double, _ unit: String
    ) -> [SampleField] {
        ["x", "y", "z"].map {
            SampleField(
                axis: $0, number: number, size: size, countsPerUnit: countsPerUnit, unit: unit)
        }
    }

    private func inertial(_ word: Signal) throws(StepFailure) -> BoardSignal {
        let isAcceleration = word == .acceleration || word == .accelerationPacked
        let isPacked = word == .accelerationPacked || word == .rotationPacked
        let module: UInt8 = isAcceleration ? 0x03 : 0x13
        let device = try encoder.inertial(module)
        let setting = device.nearest(
            isAcceleration ? encoder.accelerometer : encoder.gyroscope)
        return BoardSignal(
            name: word.rawValue,
            key: SourceKey(module, isPacked ? device.packedRegister : device.dataRegister),
            fields: Self.vector(
                .signed, 2, device.countsPerUnit(setting.range), isAcceleration ? "g" : "deg/s"),
            perPacket: isPacked ? 3 : 1, rate: setting.rate,
            units: [isAcceleration ? .accelerometer : .gyroscope],
            truth: isAcceleration ? .specificForce : .angularRate)
    }

    private func magneticField(_ word: Signal) throws(StepFailure) -> BoardSignal {
        let isPacked = word == .magneticFieldPacked
        if try encoder.revision(0x15, "magnetometer") < 1, isPacked {
            throw StepFailure("this magnetometer has no packed data")
        }
        let wish = encoder.configurations.magnetometer
        return BoardSignal(
            name: word.rawValue, key: SourceKey(0x15, isPacked ? 0x09 : 0x05),
            fields: Self.vector(.signed, 2, 16, "uT"), perPacket: isPacked ? 3 : 1,
            rate: wish.rate?.hertz ?? wish.preset.values.rate, units: [.magnetometer],
            truth: .magneticField)
    }

    /// Floats (protocol, sensors 20): corrected acceleration in mg, gravity in m/s².
    private func fused(_ word: Signal) -> BoardSignal {
        func signal(
            _ register: UInt8, _ fields: [SampleField], _ truth: TruthKind, trailing: Int = 0
        ) -> BoardSignal {
            BoardSignal(
                name: word.rawValue, key: SourceKey(0x19, register), fields: fields,
                trailing: trailing, rate: encoder.configurations.fusion.mode.rate,
                units: [.fusion(1 << (register - 0x04))], truth: truth)
        }
        func floats(_ axes: [String], _ unit: String) -> [SampleField] {
            axes.map { SampleField(axis: $0, number: .float, size: 4, unit: unit) }
        }
        let metres = Self.vector(.float, 4, 9.80665, "g")
        return switch word {
        case .correctedAcceleration:
            signal(0x04, Self.vector(.float, 4, 1000, "g"), .specificForce, trailing: 1)
        case .correctedRotation:
            signal(0x05, Self.vector(.float, 4, 1, "deg/s"), .angularRate, trailing: 1)
        case .correctedMagneticField:
            signal(0x06, Self.vector(.float, 4, 1, "uT"), .magneticField, trailing: 1)
        case .euler: signal(0x08, floats(["heading", "pitch", "roll", "yaw"], "deg"), .euler)
        case .gravity: signal(0x09, metres, .gravity)
        case .linearAcceleration: signal(0x0A, metres, .linearAcceleration)
        default: signal(0x07, floats(["w", "x", "y", "z"], ""), .quaternion)
        }
    }

    // MARK: Single numbers

    private func surroundings(_ word: Signal) throws(StepFailure) -> BoardSignal {
        let light = encoder.configurations.light
        _ =
            try word == .light
            ? encoder.revision(0x14, "light sensor") : encoder.revision(0x12, "barometer")
        var signal =
            switch word {
            case .light:
                Self.number(word, SourceKey(0x14, 0x03), .unsigned, 1000, "lx", .illuminance)
            case .altitude:
                Self.number(word, SourceKey(0x12, 0x02), .signed, 256, "m", .altitude)
            default:
                // Pascal times 256, shown in hectopascal.
                Self.number(word, SourceKey(0x12, 0x01), .unsigned, 25_600, "hPa", .pressure)
            }
        signal.units = [word == .light ? .light : .barometer]
        signal.rate = word == .light ? 1 / light.period.seconds : 0
        return signal
    }

    private static func number(
        _ word: Signal, _ key: SourceKey, _ number: SampleField.Number, _ countsPerUnit: Double,
        _ unit: String, _ truth: TruthKind
    ) -> BoardSignal {
        var signal = plain(
            word, key,
            [
                SampleField(
                    axis: word.rawValue, number: number, size: 4, countsPerUnit: countsPerUnit,
                    unit: unit)
            ])
        signal.truth = truth
        return signal
    }

    private func interrupt(_ word: Signal) throws(StepFailure) -> BoardSignal {
        let features = try encoder.features()
        let feature: AccelerometerFeature =
            switch word {
            case .steps: .steps
            case .stepDetector: .stepDetector
            case .motion: .motion
            case .tap: .tap
            case .orientation: .orientation
            case .flat: .flat
            case .freeFall: .lowG
            case .highG: .highG
            case .activity: .activity
            default: .gesture
            }
        let field = SampleField(
            axis: word == .steps ? "steps" : "value", number: .unsigned,
            size: word == .steps ? 2 : 1)
        var signal = Self.plain(
            word, SourceKey(0x03, try features.register(of: feature)), [field])
        signal.units = [.feature(feature)]
        signal.share =
            switch (features.chip, feature) {
            // Bits 0 and 1 (protocol, sensors 5.3.1); a step is 01, a count two bytes (5.6.2).
            case (_, .highG): .withAny(of: 0x01)
            case (_, .lowG): .withAny(of: 0x02)
            case (.bmi270Accelerometer, .stepDetector): .only(1)
            case (.bmi270Accelerometer, .steps): .allBut(1)
            default: nil
            }
        return signal
    }

    private static func temperature(_ word: Signal, _ channel: UInt8) -> BoardSignal {
        var signal = plain(
            word, SourceKey(0x04, 0xC1, channel),
            [
                SampleField(
                    axis: "temperature", number: .signed, size: 2, countsPerUnit: 8, unit: "degC")
            ])
        signal.truth = .temperature
        return signal
    }

    private static func flag(_ word: Signal, _ key: SourceKey) -> BoardSignal {
        plain(word, key, [SampleField(axis: "value", number: .unsigned, size: 1)])
    }

    private static func plain(
        _ word: Signal, _ key: SourceKey, _ fields: [SampleField]
    ) -> BoardSignal {
        BoardSignal(name: word.rawValue, key: key, fields: fields)
    }
}
