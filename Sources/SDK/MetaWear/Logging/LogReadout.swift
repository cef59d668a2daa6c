import Foundation
import MetaWearProtocol

/// What a readout has brought since the last step.
struct ReadoutStep: Sendable {
    var entries: [RawLogEntry] = []
    /// 0 to 1.
    var fraction: Double
    /// What the board announced.
    var total: UInt32
    /// How many of them have come.
    var received: UInt32
}

/// What came of a log and was not taken: a download failed or was given up, or it was for other loggers. The board has
/// deleted the pages that were confirmed, so the next download begins with them.
struct LogBacklog: Sendable {
    var entries: [RawLogEntry]
    /// Knows what the board sends again.
    var download: LogDownload
}

extension MetaWearDevice {
    /// The longest silence of a board that reads out its log.
    private static let patience: Duration = .seconds(60)
    /// How often a board is asked to report: one with 1.7 reports nothing by itself.
    private static let reports: UInt32 = 100
    /// How long to wait for entries behind the last progress: each time, and in all.
    private static let lateness: (pause: Duration, whole: Duration) = (
        .milliseconds(300), .seconds(2)
    )

    /// Reads the log out. The stream's end without an error means that everything has arrived; cancelling it ends the
    /// readout. After a complete readout, the caller calls ``forgetBacklog(of:)``.
    ///
    /// - Parameter expectsEntries: whether the caller knows that something was recorded.
    /// - Throws: `MWError.invalidState` unless the device is idle.
    func readOut(
        expectsEntries: Bool
    ) async throws -> AsyncThrowingStream<ReadoutStep, any Error> {
        try await inTurn { try beginReadout(expectsEntries) }
    }

    /// What has come was taken: all of it, or what some loggers recorded. The rest stays for its own download.
    ///
    /// - Parameter loggers: their numbers; nil for all.
    func forgetBacklog(of loggers: Set<UInt8>? = nil) {
        if let loggers { backlog?.entries.removeAll { loggers.contains($0.id) } }
        if loggers == nil || backlog?.entries.isEmpty == true { backlog = nil }
    }

    private func beginReadout(
        _ expectsEntries: Bool
    ) throws -> AsyncThrowingStream<ReadoutStep, any Error> {
        guard state == .idle else {
            throw MWError.invalidState("a download needs an idle device; it is \(state.text)")
        }
        state = .downloading(progress: 0)
        let session = session
        let (steps, output) = AsyncThrowingStream<ReadoutStep, any Error>.makeStream()
        let task = Task {
            do {
                try await readOut(session, expectsEntries, output)
                end(session)
                output.finish()
            } catch {
                end(session)
                output.finish(throwing: error)
            }
        }
        output.onTermination = { reason in
            if case .cancelled = reason { task.cancel() }
        }
        readout = (session, task)
        return steps
    }

    private func end(_ session: Int) {
        if readout?.session == session { readout = nil }
        if session == self.session, case .downloading = state { state = .idle }
    }

    /// Waits for the end of a readout that nobody reads any more, or whose link is gone.
    func endOfAbandonedReadout() async throws {
        guard let readout, readout.task.isCancelled || readout.session != session else { return }
        let end = PendingResult<Void>()
        Task {
            await readout.task.value
            _ = end.end(with: .success(()))
        }
        try await end.value()
    }

    private func readOut(
        _ session: Int, _ expectsEntries: Bool,
        _ output: AsyncThrowingStream<ReadoutStep, any Error>.Continuation
    ) async throws {
        var download =
            backlog?.download
            ?? LogDownload(
                revision: modules[.logging]?.revision ?? 0, reports: Self.reports)
        let (packets, input) = AsyncThrowingStream<Data, any Error>.makeStream()
        let route = PacketRoute(
            deliver: { input.yield($0) }, finish: { input.finish(throwing: $0) })
        let keys = LogCommand.ReadoutRegister.allCases.map { PacketKey(.logging, $0.rawValue) }
        for key in keys { await router.setRoute(key, route) }
        let closing: () async -> Void = { [router] in
            for key in keys { await router.setRoute(key, nil, finishing: false) }
            guard session == self.session else { return }
            let packets = download.endPackets.map(\.data)
            // In a task of its own, because this one may be cancelled.
            await Task { try? await self.write(packets) }.value
        }
        do {
            try await run(&download, session, expectsEntries, packets, input, output)
        } catch {
            backlog?.download = download
            await closing()
            throw error
        }
        backlog?.download = download
        await closing()
    }

    /// The answer to the question for the log's length, once a flush has reached it.
    private func settledLength(_ settling: LengthSettling) async throws -> Data {
        var settling = settling
        while true {
            if settling.pause > 0 { try await Task.sleep(for: .milliseconds(settling.pause)) }
            for packet in settling.packets { try await router.write(packet) }
            let answer = try await router.read(.logging, 0x05)
            if settling.hasSettled(with: answer.span) { return answer }
        }
    }

    private func run(
        _ download: inout LogDownload, _ session: Int, _ expectsEntries: Bool,
        _ packets: AsyncThrowingStream<Data, any Error>,
        _ input: AsyncThrowingStream<Data, any Error>.Continuation,
        _ output: AsyncThrowingStream<ReadoutStep, any Error>.Continuation
    ) async throws {
        // Of an earlier download that failed.
        let before = download.received + download.repeated
        func received() -> Int { download.received + download.repeated - before }
        let begin = download.begin()
        try await write(begin.map(\.data))
        let length = try await settledLength(download.settling(expectsEntries: expectsEntries))
        guard length.count > 2 else {
            throw MWError.operationFailed("the board did not say how long its log is")
        }
        let kept = backlog?.entries ?? []
        let request = download.take(length.span)
        let total = download.total ?? 0
        if backlog == nil { backlog = LogBacklog(entries: [], download: download) }
        guard total > 0 else {
            output.yield(ReadoutStep(entries: kept, fraction: 1, total: 0, received: 0))
            return
        }
        output.yield(ReadoutStep(entries: kept, fraction: 0, total: total, received: 0))
        for case .write(let packet) in request { try await router.write(packet) }

        var step = ReadoutStep(fraction: 0, total: total, received: 0)
        var watchdog = Watchdog(Self.patience) { input.finish(throwing: MWError.timeout) }
        defer { watchdog.end() }
        var isLate = false
        var iterator = packets.makeAsyncIterator()
        while let packet = try await iterator.next() {
            watchdog.reset()
            step.received = UInt32(clamping: received())
            for action in download.take(packet.span) {
                switch action {
                case .write(let packet): try await router.write(packet)
                case .entries(let new):
                    step.entries += new
                    backlog?.entries += new
                case .progress:
                    step.fraction = download.fraction
                    step.received = UInt32(clamping: received())
                    if session == self.session {
                        state = .downloading(progress: step.fraction)
                    }
                    output.yield(step)
                    step.entries = []
                case .finished: break
                }
            }
            guard download.isFinished else { continue }
            if received() >= Int(total) { break }
            guard !isLate else { continue }
            isLate = true
            watchdog.end()
            watchdog = Watchdog(Self.lateness.pause, atMost: Self.lateness.whole) { input.finish() }
        }
        try Task.checkCancellation()
        guard download.isFinished else { throw MWError.timeout }
        if !step.entries.isEmpty {
            step.fraction = 1
            step.received = UInt32(clamping: received())
            output.yield(step)
        }
    }
}
