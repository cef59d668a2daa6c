import Foundation
import MetaWearProtocol
import MetaWearTables

extension MetaWearDevice {
    /// Has the board record a sensor into its log.
    ///
    /// - Throws: `MWError.invalidState` unless the device is idle or logging, or if the sensor is logged already (also
    ///   after ``stopLogging(_:)-(L)``: download and ``clearLog()`` first); `MWError.operationFailed` if the board has no
    ///   such sensor; `MWError.timeout` if it has no logger left. The sensor is not logged then.
    public func startLogging<L: MWLoggable>(_ loggable: L) async throws {
        try requireSensor(loggable)
        try await record(loggable.loggerKey, from: [.idle, .logging]) {
            let session = session
            try await prepare(loggable, in: session)
            let source = SourceKey(loggable.module, loggable.dataRegister)
            try await addLoggers(source, loggable.logDataChunks, for: loggable.loggerKey)
            try await write(loggable.enableCommands + loggable.startCommands, in: session)
            try await startRecording()
        } undo: {
            [loggable.stopCommands, loggable.disableCommands].joined().map { $0 }
        }
    }

    /// Has the board record what a processor gives. What feeds the processor is started by the caller, as with
    /// ``prepareSignalSource(_:)``.
    ///
    /// - Parameters:
    ///   - handle: the processor.
    ///   - key: the name under which the log is downloaded later.
    /// - Throws: `MWError.invalidState` unless the device is idle, or if the key is in use; `MWError.timeout` if the
    ///   board has no logger left.
    public func startLogging(_ handle: MWProcessorHandle, key: String) async throws {
        try await record(key, from: [.idle]) {
            let chunks = LogChunk.split(length: Int(handle.dataLength))
            try await addLoggers(handle.key, chunks.map { ($0.offset, $0.length) }, for: key)
            try await startRecording()
        }
    }

    /// Ends the recording of the board, and stops a sensor.
    ///
    /// - Throws: the error of a write.
    public func stopLogging<L: MWLoggable>(_ loggable: L) async throws {
        try await stopRecording {
            try await writeAnyway(loggable.stopCommands + loggable.disableCommands)
        }
    }

    /// Ends the recording of the board, also one that was started over an earlier link.
    ///
    /// - Throws: `MWError.invalidState` for an unknown key, and without a link; the error of a write.
    public func stopLogging(key: String) async throws {
        _ = try loggers(of: key)
        try requireLink("stopLogging(key:)")
        try await stopRecording {}
    }

    /// Ends the recording of the board, and nothing else: what was recorded and the loggers stay. For a session of another
    /// host, before its log is downloaded.
    ///
    /// - Throws: the error of a write.
    public func stopOnBoardLogging() async throws { try await router.write(LogCommand.stop) }

    /// Has the board write the entries in its memory to its flash, so that a download has them all. A download does
    /// it by itself.
    ///
    /// - Returns: false if the board's firmware has no such command.
    @discardableResult
    public func flushLogPage() async throws -> Bool {
        guard hasFlush else { return false }
        try await router.write(LogCommand.flushPage)
        return true
    }

    /// The loggers of a key, in the order of a sample's bytes.
    ///
    /// - Throws: `MWError.invalidState` for an unknown key.
    func loggers(of key: String) throws -> [LoggerChunk] {
        guard let chunks = loggerRegistry[key] else {
            throw MWError.invalidState(
                "nothing is logged as `\(key)`; after a restart of the program use recoverLoggers")
        }
        return chunks
    }

    /// Starts a recording; if that fails or is cancelled, the device is as before.
    func record(
        _ key: String, from allowed: [DeviceState], _ body: () async throws -> Void,
        undo: () -> [Data] = { [] }
    ) async throws {
        try await inTurn {
            guard allowed.contains(state) else {
                throw MWError.invalidState(
                    "startLogging() needs a device that is "
                        + allowed.map(\.text).joined(separator: " or ") + "; it is \(state.text)")
            }
            guard loggerRegistry[key] == nil else {
                throw MWError.invalidState(
                    "`\(key)` is logged already; download it and clear the log first")
            }
            let (former, session) = (state, session)
            state = .logging
            do {
                try await body()
                try check(session)
            } catch {
                let removal = (loggerRegistry.removeValue(forKey: key) ?? [])
                    .map { LoggerTrigger.remove($0.id).data }
                guard session == self.session else { throw error }
                let packets = undo() + removal
                // In a task of its own, because that of the caller may be cancelled.
                await Task { try? await self.write(packets) }.value
                if session == self.session, state == .logging { state = former }
                throw error
            }
        }
    }

    /// Has the board make a logger for each part, and keeps their ids under the key.
    func addLoggers(
        _ source: SourceKey, _ chunks: [(offset: UInt8, length: UInt8)], for key: String
    ) async throws {
        loggerRegistry[key] = []
        for chunk in chunks {
            let trigger = LoggerTrigger(
                source: source, chunk: LogChunk(offset: chunk.offset, length: chunk.length))
            let id = try await create { device, _ in
                try await device.numberOfNew(trigger.packet)
            } discarding: {
                [LoggerTrigger.remove($0)]
            }
            loggerRegistry[key]?.append(LoggerChunk(id: id, byteCount: Int(chunk.length)))
        }
    }

    /// A full log goes on over its oldest entries; the recording begins.
    func startRecording() async throws {
        try await write(LogCommand.startPackets().map(\.data))
    }

    /// Ends the recording, then does the rest. What is in the board's memory is flushed before, because nobody has seen a flush
    /// work when nothing is recorded (real boards of 2026: RB26-12).
    func stopRecording(_ rest: () async throws -> Void) async throws {
        try await inTurn {
            let session = session
            _ = try? await flushLogPage()
            try await writeAnyway([LogCommand.stop.data])
            try await rest()
            if session == self.session, state == .logging { state = .idle }
        }
    }
}
