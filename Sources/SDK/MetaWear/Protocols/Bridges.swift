public import Foundation

// The protocols of `MetaWearProtocol` know no `Data`. A type that conforms to one of them conforms to its counterpart
// here without code of its own.

extension Packet {
    /// As a transport takes it.
    public var data: Data { Data(bytes) }

    /// Reads the bytes of a packet; nil for fewer than two.
    public init?(_ data: Data) { self.init([UInt8](data)) }
}

extension MWCommand where Self: HostCommand {
    /// The packet's bytes.
    public var commandData: Data { packet.data }
}

extension MWCommandSequence where Self: HostCommandSequence {
    /// The packets' bytes.
    public var commands: [Data] { packets.map(\.data) }
}

extension MWStreamable where Self: StreamableSensor {
    /// What must be written some time before the rest.
    public var warmupCommands: [Data] { warmupPackets.map(\.data) }
    /// How long to wait after the warm-up, in nanoseconds.
    public var warmupDelayNanos: UInt64 { UInt64(warmupDelay / .nanoseconds(1)) }
    /// Rate, range and the like.
    public var configureCommands: [Data] { configurePackets.map(\.data) }
    /// The first of the commands.
    public var enableCommand: Data { enablePackets.first?.data ?? Data() }
    /// The first of the commands.
    public var startCommand: Data { startPackets.first?.data ?? Data() }
    /// The first of the commands.
    public var stopCommand: Data { stopPackets.first?.data ?? Data() }
    /// The first of the commands.
    public var disableCommand: Data { disablePackets.first?.data ?? Data() }
    /// Data interrupts on.
    public var enableCommands: [Data] { enablePackets.map(\.data) }
    /// Power on.
    public var startCommands: [Data] { startPackets.map(\.data) }
    /// Power off.
    public var stopCommands: [Data] { stopPackets.map(\.data) }
    /// Data interrupts off.
    public var disableCommands: [Data] { disablePackets.map(\.data) }

    /// Reads a notification of the data register.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public func parseSample(from packet: Data) throws -> Sample { try sample(from: packet.span) }

    /// Reads a notification of the packed register, oldest sample first.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public func parsePackedSamples(from packet: Data) throws -> [Sample] {
        try packedSamples(from: packet.span)
    }
}

extension MWStreamable where Self: FusionSensor {
    /// Adds this output to those that the fusion computes.
    public var enableCommand: Data { addOutputPacket.data }
    /// The fusion on.
    public var startCommand: Data { FusionConfiguration.start.data }
    /// The fusion off.
    public var stopCommand: Data { FusionConfiguration.stop.data }
    /// Takes this output from those that the fusion computes.
    public var disableCommand: Data { removeOutputPacket.data }
}

extension MWLoggable where Self: LoggableSensor {
    /// The parts in which loggers record a sample.
    public var logDataChunks: [(offset: UInt8, length: UInt8)] {
        logChunks.map { ($0.offset, $0.length) }
    }

    /// Reads a logged sample, which has no header.
    ///
    /// - Throws: `MWError.operationFailed` for too few bytes.
    public func parseLogSample(from data: Data) throws -> Sample {
        try loggedSample(from: [UInt8](data))
    }
}

extension MWReadable where Self: ReadableValue {
    /// What is written to ask.
    public var readCommand: Data { readPacket.data }

    /// Reads the whole answer.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public func parseSample(from packet: Data) throws -> Sample { try sample(from: packet.span) }
}

extension MWPolledLoggable where Self: PolledLoggableValue {
    /// The parts in which loggers record it.
    public var logDataChunks: [(offset: UInt8, length: UInt8)] {
        logChunks.map { ($0.offset, $0.length) }
    }
    /// The index in the logger's source; FF for none.
    public var loggerTriggerIndex: UInt8 { triggerIndex(of: self) }
    /// The register of the silent read, which feeds loggers.
    public var loggerTriggerRegister: UInt8 {
        dataRegister | RegisterFlag.read | RegisterFlag.silent
    }

    /// Reads a logged value, which has no header.
    ///
    /// - Throws: `MWError.operationFailed` for too few bytes.
    public func parseLogSample(from data: Data) throws -> Sample {
        try loggedSample(from: [UInt8](data))
    }
}

private func triggerIndex(of value: some PolledLoggableValue) -> UInt8 {
    value.loggerTriggerIndex
}
