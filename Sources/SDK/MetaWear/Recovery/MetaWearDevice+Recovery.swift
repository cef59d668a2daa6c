import Foundation
public import MetaWearProtocol

extension MetaWearDevice {
    /// The loggers that the board has. Boards number them without gaps, as far as a host has not removed some.
    ///
    /// - Throws: the radio's error. A slot that does not answer within a second ends the list.
    public func queryActiveLoggers() async throws -> [ActiveLogger] {
        try await slots(of: .logging) { id, answer in
            guard answer.count >= 6, answer[2] != 0xFF else { return .free }
            return .used(ActiveLogger(id: id, answer: answer))
        }
    }

    /// The processors that the board has. See ``queryActiveLoggers()``.
    ///
    /// - Throws: the radio's error.
    public func queryActiveProcessors() async throws -> [ActiveProcessor] {
        try await slots(of: .dataProcessor) { id, answer in
            guard answer.count >= 7, answer[2] != 0xFF else { return .free }
            return .used(ActiveProcessor(id: id, answer: answer))
        }
    }

    private enum Slot<Value> {
        case free
        /// nil for one that this SDK does not understand.
        case used(Value?)
    }

    /// Asks a module for its slots until one is free.
    private func slots<Value>(
        of module: MWModule, _ read: (UInt8, [UInt8]) -> Slot<Value>
    ) async throws -> [Value] {
        var found: [Value] = []
        for id in 0..<UInt8(32) {
            let question = Packet.read(module, 0x02, [id])
            guard let answer = try await answer(to: question, within: MWProtocolLayer.slotTime),
                case .used(let value) = read(id, answer)
            else { break }
            if let value { found.append(value) }
        }
        return found
    }

    /// The answer to a question whose answer does not hold the number of its slot: one question after the other.
    ///
    /// - Returns: nil if none comes in time, as for a free slot of some boards.
    private func answer(to question: Packet, within time: Duration) async throws -> [UInt8]? {
        do {
            return try await create { device, _ in
                [UInt8](
                    try await device.router.ask(
                        question.data, expecting: AnswerPattern(answering: question), within: time))
            } discarding: { _ in
                []
            }
        } catch MWError.timeout {
            return nil
        }
    }

    /// Finds the loggers of a sensor on the board again, after a restart of the program.
    ///
    /// - Throws: `MWError.operationFailed` if the board does not log the sensor; the radio's error.
    public func recoverLoggers<L: MWLoggable>(for loggable: L) async throws {
        try recoverLoggers(for: loggable, using: try await queryActiveLoggers())
    }

    /// The same with loggers that were found before, so that several sensors can share one query.
    ///
    /// - Throws: `MWError.operationFailed` if none of them is of the sensor.
    public func recoverLoggers<L: MWLoggable>(
        for loggable: L, using loggers: [ActiveLogger]
    ) throws {
        try keep(
            loggers.filter {
                $0.module == loggable.module && $0.register & 0x3F == loggable.dataRegister & 0x3F
            }, loggable.logDataChunks, as: loggable.loggerKey)
    }

    /// Finds the loggers of a polled value on the board again, after a restart of the program.
    ///
    /// - Throws: `MWError.operationFailed` if the board does not log the value; the radio's error.
    public func recoverLoggers<R: MWPolledLoggable>(for logger: MWPolledLogger<R>) async throws {
        try recoverLoggers(for: logger, using: try await queryActiveLoggers())
    }

    /// The same with loggers that were found before.
    ///
    /// - Throws: `MWError.operationFailed` if none of them is of the value.
    public func recoverLoggers<R: MWPolledLoggable>(
        for logger: MWPolledLogger<R>, using loggers: [ActiveLogger]
    ) throws {
        let value = logger.readable
        try keep(
            loggers.filter {
                $0.module == value.module && $0.register & 0x3F == value.dataRegister & 0x3F
                    && $0.channel == value.loggerTriggerIndex
            }, value.logDataChunks, as: logger.loggerKey)
    }

    private func keep(
        _ found: [ActiveLogger], _ chunks: [(offset: UInt8, length: UInt8)], as key: String
    ) throws {
        guard !found.isEmpty else {
            throw MWError.operationFailed("the board has no logger of `\(key)`")
        }
        loggerRegistry[key] = zip(found.sorted { $0.loggerID < $1.loggerID }, chunks)
            .map { LoggerChunk(id: $0.loggerID, byteCount: Int($1.length)) }
    }

    /// The signals that the board logs, including those that another client set up: download the log once, and decode
    /// its entries for each of them. A board whose free slots are silent takes a second for each of them.
    ///
    /// - Throws: the radio's error.
    public func createAnonymousDataSignals() async throws -> [MWAnonymousSignal] {
        var recovery = SignalRecovery(modules: modules.values)
        while let question = recovery.next {
            let time =
                recovery.mayStaySilent ? MWProtocolLayer.slotTime : MWProtocolLayer.answerTime
            recovery.take(try await answer(to: question, within: time))
        }
        return recovery.signals.map { MWAnonymousSignal($0.signal, of: $0.root, in: $0.chunks) }
    }
}
