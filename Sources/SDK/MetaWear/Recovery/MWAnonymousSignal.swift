public import Foundation

/// A signal that a board logs, found by a host that did not set it up.
public struct MWAnonymousSignal: Sendable, Equatable {
    /// A logger and how many bytes of a sample it records.
    public typealias Chunk = LoggerChunk
    /// A value of such a signal, in the units of its sensor.
    public typealias Output = AnonymousOutput

    /// `acceleration:rms?id=0:time?id=1`: the sensor, then each processor with its number.
    public let identifier: String
    /// The sensor's module.
    public let rootModule: MWModule
    /// Its loggers, in the order of the bytes.
    public let chunks: [Chunk]
    /// Reads logged bytes; none for too few.
    public let decode: @Sendable (Data) throws -> [Output]

    /// Of its loggers.
    public var loggerIDs: [UInt8] { chunks.map(\.id) }

    /// A signal.
    public init(
        identifier: String, rootModule: MWModule, chunks: [Chunk],
        decode: @escaping @Sendable (Data) throws -> [Output]
    ) {
        self.identifier = identifier
        self.rootModule = rootModule
        self.chunks = chunks
        self.decode = decode
    }

    /// A signal that was found.
    init(_ signal: BoardSignal, of root: MWModule, in chunks: [Chunk]) {
        self.init(identifier: signal.name, rootModule: root, chunks: chunks) {
            signal.outputs(of: [UInt8]($0))
        }
    }

    /// Whether both are the same signal of the same loggers; how they are read does not count.
    public static func == (one: MWAnonymousSignal, other: MWAnonymousSignal) -> Bool {
        one.identifier == other.identifier && one.rootModule == other.rootModule
            && one.chunks == other.chunks
    }
}
