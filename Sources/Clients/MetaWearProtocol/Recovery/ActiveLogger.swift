import MetaWearTables

/// A logger that a board has, as its read-back tells it (protocol, core 3.3).
public struct ActiveLogger: Sendable, Equatable {
    /// From 0; the answer does not hold it.
    public let loggerID: UInt8
    /// Whose data it records.
    public let module: MWModule
    /// The register byte with its flags.
    public let register: UInt8
    /// The index; FF for none.
    public let channel: UInt8
    /// First byte of the data.
    public let chunkOffset: UInt8
    /// Bytes.
    public let chunkLength: UInt8

    /// A logger.
    public init(
        loggerID: UInt8, module: MWModule, register: UInt8, channel: UInt8, chunkOffset: UInt8,
        chunkLength: UInt8
    ) {
        self.loggerID = loggerID
        self.module = module
        self.register = register
        self.channel = channel
        self.chunkOffset = chunkOffset
        self.chunkLength = chunkLength
    }

    /// Reads the answer to the question for a slot; nil if it is free, or records an unknown module.
    public init?(id: UInt8, answer: [UInt8]) {
        guard let trigger = LoggerTrigger(answer: answer),
            let module = MWModule(discovered: trigger.source.module)
        else { return nil }
        self.init(
            loggerID: id, module: module, register: trigger.source.register,
            channel: trigger.source.index, chunkOffset: trigger.chunk.offset,
            chunkLength: trigger.chunk.length)
    }

    /// Where its data comes from.
    public var key: SourceKey { SourceKey(module, register, channel) }
    /// As an assembler takes it.
    public var chunk: LoggerChunk { LoggerChunk(id: loggerID, byteCount: Int(chunkLength)) }

    /// Loggers that record one signal together, in the order of the bytes.
    ///
    /// Parts that follow each other from the first byte on belong together; several sets on one source are told apart
    /// by the order of their ids. Any other part is a signal of its own. Groups have the order of their first ids.
    public static func groups(of loggers: [ActiveLogger]) -> [[ActiveLogger]] {
        var open = loggers.sorted { $0.loggerID < $1.loggerID }
        var groups: [[ActiveLogger]] = []
        for first in open where first.chunkOffset == 0 {
            guard let index = open.firstIndex(of: first) else { continue }
            open.remove(at: index)
            var group = [first]
            while let last = group.last {
                let end = last.chunkOffset + last.chunkLength
                let fitting = open.filter { $0.key == first.key && $0.chunkOffset == end }
                let next = fitting.first { $0.loggerID > last.loggerID } ?? fitting.first
                guard last.chunkLength == 4, let next, let at = open.firstIndex(of: next) else {
                    break
                }
                open.remove(at: at)
                group.append(next)
            }
            groups.append(group)
        }
        groups += open.map { [$0] }
        return groups.sorted { first($0) < first($1) }
    }

    private static func first(_ group: [ActiveLogger]) -> UInt8 {
        group.map(\.loggerID).min() ?? 0
    }

    /// The loggers of a sensor, in the order of its parts: of several sets the first. Flags of the register do not
    /// count, and neither do the parts' bytes.
    public static func loggers(
        of sensor: some LoggableSensor, in loggers: [ActiveLogger]
    ) -> [LoggerChunk] {
        match(
            loggers.filter {
                $0.module == sensor.module
                    && $0.register & RegisterFlag.numberMask == sensor.dataRegister
            }, sensor.logChunks)
    }

    /// The loggers of a polled value.
    public static func loggers(
        of value: some PolledLoggableValue, in loggers: [ActiveLogger]
    ) -> [LoggerChunk] {
        match(
            loggers.filter {
                $0.module == value.module && $0.channel == value.loggerTriggerIndex
                    && $0.register & RegisterFlag.numberMask == value.dataRegister
            }, value.logChunks)
    }

    private static func match(_ found: [ActiveLogger], _ chunks: [LogChunk]) -> [LoggerChunk] {
        zip(found.sorted { $0.loggerID < $1.loggerID }, chunks)
            .map { LoggerChunk(id: $0.loggerID, byteCount: Int($1.length)) }
    }
}
