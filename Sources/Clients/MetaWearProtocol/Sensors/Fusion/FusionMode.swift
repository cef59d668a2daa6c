import Wire

/// What the sensor fusion computes, and from which sensors (protocol, sensors 20).
public enum MWSensorFusionMode: UInt8, CaseIterable, Sendable {
    case sleep, ndof, imuPlus, compass, m4g

    /// The sensors it needs, in the order in which hosts switch them.
    public var sensors: [MWModule] {
        switch self {
        case .sleep: []
        case .ndof: [.accelerometer, .gyro, .magnetometer]
        case .imuPlus: [.accelerometer, .gyro]
        case .compass, .m4g: [.accelerometer, .magnetometer]
        }
    }

    /// Hertz of the accelerometer, which is the rate of the outputs.
    public var rate: Double {
        switch self {
        case .sleep: 0
        case .ndof, .imuPlus: 100
        case .compass: 25
        case .m4g: 50
        }
    }
}

/// The accelerometer's full scale under the fusion.
public enum MWSensorFusionAccRange: UInt8, CaseIterable, Sendable {
    case g2, g4, g8, g16

    /// g.
    public var g: Double { Double(2 << Int(rawValue)) }
}

/// The gyroscope's full scale under the fusion.
public enum MWSensorFusionGyroRange: UInt8, CaseIterable, Sendable {
    case dps2000, dps1000, dps500, dps250

    /// °/s.
    public var degreesPerSecond: Double { Double(2000 >> Int(rawValue)) }
}

/// Which chip is behind the fusion; it decides about the bytes for the accelerometer.
public enum MWSensorFusionChip: CaseIterable, Equatable, Sendable {
    case bmi160, bmi270

    /// By the gyroscope's implementation: 0 or 1.
    public init?(gyroImpl: UInt8) {
        switch gyroImpl {
        case 0: self = .bmi160
        case 1: self = .bmi270
        default: return nil
        }
    }

    /// By the accelerometer's implementation: 1 or 4.
    public init?(accImpl: UInt8) {
        switch accImpl {
        case 1: self = .bmi160
        case 4: self = .bmi270
        default: return nil
        }
    }

    /// Its accelerometer.
    public var accelerometer: InertialChip {
        self == .bmi160 ? .bmi160Accelerometer : .bmi270Accelerometer
    }
    /// Its gyroscope.
    public var gyroscope: InertialChip { self == .bmi160 ? .bmi160Gyroscope : .bmi270Gyroscope }
}

/// How the fusion is set up, with the bytes for it and for the sensors below it (protocol, sensors 20.1 and 20.2).
public struct FusionConfiguration: Sendable, Equatable {
    /// What is computed.
    public var mode: MWSensorFusionMode
    /// The accelerometer's full scale.
    public var accelerationRange: MWSensorFusionAccRange
    /// The gyroscope's full scale.
    public var rotationRange: MWSensorFusionGyroRange
    /// The chip.
    public var chip: MWSensorFusionChip

    /// A configuration.
    public init(
        mode: MWSensorFusionMode = .ndof, accelerationRange: MWSensorFusionAccRange = .g2,
        rotationRange: MWSensorFusionGyroRange = .dps2000, chip: MWSensorFusionChip = .bmi160
    ) {
        self.mode = mode
        self.accelerationRange = accelerationRange
        self.rotationRange = rotationRange
        self.chip = chip
    }

    /// Register 02; also what `[19 82]` reads back.
    public struct Mode: Layout, Equatable {
        /// What is computed.
        public var mode = MWSensorFusionMode.sleep
        /// 0 to 3.
        public var accelerationRange: UInt8 = 0
        /// 1 to 4; 0 was never set.
        public var rotationRange: UInt8 = 0

        /// Asleep.
        public init() {}

        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&mode, "mode")
            c(&accelerationRange, bits: 4, "acceleration range")
            c(&rotationRange, bits: 4, "rotation range plus one")
        }
    }

    /// The mode register's bytes.
    public var modeBytes: [UInt8] {
        var layout = Mode()
        layout.mode = mode
        layout.accelerationRange = accelerationRange.rawValue
        layout.rotationRange = rotationRange.rawValue + 1
        return layout.bytes
    }

    /// Asks for the mode.
    public static let readMode = Packet.read(.sensorFusion, 0x02)

    /// Writes the mode, then configures the sensors that it needs.
    ///
    /// - Parameter magnetometerRevision: on revision 2 the C++ SDK sends the magnetometer to sleep first; nil for
    ///   hosts that do not.
    public func configurePackets(magnetometerRevision: UInt8? = nil) -> [Packet] {
        var packets = [Packet(.sensorFusion, 0x02, modeBytes)]
        for sensor in mode.sensors {
            switch sensor {
            case .accelerometer:
                packets.append(
                    chip.accelerometer.configure(
                        InertialSetting(rate: mode.rate, range: accelerationRange.g)))
            case .gyro:
                packets.append(
                    chip.gyroscope.configure(
                        InertialSetting(rate: 100, range: rotationRange.degreesPerSecond)))
            default:
                let wish = MWMagnetometer(xyReps: 9, zReps: 15, odr: .hz25)
                packets += wish.configurePackets(revision: magnetometerRevision ?? 0)
            }
        }
        return packets
    }

    /// Data interrupts of the sensors on.
    public var enablePackets: [Packet] { mode.sensors.map(PoweredSensor.enable) }

    /// The sensors on, then the outputs of a mask, then the fusion.
    public func startPackets(outputs mask: UInt8) -> [Packet] {
        mode.sensors.map(PoweredSensor.start) + [Self.enable(mask), Self.start]
    }

    /// The fusion off, all outputs off, then the sensors.
    public var stopPackets: [Packet] {
        [Self.stop, Self.disable(0x7F)] + mode.sensors.map(PoweredSensor.stop)
    }

    /// Data interrupts of the sensors off.
    public var disablePackets: [Packet] { mode.sensors.map(PoweredSensor.disable) }

    /// Adds outputs to those that are computed.
    public static func enable(_ mask: UInt8) -> Packet {
        Packet(.sensorFusion, 0x03, [mask, 0x00])
    }
    /// Takes outputs away.
    public static func disable(_ mask: UInt8) -> Packet {
        Packet(.sensorFusion, 0x03, [0x00, mask])
    }
    /// The fusion on.
    public static let start = Packet(.sensorFusion, 0x01, [0x01])
    /// The fusion off.
    public static let stop = Packet(.sensorFusion, 0x01, [0x00])
}
