import MetaWearTables

/// A signal that a processor, a logger or an event can take (protocol, core 4.9).
public protocol MWSignal: Sendable {
    /// The module's number.
    var moduleID: UInt8 { get }
    /// The register byte with its flags.
    var registerID: UInt8 { get }
    /// Channel, pin or processor; FF for none.
    var dataID: UInt8 { get }
    /// Numbers in a sample.
    var nChannels: UInt8 { get }
    /// Bytes of each.
    var channelSize: UInt8 { get }
    /// Bytes of the data before them.
    var offset: UInt8 { get }
    /// Whether they have a sign.
    var isSigned: Bool { get }
}

extension MWSignal {
    /// From the first byte of the data.
    public var offset: UInt8 { 0 }
    /// Bytes of a sample.
    public var dataLength: UInt8 { nChannels &* channelSize }
    /// Offset and length less one in one byte, the length cut to three bits: 16 bytes are E0.
    public var sourceConfigByte: UInt8 { LogChunk(offset: offset, length: dataLength).pack }
    /// Where the data comes from.
    public var key: SourceKey { SourceKey(moduleID, registerID, dataID) }
}

/// A signal of the hosts' table.
public protocol TableSignal: MWSignal {
    /// Its row.
    var row: Signal { get }
}

extension TableSignal {
    /// The module's number.
    public var moduleID: UInt8 { row.facts.module.id }
    /// The register byte with its flags; 0 where a chip decides about it.
    public var registerID: UInt8 { row.facts.register ?? 0 }
    /// The index; FF for none.
    public var dataID: UInt8 { row.facts.index }
    /// As many as it has fields.
    public var nChannels: UInt8 { UInt8(clamping: row.facts.fields.count) }
    /// Bytes of each.
    public var channelSize: UInt8 { UInt8(clamping: row.facts.fields.first?.size ?? 0) }
    /// Whether they have a sign.
    public var isSigned: Bool { row.facts.fields.first?.number != .unsigned }
}

/// The push button.
public struct MWSwitchSignal: TableSignal {
    /// The signal has no choices.
    public init() {}
    /// The switch's.
    public var row: Signal { .switch }
}

/// The acceleration, three axes.
public struct MWAccelerometerSignal: TableSignal {
    /// The signal is the same for every chip.
    public init() {}
    /// The acceleration's.
    public var row: Signal { .acceleration }
    /// 04.
    public var registerID: UInt8 { InertialChip.bmi160Accelerometer.dataRegister }
}

/// The rotation, three axes.
public struct MWGyroscopeSignal: TableSignal {
    /// 05 for a BMI160, 04 for a BMI270.
    public let registerID: UInt8

    /// Of a board with this chip.
    public init(chip: MWSensorFusionChip = .bmi160) { registerID = chip.gyroscope.dataRegister }

    /// The rotation's.
    public var row: Signal { .rotation }
}

/// The voltage at a pin. Processors take it from loud reads, which is how a host feeds them.
public struct MWGPIOAnalogSignal: MWSignal {
    /// What the number counts.
    public enum Mode: Sendable {
        /// 0 to 1023 of the supply.
        case adc
        /// Thousandths of a volt.
        case absolute
    }

    /// The pin.
    public let pin: UInt8
    /// What the number counts.
    public let mode: Mode

    /// A pin.
    public init(pin: UInt8, mode: Mode = .adc) {
        self.pin = pin
        self.mode = mode
    }

    /// 05.
    public var moduleID: UInt8 { 0x05 }
    /// 07 or 06.
    public var registerID: UInt8 { mode == .adc ? 0x07 : 0x06 }
    /// The pin.
    public var dataID: UInt8 { pin }
    /// One.
    public var nChannels: UInt8 { 1 }
    /// Two bytes.
    public var channelSize: UInt8 { 2 }
    /// Unsigned.
    public var isSigned: Bool { false }
}

/// A temperature channel, as loggers take it from silent reads.
public struct MWTemperatureSignal: TableSignal {
    /// From 0.
    public let channel: UInt8

    /// A channel.
    public init(channel: UInt8 = 0) { self.channel = channel }

    /// That of the first channel.
    public var row: Signal { .temperature0 }
    /// The channel.
    public var dataID: UInt8 { channel }
}

/// What the four outputs of the fusion that processors take have in common.
public protocol FusionSignal: TableSignal {
    /// Which output.
    static var output: FusionOutput { get }
}

extension FusionSignal {
    /// The output's.
    public var row: Signal { Self.output.row }
}

/// The attitude as a quaternion.
public struct MWSensorFusionQuaternionSignal: FusionSignal {
    /// The quaternion.
    public static let output = FusionOutput.quaternion
    /// The signal has no choices.
    public init() {}
}

/// The attitude as angles.
public struct MWSensorFusionEulerSignal: FusionSignal {
    /// The angles.
    public static let output = FusionOutput.eulerAngles
    /// The signal has no choices.
    public init() {}
}

/// Which way down is.
public struct MWSensorFusionGravitySignal: FusionSignal {
    /// Gravity.
    public static let output = FusionOutput.gravity
    /// The signal has no choices.
    public init() {}
}

/// The acceleration without gravity.
public struct MWSensorFusionLinearAccelerationSignal: FusionSignal {
    /// Linear acceleration.
    public static let output = FusionOutput.linearAcceleration
    /// The signal has no choices.
    public init() {}
}

/// The output of a processor that a board made.
public struct MWProcessorHandle: MWSignal, Equatable {
    /// Of the processor.
    public let id: UInt8
    /// Numbers in a sample.
    public let nChannels: UInt8
    /// Bytes of each.
    public let channelSize: UInt8
    /// Whether they have a sign.
    public let isSigned: Bool

    /// A processor with the shape of its output.
    public init(id: UInt8, nChannels: UInt8, channelSize: UInt8, isSigned: Bool) {
        self.id = id
        self.nChannels = nChannels
        self.channelSize = channelSize
        self.isSigned = isSigned
    }

    /// 09.
    public var moduleID: UInt8 { 0x09 }
    /// 03.
    public var registerID: UInt8 { 0x03 }
    /// The processor.
    public var dataID: UInt8 { id }
}
