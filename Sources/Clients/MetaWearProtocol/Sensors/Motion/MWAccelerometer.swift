/// The accelerometer of a MetaMotion R, RL and C; g (protocol, sensors 5.2).
public struct MWAccelerometerBMI160: InertialSensor {
    /// Samples a second.
    public enum ODR: UInt8, CaseIterable, Sendable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case hz0_78, hz1_56, hz3_12, hz6_25, hz12_5, hz25, hz50, hz100, hz200, hz400, hz800, hz1600

        /// Hertz.
        public var hz: Double { InertialChip.bmi160Accelerometer.rates[Int(rawValue)].value }
    }

    /// The full scale.
    public enum Range: UInt8, CaseIterable, Sendable {
        case g2, g4, g8, g16

        /// g.
        public var rangeG: Float { Float(2 << Int(rawValue)) }
        /// Counts in one g.
        public var scale: Float { Float(16384 >> Int(rawValue)) }
    }

    /// Samples a second.
    public let odr: ODR
    /// The full scale.
    public let range: Range

    /// A configuration.
    public init(odr: ODR = .hz100, range: Range = .g2) {
        self.odr = odr
        self.range = range
    }

    /// BMI160.
    public var chip: InertialChip { .bmi160Accelerometer }
    /// Rate and full scale in g.
    public var setting: InertialSetting {
        InertialSetting(rate: odr.hz, range: Double(range.rangeG))
    }
    /// Counts in one g.
    public var scale: Float { range.scale }
    /// `acceleration`.
    public var loggerKey: String { "acceleration" }
}

/// The accelerometer of a MetaMotion S; g (protocol, sensors 5.4).
public struct MWAccelerometerBMI270: InertialSensor {
    /// Samples a second.
    public typealias ODR = MWAccelerometerBMI160.ODR
    /// The full scale.
    public typealias Range = MWAccelerometerBMI160.Range

    /// Samples a second.
    public let odr: ODR
    /// The full scale.
    public let range: Range

    /// A configuration.
    public init(odr: ODR = .hz100, range: Range = .g2) {
        self.odr = odr
        self.range = range
    }

    /// BMI270.
    public var chip: InertialChip { .bmi270Accelerometer }
    /// Rate and full scale in g.
    public var setting: InertialSetting {
        InertialSetting(rate: odr.hz, range: Double(range.rangeG))
    }
    /// Counts in one g.
    public var scale: Float { range.scale }
    /// `acceleration`.
    public var loggerKey: String { "acceleration" }
    /// The start that the C++ SDK uses below 12.5 Hz (protocol, sensors 5.4).
    public static let lowPowerStart = Packet(.accelerometer, 0x01, [0x02])
}

/// The accelerometer of whatever chip a board has.
public enum MWAccelerometer: InertialSensor {
    case bmi160(MWAccelerometerBMI160)
    case bmi270(MWAccelerometerBMI270)

    /// By the module's implementation: 1 is a BMI160, 4 a BMI270, nil for any other.
    ///
    /// - Parameters:
    ///   - odrHz: the nearest rate is taken; of two equally near the slower.
    ///   - rangeG: the nearest full scale is taken; of two equally near the smaller.
    public static func make(
        impl: UInt8, odrHz: Double = 100, rangeG: Float = 2
    ) -> MWAccelerometer? {
        typealias Kind = MWAccelerometerBMI160
        let odr = nearest(Kind.ODR.allCases, to: odrHz, by: \.hz) ?? .hz100
        let range = nearest(Kind.Range.allCases, to: Double(rangeG)) { Double($0.rangeG) } ?? .g2
        switch impl {
        case 1: return .bmi160(MWAccelerometerBMI160(odr: odr, range: range))
        case 4: return .bmi270(MWAccelerometerBMI270(odr: odr, range: range))
        default: return nil
        }
    }

    private var implementation: UInt8 { chip.implementation }
    private var one: any InertialSensor {
        switch self {
        case .bmi160(let sensor): sensor
        case .bmi270(let sensor): sensor
        }
    }

    /// The chip of the case.
    public var chip: InertialChip { one.chip }
    /// Rate and full scale in g.
    public var setting: InertialSetting { one.setting }
    /// Counts in one g.
    public var scale: Float { one.scale }
    /// `acceleration`.
    public var loggerKey: String { "acceleration" }
    /// Hertz.
    public var odrHz: Double { setting.rate }
    /// Full scale in g.
    public var rangeG: Float { Float(setting.range) }

    /// A copy with the rate nearest to this one, in hertz.
    @discardableResult
    public func withODR(_ odrHz: Double) -> MWAccelerometer {
        Self.make(impl: implementation, odrHz: odrHz, rangeG: rangeG) ?? self
    }

    /// A copy with the full scale nearest to this one, in g.
    @discardableResult
    public func withRange(_ rangeG: Float) -> MWAccelerometer {
        Self.make(impl: implementation, odrHz: odrHz, rangeG: rangeG) ?? self
    }
}
