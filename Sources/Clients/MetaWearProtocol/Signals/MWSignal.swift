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
    /// Its row in the hosts' table, from which all the rest follows; nil for a signal that says the rest itself.
    var signal: Signal? { get }
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

// What a signal of the hosts' table is, its row says.
extension MWSignal {
    /// None: the signal says itself what it is.
    public var signal: Signal? { nil }
    /// The row's module.
    public var moduleID: UInt8 { signal?.row.module.rawValue ?? 0 }
    /// The row's register byte with its flags; 0 where a chip decides about it.
    public var registerID: UInt8 { signal?.row.fixedRegister ?? 0 }
    /// The row's index; FF for none.
    public var dataID: UInt8 { signal?.row.index ?? SourceKey.noIndex }
    /// As many as the row has fields.
    public var nChannels: UInt8 { UInt8(clamping: signal?.row.fields.count ?? 0) }
    /// Bytes of each of the row's fields.
    public var channelSize: UInt8 { UInt8(clamping: signal?.row.fields.first?.size ?? 0) }
    /// Whether the row's fields have a sign.
    public var isSigned: Bool { signal.map { $0.row.fields.first?.number != .unsigned } ?? false }
}

/// The push button.
public struct MWSwitchSignal: MWSignal {
    /// The signal has no choices.
    public init() {}
    /// The switch's.
    public var signal: Signal? { .switch }
}

/// The acceleration, three axes.
public struct MWAccelerometerSignal: MWSignal {
    /// The signal is the same for every chip.
    public init() {}
    /// The acceleration's.
    public var signal: Signal? { .acceleration }
    /// 04.
    public var registerID: UInt8 { InertialChip.bmi160Accelerometer.dataRegister }
}

/// The rotation, three axes.
public struct MWGyroscopeSignal: MWSignal {
    /// 05 for a BMI160, 04 for a BMI270.
    public let registerID: UInt8

    /// Of a board with this chip.
    public init(chip: MWSensorFusionChip = .bmi160) { registerID = chip.gyroscope.dataRegister }

    /// The rotation's.
    public var signal: Signal? { .rotation }
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

    /// The pins'.
    public var moduleID: UInt8 { MWModule.gpio.rawValue }
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
public struct MWTemperatureSignal: MWSignal {
    /// From 0.
    public let channel: UInt8

    /// A channel.
    public init(channel: UInt8 = 0) { self.channel = channel }

    /// That of the first channel.
    public var signal: Signal? { .temperature0 }
    /// The channel.
    public var dataID: UInt8 { channel }
}

/// The attitude as a quaternion.
public struct MWSensorFusionQuaternionSignal: MWSignal {
    /// The signal has no choices.
    public init() {}
    /// The output's.
    public var signal: Signal? { .quaternion }
}

/// The attitude as angles.
public struct MWSensorFusionEulerSignal: MWSignal {
    /// The signal has no choices.
    public init() {}
    /// The output's.
    public var signal: Signal? { .euler }
}

/// Which way down is.
public struct MWSensorFusionGravitySignal: MWSignal {
    /// The signal has no choices.
    public init() {}
    /// The output's.
    public var signal: Signal? { .gravity }
}

/// The acceleration without gravity.
public struct MWSensorFusionLinearAccelerationSignal: MWSignal {
    /// The signal has no choices.
    public init() {}
    /// The output's.
    public var signal: Signal? { .linearAcceleration }
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

    /// The processors'.
    public var moduleID: UInt8 { MWModule.dataProcessor.rawValue }
    /// 03.
    public var registerID: UInt8 { 0x03 }
    /// The processor.
    public var dataID: UInt8 { id }
}
