public import Foundation

/// A value that a board sends when it is asked for it.
public protocol MWReadable: MWSensor {
    /// What an answer holds.
    associatedtype Sample: Sendable
    /// What is written to ask.
    var readCommand: Data { get }
    /// Reads the whole answer, two bytes of header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    func parseSample(from packet: Data) throws -> Sample
}

/// A value that changes over time, so that it is worth asking again and again.
public protocol MWPollable: MWReadable {}

/// A value that a board logs when a timer on the board has it read silently.
public protocol MWPolledLoggable: MWReadable {
    /// The parts in which loggers record it: first byte and length, 1 to 4 bytes each.
    var logDataChunks: [(offset: UInt8, length: UInt8)] { get }
    /// The index in the logger's source, as the channel of a thermometer; FF for none.
    var loggerTriggerIndex: UInt8 { get }
    /// Reads a logged value, which has no header.
    ///
    /// - Throws: `MWError.operationFailed` for too few bytes.
    func parseLogSample(from data: Data) throws -> Sample
}

extension MWPolledLoggable {
    /// None.
    public var loggerTriggerIndex: UInt8 { 0xFF }
    /// The register of the silent read, which feeds loggers.
    public var loggerTriggerRegister: UInt8 {
        dataRegister | RegisterFlag.read | RegisterFlag.silent
    }

    /// Puts the header before the bytes and reads them as an answer.
    public func parseLogSample(from data: Data) throws -> Sample {
        try parseSample(from: Data([module.rawValue, dataRegister]) + data)
    }
}
