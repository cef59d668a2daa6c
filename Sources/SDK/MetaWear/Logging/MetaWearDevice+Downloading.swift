public import Foundation
public import MetaWearProtocol

extension MetaWearDevice {
    /// Downloads the log as entries, whatever has recorded them. The board deletes what has arrived.
    ///
    /// Each element has everything that has come until then; the last one is complete. If a download fails, what has
    /// come is the beginning of the next one, and entries that the board sends again are left out. To end the loop
    /// early gives the download up in the same way.
    ///
    /// - Throws: `MWError.invalidState` unless the device is idle. The stream ends with `MWError.timeout` after 60 s
    ///   of silence, and with the radio's error when the link is lost.
    public func downloadLogs() async throws
        -> AsyncThrowingStream<Download<[RawLogEntry]>, any Error>
    {
        try download(into: [RawLogEntry]()) { all, entries in all += entries }
    }

    /// Downloads the samples of a sensor; entries of other loggers are left out. See ``downloadLogs()``.
    ///
    /// - Throws: `MWError.invalidState` unless the device is idle and has logged the sensor.
    public func downloadLogs<L: MWLoggable>(
        _ loggable: L
    ) async throws -> AsyncThrowingStream<Download<[MWLoggedSample<L.Sample>]>, any Error> {
        try await downloadLogs(key: loggable.loggerKey) { try loggable.parseLogSample(from: $0) }
    }

    /// Downloads what was logged under a key. See ``downloadLogs()``.
    ///
    /// - Parameters:
    ///   - key: as it was given to ``startLogging(_:key:)``.
    ///   - decode: reads a sample from its bytes, which have no header. An error ends the stream.
    /// - Throws: `MWError.invalidState` unless the device is idle and knows the key.
    public func downloadLogs<S: Sendable>(
        key: String, decode: @Sendable @escaping (Data) throws -> S
    ) async throws -> AsyncThrowingStream<Download<[MWLoggedSample<S>]>, any Error> {
        let decoder = LogDecoder(
            LogAssembler(chunks: try loggers(of: key)), anchor: logAnchor, decode: decode)
        return try download(into: decoder) { decoder, entries in
            try decoder.take(entries)
        } result: {
            $0.samples
        }
    }

    /// The samples of a sensor among entries of a log, so that several sensors can share one download.
    ///
    /// - Throws: `MWError.invalidState` if this host knows no loggers of the sensor; the parser's error.
    public func decodeEntries<L: MWLoggable>(
        _ entries: [RawLogEntry], for loggable: L
    ) throws -> [MWLoggedSample<L.Sample>] {
        try decode(entries, try loggers(of: loggable.loggerKey)) {
            try loggable.parseLogSample(from: $0)
        }
    }

    /// The samples of a signal that was found on the board.
    ///
    /// - Throws: the error of the signal's decoder.
    public func decodeEntries(
        _ entries: [RawLogEntry], for signal: MWAnonymousSignal
    ) throws -> [MWLoggedSample<[MWAnonymousSignal.Output]>] {
        try decode(entries, signal.chunks, signal.decode)
    }

    /// The samples of some loggers.
    func _decodeEntries<S: Sendable>(
        _ entries: [RawLogEntry], chunks: [(id: UInt8, byteCount: Int)],
        decode: @Sendable (Data) throws -> S
    ) throws -> [MWLoggedSample<S>] {
        try self.decode(
            entries, chunks.map { LoggerChunk(id: $0.id, byteCount: $0.byteCount) }, decode)
    }

    func decode<S: Sendable>(
        _ entries: [RawLogEntry], _ chunks: [LoggerChunk], _ decode: @Sendable (Data) throws -> S
    ) throws -> [MWLoggedSample<S>] {
        // If nothing is missing, the order of arrival joins them, whatever their ticks are.
        let counts = Set(chunks.map { chunk in entries.count { $0.id == chunk.id } })
        return try withoutActuallyEscaping(decode) { decode in
            var decoder = LogDecoder(
                LogAssembler(chunks: chunks, pairing: counts.count > 1 ? .byTick : .byArrival),
                anchor: logAnchor, decode: decode)
            try decoder.take(entries)
            return decoder.samples
        }
    }

    private func download<Kept: Sendable>(
        into kept: Kept, take: @escaping @Sendable (inout Kept, [RawLogEntry]) throws -> Void
    ) throws -> AsyncThrowingStream<Download<Kept>, any Error> {
        try download(into: kept, take: take, result: { $0 })
    }

    private func download<Kept: Sendable, Value: Sendable>(
        into kept: Kept, take: @escaping @Sendable (inout Kept, [RawLogEntry]) throws -> Void,
        result: @escaping @Sendable (inout Kept) -> Value
    ) throws -> AsyncThrowingStream<Download<Value>, any Error> {
        let steps = try readOut()
        let (stream, output) = AsyncThrowingStream<Download<Value>, any Error>.makeStream()
        let task = Task {
            var kept = kept
            do {
                for try await step in steps {
                    try take(&kept, step.entries)
                    output.yield(
                        Download(
                            data: result(&kept), percentComplete: step.fraction,
                            totalEntries: step.total, entriesDownloaded: step.received))
                }
                output.finish()
            } catch {
                output.finish(throwing: error)
            }
        }
        output.onTermination = { reason in
            if case .cancelled = reason { task.cancel() }
        }
        return stream
    }
}
