import MetaWearTables

/// A logger of a board: which bytes of which source it records (protocol, core 3.3).
package struct LoggerTrigger: HostCommand, Equatable {
    /// Where the data comes from.
    package var source: SourceKey
    /// Which bytes of it, 4 at most.
    package var chunk: LogChunk

    /// A logger.
    package init(source: SourceKey, chunk: LogChunk) {
        self.source = source
        self.chunk = chunk
    }

    /// `[0B 02 source pack]`; the board answers `[0B 02 id]`, or not at all if it has no room.
    package var packet: Packet { Packet(.logging, 0x02, source.bytes + [chunk.pack]) }

    /// Removes the logger with an id; a board that records ignores it.
    package static func remove(_ id: UInt8) -> Packet { Packet(.logging, 0x03, [id]) }
    /// Asks what a logger records.
    package static func read(_ id: UInt8) -> Packet { .read(.logging, 0x02, [id]) }

    /// Reads the answer to `read`; nil for a free slot. The answer does not hold the id.
    package init?(answer: [UInt8]) {
        guard answer.count >= 6, answer[2] != 0xFF else { return nil }
        self.init(
            source: SourceKey(answer[2], answer[3], answer[4]), chunk: LogChunk(pack: answer[5]))
    }

    /// The loggers of a sensor's samples, in the order of their parts.
    package static func loggers(of sensor: some LoggableSensor) -> [LoggerTrigger] {
        let source = SourceKey(sensor.module, sensor.dataRegister)
        return sensor.logChunks.map { LoggerTrigger(source: source, chunk: $0) }
    }

    /// The loggers of a value that a timer has read silently.
    package static func loggers(of value: some PolledLoggableValue) -> [LoggerTrigger] {
        value.logChunks.map { LoggerTrigger(source: value.loggerSource, chunk: $0) }
    }

    /// The loggers of any signal: a processor's output, an axis.
    package static func loggers(of signal: some MWSignal) -> [LoggerTrigger] {
        LogChunk.split(length: Int(signal.dataLength), from: Int(signal.offset))
            .map { LoggerTrigger(source: signal.key, chunk: $0) }
    }
}
