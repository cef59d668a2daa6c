import MetaWearTables

/// What measures a temperature channel, as the module's information says (protocol, sensors 6).
public enum MWThermometerSource: Int8, CaseIterable, Sendable {
    case invalid = -1
    case nrfDie, extThermistor, bmp280, presetThermistor
}

/// A channel of the temperature module, by its position in the module's information.
public struct MWTemperatureChannel: Sendable, Equatable {
    /// From 0.
    public let channel: UInt8

    /// A channel.
    public init(channel: UInt8 = 0) { self.channel = channel }

    /// `[04 81 channel]`.
    public var readPacket: Packet {
        .read(.temperature, MWThermometer.source.register, [channel])
    }
    /// `[04 C1 channel]`: the value goes to loggers only.
    public var silentReadPacket: Packet {
        .silentRead(.temperature, MWThermometer.source.register, [channel])
    }

    /// The processor's die.
    public static let nrf = MWTemperatureChannel(channel: 0)
    /// The thermistor on the pins of a board with two channels.
    public static let externalThermistor = MWTemperatureChannel(channel: 1)
    /// The thermistor on the board.
    public static let presetThermistor = MWTemperatureChannel(channel: 1)
    /// The thermistor on the pins of a board with four channels.
    public static let externalThermistorRPro = MWTemperatureChannel(channel: 2)
    /// The barometer's; 0 °C until the barometer runs.
    public static let bmp280 = MWTemperatureChannel(channel: 3)
    /// As `externalThermistorRPro`; which source it is depends on the board.
    public static let bosch = MWTemperatureChannel(channel: 2)
}

/// A temperature, asked for; °C in steps of 1/8 (protocol, sensors 6).
public struct MWThermometer: PolledLoggableValue {
    /// From 0.
    public let channel: UInt8
    /// True if the value goes to loggers only, and no answer comes.
    public let silent: Bool

    fileprivate static let source = TableSource(.temperature0)

    /// A channel.
    public init(channel: UInt8, silent: Bool = false) {
        self.channel = channel
        self.silent = silent
    }

    /// The temperature module.
    public var module: MWModule { .temperature }
    /// 01.
    public var dataRegister: UInt8 { Self.source.register }
    /// `[04 81 channel]`, or `[04 C1 channel]`.
    public var readPacket: Packet {
        let channel = MWTemperatureChannel(channel: channel)
        return silent ? channel.silentReadPacket : channel.readPacket
    }
    /// One of two bytes.
    public var logChunks: [LogChunk] { Self.source.chunks }
    /// The channel.
    public var loggerTriggerIndex: UInt8 { channel }

    /// Reads °C; the channel stands before the value.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Float {
        try packet.require(5, "a temperature")
        return Float(packet.int16(at: 3)) / Self.source.scale
    }

    /// Reads °C; a logged value has no channel before it.
    public func loggedSample(from bytes: [UInt8]) throws(MWError) -> Float {
        try bytes.span.require(2, "a logged temperature")
        return Float(bytes.span.int16(at: 0)) / Self.source.scale
    }
}

/// Connects a thermistor to pins of the board.
public struct MWThermometerConfigureExt: HostCommand {
    /// Of the temperature module.
    public let channel: UInt8
    /// The pin that is measured.
    public let dataPin: UInt8
    /// The pin that the divider hangs on.
    public let pulldownPin: UInt8
    /// Whether the pin is high during the measurement.
    public let activeHigh: Bool

    /// A thermistor.
    public init(channel: UInt8, dataPin: UInt8, pulldownPin: UInt8, activeHigh: Bool) {
        self.channel = channel
        self.dataPin = dataPin
        self.pulldownPin = pulldownPin
        self.activeHigh = activeHigh
    }

    /// `[04 02 channel data pulldown high]`.
    public var packet: Packet {
        Packet(.temperature, 0x02, [channel, dataPin, pulldownPin, activeHigh ? 1 : 0])
    }
}
