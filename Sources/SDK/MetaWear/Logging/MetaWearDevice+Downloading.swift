public import Foundation
public import MetaWearProtocol

extension MetaWearDevice {
    /// Downloads the log as entries, whatever has recorded them. The board deletes what has arrived.
    ///
    /// Each element has everything that has come until then; the last one is complete. If a download fails, what has
    /// come is the beginning of the next one, and entries that the board sends again are left out. To end the loop
    /// early gives the download up in the same way.
    ///
    /// A board with NAND is first given 0.3 to 2 s, because its last page reaches the log when it gets to it.
    ///
    /// - Parameter expectEntries: whether you know that something was recorded: an empty log is then asked for up to 8 s before it
    ///   is believed.
    /// - Throws: `MWError.invalidState` unless the device is idle. The stream ends with `MWError.timeout` after 60 s
    ///   of silence, and with the radio's error when the link is lost.
    public func downloadLogs(
        expectEntries: Bool = false
    ) async throws -> AsyncThrowingStream<Download<[RawLogEntry]>, any Error> {
        try await download(
            into: [RawLogEntry](), expectsEntries: expectEntries, take: { $0 += $1 }, result: { $0 }
        )
    }

    /// Downloads the samples of a sensor. Entries of other loggers are kept for their own download, until ``clearLog()``
    /// or the end of the program. See ``downloadLogs()``.
    ///
    /// - Throws: `MWError.invalidState` unless the device is idle and has logged the sensor.
    public func downloadLogs<L: MWLoggable>(
        _ loggable: L
    ) async throws -> AsyncThrowingStream<Download<[MWLoggedSample<L.Sample>]>, any Error> {
        try await downloadLogs(key: loggable.loggerKey) { try loggable.parseLogSample(from: $0) }
    }

    /// Downloads what was logged under a key; entries of other loggers are kept for their own download. See
    /// ``downloadLogs()``.
    ///
    /// - Parameters:
    ///   - key: as it was given to ``startLogging(_:key:)``.
    ///   - decode: reads a sample from its bytes, which have no header. An error ends the stream.
    /// - Throws: `MWError.invalidState` unless the device is idle and knows the key.
    public func downloadLogs<S: Sendable>(
        key: String, decode: @Sendable @escaping (Data) throws -> S
    ) async throws -> AsyncThrowingStream<Download<[MWLoggedSample<S>]>, any Error> {
        let loggers = try loggers(of: key)
        let decoder = LogDecoder(
            LogAssembler(chunks: loggers), anchor: logAnchor, decode: decode)
        return try await download(of: Set(loggers.map(\.id)), into: decoder) { decoder, entries in
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

    func decode<S: Sendable>(
        _ entries: [RawLogEntry], _ chunks: [LoggerChunk], _ decode: @Sendable (Data) throws -> S
    ) throws -> [MWLoggedSample<S>] {
        // If nothing is missing, the order of arrival joins them, whatever their ticks are.
        let counts = Set(chunks.map { chunk in entries.count { $0.id == chunk.id } })
        let assembler = LogAssembler(
            chunks: chunks, pairing: counts.count > 1 ? .byTick : .byArrival)
        return try withoutActuallyEscaping(decode) { decode in
            var decoder = LogDecoder(assembler, anchor: logAnchor, decode: decode)
            try decoder.take(entries)
            return decoder.samples
        }
    }

    /// - Parameter loggers: whose entries are taken; nil for all.
    private func download<Kept: Sendable, Value: Sendable>(
        of loggers: Set<UInt8>? = nil, into kept: Kept, expectsEntries: Bool = false,
        take: @escaping @Sendable (inout Kept, [RawLogEntry]) throws -> Void,
        result: @escaping @Sendable (inout Kept) -> Value
    ) async throws -> AsyncThrowingStream<Download<Value>, any Error> {
        let feed = DownloadFeed(
            try await readOut(expectsEntries: expectsEntries), kept: kept, take: take,
            result: result
        ) { [weak self] in await self?.forgetBacklog(of: loggers) }
        // An element is made when it is asked for: a slow consumer does not hold many copies of the log.
        return AsyncThrowingStream { try await feed.next() }
    }
}

/// The elements of a download, for the one task that takes them.
private final class DownloadFeed<Kept: Sendable, Value: Sendable>: @unchecked Sendable {
    private var steps: AsyncThrowingStream<ReadoutStep, any Error>.AsyncIterator
    private var kept: Kept
    private let take: @Sendable (inout Kept, [RawLogEntry]) throws -> Void
    private let result: @Sendable (inout Kept) -> Value
    /// Called once.
    private var onEnd: (@Sendable () async -> Void)?

    init(
        _ steps: AsyncThrowingStream<ReadoutStep, any Error>, kept: Kept,
        take: @escaping @Sendable (inout Kept, [RawLogEntry]) throws -> Void,
        result: @escaping @Sendable (inout Kept) -> Value,
        onEnd: @escaping @Sendable () async -> Void
    ) {
        self.steps = steps.makeAsyncIterator()
        self.kept = kept
        self.take = take
        self.result = result
        self.onEnd = onEnd
    }

    func next() async throws -> Download<Value>? {
        guard let step = try await steps.next() else {
            // A task that is cancelled sees an end, too.
            if !Task.isCancelled { await onEnd.take()?() }
            return nil
        }
        try take(&kept, step.entries)
        let element = Download(
            data: result(&kept), percentComplete: step.fraction, totalEntries: step.total,
            entriesDownloaded: step.received)
        // Many stop at the element that says that it is the last.
        if step.fraction == 1, step.received >= step.total { await onEnd.take()?() }
        return element
    }
}
