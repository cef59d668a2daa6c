public import Foundation

/// A sensor that sends samples by itself once it is configured, enabled and started.
///
/// Commands are whole packets; an empty one is not written. Only the parser must be written: the other requirements have
/// defaults. A type that writes a single form (`enableCommand`) gets the plural one from it.
public protocol MWStreamable: MWSensor {
    /// What one sample is.
    associatedtype Sample: Sendable

    /// What must be written some time before the rest.
    var warmupCommands: [Data] { get }
    /// How long to wait after the warm-up, in nanoseconds.
    var warmupDelayNanos: UInt64 { get }
    /// Rate, range and the like.
    var configureCommands: [Data] { get }
    /// Data interrupts on, if that is one command.
    var enableCommand: Data { get }
    /// Power on, if that is one command.
    var startCommand: Data { get }
    /// Power off, if that is one command.
    var stopCommand: Data { get }
    /// Data interrupts off, if that is one command.
    var disableCommand: Data { get }
    /// Data interrupts on.
    var enableCommands: [Data] { get }
    /// Power on.
    var startCommands: [Data] { get }
    /// Power off.
    var stopCommands: [Data] { get }
    /// Data interrupts off.
    var disableCommands: [Data] { get }

    /// Reads a notification of the data register, two bytes of header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    func parseSample(from packet: Data) throws -> Sample
    /// Reads a notification of the packed register, oldest sample first.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    func parsePackedSamples(from packet: Data) throws -> [Sample]
}

extension MWStreamable {
    /// None.
    public var warmupCommands: [Data] { [] }
    /// None.
    public var warmupDelayNanos: UInt64 { 0 }
    /// None.
    public var configureCommands: [Data] { [] }
    /// None.
    public var enableCommand: Data { Data() }
    /// None.
    public var startCommand: Data { Data() }
    /// None.
    public var stopCommand: Data { Data() }
    /// None.
    public var disableCommand: Data { Data() }
    /// The single command.
    public var enableCommands: [Data] { enableCommand.isEmpty ? [] : [enableCommand] }
    /// The single command.
    public var startCommands: [Data] { startCommand.isEmpty ? [] : [startCommand] }
    /// The single command.
    public var stopCommands: [Data] { stopCommand.isEmpty ? [] : [stopCommand] }
    /// The single command.
    public var disableCommands: [Data] { disableCommand.isEmpty ? [] : [disableCommand] }
    /// None.
    public func parsePackedSamples(from packet: Data) throws -> [Sample] { [] }
}

/// A sensor whose samples a board can log.
public protocol MWLoggable: MWStreamable {
    /// The name by which a device remembers its loggers.
    var loggerKey: String { get }
    /// The parts in which loggers record a sample: first byte and length, 1 to 4 bytes each.
    var logDataChunks: [(offset: UInt8, length: UInt8)] { get }
    /// Reads a logged sample, which has no header.
    ///
    /// - Throws: `MWError.operationFailed` for too few bytes.
    func parseLogSample(from data: Data) throws -> Sample
}

extension MWLoggable {
    /// Four bytes, then two: three 16-bit numbers.
    public var logDataChunks: [(offset: UInt8, length: UInt8)] { [(0, 4), (4, 2)] }

    /// Puts the header before the bytes and reads them as a notification.
    public func parseLogSample(from data: Data) throws -> Sample {
        try parseSample(from: Data([module.rawValue, dataRegister]) + data)
    }
}
