import Foundation
import MetaWearProtocol
import MetaWearTables

extension MetaWearDevice {
    /// Has the board read a value at each tick of a timer of its own and record it, without a host.
    ///
    /// - Returns: what the board uses for it, to stop it later.
    /// - Throws: `MWError.invalidState` unless the device is idle or logging, or if the value is logged already;
    ///   `MWError.operationFailed` if the board cannot measure it; `MWError.timeout` if the board has no room for a timer, an event or a logger. Nothing is left on it then.
    public func startLogging<R: MWPolledLoggable>(
        _ logger: MWPolledLogger<R>
    ) async throws -> MWPolledLoggerHandles {
        let action = try logger.action
        let value = logger.readable
        try requireSensor(value)
        let source = SourceKey(
            value.module, value.loggerTriggerRegister, value.loggerTriggerIndex)
        let key = logger.loggerKey
        var timer: MWTimer?
        var event: MWEvent?
        var handles: MWPolledLoggerHandles?
        try await record(key, from: [.idle, .logging]) {
            let ticks = try await createTimer(periodMs: logger.periodMs)
            timer = ticks
            let reading = try await createEvent(source: .timerFired(ticks), action: action)
            event = reading
            try await addLoggers(source, value.logDataChunks, for: key)
            try await startRecording()
            try await startTimer(ticks)
            handles = MWPolledLoggerHandles(
                timerID: ticks.id, eventID: reading.id,
                loggerIDs: try loggers(of: key).map(\.id))
        } undo: {
            [timer?.remove, event?.remove].compactMap { $0?.data }
        }
        guard let handles else { throw MWError.operationFailed("`\(key)` did not start") }
        return handles
    }

    /// Ends the recording of the board, and removes the timer and the event of a polled logger; their errors are
    /// ignored, because the board may have started again in between.
    ///
    /// - Throws: the error of the write that ends the recording.
    public func stopLogging<R: MWPolledLoggable>(
        _ logger: MWPolledLogger<R>, handles: MWPolledLoggerHandles
    ) async throws {
        let timer = MWTimer(
            id: handles.timerID, periodMs: logger.periodMs, repetitions: MWTimer.infinite,
            immediate: false)
        let event = MWEvent(id: handles.eventID)
        try await inTurn {
            let session = session
            for packet in [timer.stop, timer.remove, event.remove] {
                try? await router.write(packet)
            }
            try await router.write(LogCommand.stop)
            if session == self.session, state == .logging { state = .idle }
        }
    }

    /// Downloads the values of a polled logger; entries of other loggers are kept for their own download. See
    /// ``downloadLogs()``.
    ///
    /// - Throws: `MWError.invalidState` unless the device is idle and has logged the value.
    public func downloadLogs<R: MWPolledLoggable>(
        _ logger: MWPolledLogger<R>
    ) async throws -> AsyncThrowingStream<Download<[MWLoggedSample<R.Sample>]>, any Error> {
        try await downloadLogs(key: logger.loggerKey) {
            try logger.readable.parseLogSample(from: $0)
        }
    }

    /// The values of a polled logger among entries of a log, so that several loggers can share one download.
    ///
    /// - Throws: `MWError.invalidState` if this host knows no loggers of the value; the parser's error.
    public func decodeEntries<R: MWPolledLoggable>(
        _ entries: [RawLogEntry], for logger: MWPolledLogger<R>
    ) throws -> [MWLoggedSample<R.Sample>] {
        try decode(entries, try loggers(of: logger.loggerKey)) {
            try logger.readable.parseLogSample(from: $0)
        }
    }
}

extension MWPolledLogger {
    /// What the board does at each tick: the silent form of the read.
    fileprivate var action: MWEventAction {
        get throws {
            guard let packet = Packet(readable.readCommand) else {
                throw MWError.operationFailed("`\(loggerKey)` has an invalid read command")
            }
            return MWEventAction(
                module: readable.module, register: packet.registerByte | RegisterFlag.silent,
                params: Data(packet.payload))
        }
    }
}
