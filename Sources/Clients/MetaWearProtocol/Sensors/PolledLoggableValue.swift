import MetaWearTables

/// A value that a board logs when a timer has it read silently (protocol, sensors 1.7).
public protocol PolledLoggableValue: ReadableValue {
    /// The parts in which loggers record it, 4 bytes each at most.
    var logChunks: [LogChunk] { get }
    /// The index in the logger's source; FF for none.
    var loggerTriggerIndex: UInt8 { get }
    /// Reads a logged value, which has no header.
    ///
    /// - Throws: `MWError.operationFailed` for too few bytes.
    func loggedSample(from bytes: [UInt8]) throws(MWError) -> Sample
}

extension PolledLoggableValue {
    /// None.
    public var loggerTriggerIndex: UInt8 { 0xFF }
    /// The register of the silent read, which feeds loggers.
    public var loggerTriggerRegister: UInt8 {
        dataRegister | RegisterFlag.read | RegisterFlag.silent
    }

    /// What a timer's event does: the silent form of the read.
    public var silentReadPacket: Packet {
        var packet = readPacket
        packet.registerByte |= RegisterFlag.silent
        return packet
    }

    /// The source of its loggers.
    public var loggerSource: SourceKey {
        SourceKey(module.rawValue, loggerTriggerRegister, loggerTriggerIndex)
    }

    /// Reads a logged value, which has no header.
    ///
    /// - Throws: `MWError.operationFailed` for too few bytes.
    public func loggedSample(from bytes: [UInt8]) throws(MWError) -> Sample {
        try sample(from: [module.rawValue, dataRegister] + bytes)
    }
}
