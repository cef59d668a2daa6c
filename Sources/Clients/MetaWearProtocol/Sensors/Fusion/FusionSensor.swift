import MetaWearTables

/// An output of the sensor fusion (protocol, sensors 20).
public enum FusionOutput: UInt8, CaseIterable, Sendable {
    case correctedAcceleration, correctedRotation, correctedMagneticField, quaternion, eulerAngles,
        gravity, linearAcceleration

    /// Its signal in the hosts' table.
    public var signal: Signal {
        switch self {
        case .correctedAcceleration: .correctedAcceleration
        case .correctedRotation: .correctedRotation
        case .correctedMagneticField: .correctedMagneticField
        case .quaternion: .quaternion
        case .eulerAngles: .euler
        case .gravity: .gravity
        case .linearAcceleration: .linearAcceleration
        }
    }

    private static let sources = allCases.map { TableSource($0.signal) }
    private var source: TableSource { Self.sources[Int(rawValue)] }

    /// Its register, 04 to 0A.
    public var register: UInt8 { source.register }
    /// Its bit in the mask of outputs.
    public var bit: UInt8 { 1 << rawValue }
    /// The name of its loggers and of its anonymous signal.
    public var key: String { signal.row.inSDKs }
    /// Bytes of one sample.
    public var length: Int { source.length }
    /// Counts of the board in one of the unit of its samples.
    var scale: Float { source.scale }
}

/// A sensor that is one output of the fusion; several run at once if their configurations are equal.
public protocol FusionSensor: LoggableSensor {
    /// Which output.
    static var output: FusionOutput { get }
    /// How the fusion is set up.
    var configuration: FusionConfiguration { get }
    /// The output of a fusion that is set up so.
    init(_ configuration: FusionConfiguration)
}

extension FusionSensor {
    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        self.init(FusionConfiguration(mode, accRange, gyroRange, chip))
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        self.init(FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip))
    }

    /// The sensor fusion.
    public var module: MWModule { .sensorFusion }
    /// The output's register.
    public var dataRegister: UInt8 { Self.output.register }
    /// The output's key.
    public var loggerKey: String { Self.output.key }
    /// Four bytes each; the last may be shorter.
    public var logChunks: [LogChunk] { LogChunk.split(length: Self.output.length) }
    /// What is computed.
    public var mode: MWSensorFusionMode { configuration.mode }
    /// The accelerometer's full scale, 0 to 3.
    public var accRange: UInt8 { configuration.accelerationRange.rawValue }
    /// The gyroscope's full scale, 0 to 3.
    public var gyroRange: UInt8 { configuration.rotationRange.rawValue }
    /// The chip.
    public var chip: MWSensorFusionChip { configuration.chip }
    /// The mode and the sensors.
    public var configurePackets: [Packet] { configuration.configurePackets() }
    /// Data interrupts of the sensors on.
    public var enablePackets: [Packet] { configuration.enablePackets }
    /// The sensors, this output and the fusion on.
    public var startPackets: [Packet] { configuration.startPackets(outputs: Self.output.bit) }
    /// The fusion, all outputs and the sensors off.
    public var stopPackets: [Packet] { configuration.stopPackets }
    /// Data interrupts of the sensors off.
    public var disablePackets: [Packet] { configuration.disablePackets }
    /// Adds this output to a fusion that runs.
    public var addOutputPacket: Packet { FusionConfiguration.enable(Self.output.bit) }
    /// Takes this output from a fusion that goes on.
    public var removeOutputPacket: Packet { FusionConfiguration.disable(Self.output.bit) }
}

extension FusionConfiguration {
    /// Ranges by number; one beyond 3 counts as 3.
    init(
        _ mode: MWSensorFusionMode, _ accRange: UInt8, _ gyroRange: UInt8,
        _ chip: MWSensorFusionChip
    ) {
        self.init(
            mode: mode,
            accelerationRange: MWSensorFusionAccRange(rawValue: min(accRange, 3)) ?? .g16,
            rotationRange: MWSensorFusionGyroRange(rawValue: min(gyroRange, 3)) ?? .dps250,
            chip: chip)
    }
}
