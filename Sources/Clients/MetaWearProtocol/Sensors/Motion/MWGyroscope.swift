/// The gyroscope of a MetaMotion R, RL and C; °/s (protocol, sensors 14).
public struct MWGyroscopeBMI160: InertialSensor {
    /// Samples a second.
    public enum ODR: UInt8, CaseIterable, Sendable {
        case hz25 = 6
        case hz50, hz100, hz200, hz400, hz800, hz1600, hz3200

        /// Hertz.
        public var hz: Double { Double(25 << Int(rawValue - 6)) }
    }

    /// The full scale.
    public enum Range: UInt8, CaseIterable, Sendable {
        case dps2000, dps1000, dps500, dps250, dps125

        /// °/s.
        public var rangeDPS: Float { 2000 / Float(1 << Int(rawValue)) }
        /// Counts in one °/s.
        public var scale: Float { 16.4 * Float(1 << Int(rawValue)) }
    }

    /// Samples a second.
    public let odr: ODR
    /// The full scale.
    public let range: Range

    /// A configuration.
    public init(odr: ODR = .hz100, range: Range = .dps2000) {
        self.odr = odr
        self.range = range
    }

    /// BMI160.
    public var chip: InertialChip { .bmi160Gyroscope }
    /// Rate and full scale in °/s.
    public var setting: InertialSetting {
        InertialSetting(rate: odr.hz, range: Double(range.rangeDPS))
    }
    /// Counts in one °/s.
    public var scale: Float { range.scale }
    /// `angular-velocity`.
    public var loggerKey: String { "angular-velocity" }
}

/// The gyroscope of a MetaMotion S; °/s (protocol, sensors 14).
public struct MWGyroscopeBMI270: InertialSensor {
    /// Samples a second.
    public typealias ODR = MWGyroscopeBMI160.ODR
    /// The full scale.
    public typealias Range = MWGyroscopeBMI160.Range

    /// Samples a second.
    public let odr: ODR
    /// The full scale.
    public let range: Range

    /// A configuration.
    public init(odr: ODR = .hz100, range: Range = .dps2000) {
        self.odr = odr
        self.range = range
    }

    /// BMI270.
    public var chip: InertialChip { .bmi270Gyroscope }
    /// Rate and full scale in °/s.
    public var setting: InertialSetting {
        InertialSetting(rate: odr.hz, range: Double(range.rangeDPS))
    }
    /// Counts in one °/s.
    public var scale: Float { range.scale }
    /// `angular-velocity`.
    public var loggerKey: String { "angular-velocity" }

    /// What is added to each sample; 0.061 °/s a count, in two's complement.
    public struct Offsets: HostCommand {
        /// Along the x axis.
        public let x: UInt8
        /// Along the y axis.
        public let y: UInt8
        /// Along the z axis.
        public let z: UInt8

        /// The low bytes of three offsets.
        public init(x: UInt8, y: UInt8, z: UInt8) { (self.x, self.y, self.z) = (x, y, z) }

        /// `[13 06 x y z]`.
        public var packet: Packet { Packet(.gyro, 0x06, [x, y, z]) }
    }
}

/// The gyroscope of whatever chip a board has.
public enum MWGyroscope: InertialSensor {
    case bmi160(MWGyroscopeBMI160)
    case bmi270(MWGyroscopeBMI270)

    /// By the module's implementation: 0 is a BMI160, 1 a BMI270, nil for any other.
    ///
    /// - Parameters:
    ///   - odrHz: the nearest rate is taken; of two equally near the slower.
    ///   - rangeDPS: the nearest full scale is taken; of two equally near the larger.
    public static func make(
        impl: UInt8, odrHz: Double = 100, rangeDPS: Float = 2000
    ) -> MWGyroscope? {
        typealias Kind = MWGyroscopeBMI160
        let odr = nearest(Kind.ODR.allCases, to: odrHz, by: \.hz) ?? .hz100
        let range =
            nearest(Kind.Range.allCases, to: Double(rangeDPS)) { Double($0.rangeDPS) } ?? .dps2000
        switch impl {
        case 0: return .bmi160(MWGyroscopeBMI160(odr: odr, range: range))
        case 1: return .bmi270(MWGyroscopeBMI270(odr: odr, range: range))
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
    /// Rate and full scale in °/s.
    public var setting: InertialSetting { one.setting }
    /// Counts in one °/s.
    public var scale: Float { one.scale }
    /// `angular-velocity`.
    public var loggerKey: String { "angular-velocity" }
    /// Hertz.
    public var odrHz: Double { setting.rate }
    /// Full scale in °/s.
    public var rangeDPS: Float { Float(setting.range) }

    /// A copy with the rate nearest to this one, in hertz.
    @discardableResult
    public func withODR(_ odrHz: Double) -> MWGyroscope {
        Self.make(impl: implementation, odrHz: odrHz, rangeDPS: rangeDPS) ?? self
    }

    /// A copy with the full scale nearest to this one, in °/s.
    @discardableResult
    public func withRange(_ rangeDPS: Float) -> MWGyroscope {
        Self.make(impl: implementation, odrHz: odrHz, rangeDPS: rangeDPS) ?? self
    }
}
