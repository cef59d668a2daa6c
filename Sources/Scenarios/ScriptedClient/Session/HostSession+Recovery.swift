import MetaWearProtocol
import MetaWearTables
import Simulation

/// Reads back what an earlier client set up (protocol, core 11).
extension HostSession {
    /// How long a slot may stay silent before it counts as free.
    private static let slotTime = Nanoseconds.seconds(1)

    /// Reads the ranges and the loggers with their processors, and finds the signals that are recorded; their names, in
    /// words.
    func recoverSignals() async throws(StepFailure) -> String {
        var recovery = SignalRecovery(modules: modules.modules, readsFusionMode: true)
        while let question = recovery.next {
            recovery.take(
                recovery.mayStaySilent
                    ? try await answer(to: question, within: Self.slotTime)
                    : try await ask(question))
        }
        state.take(recovery)
        var found: [(signal: ScriptSignal, loggers: [ActiveLogger])] = []
        for group in ActiveLogger.groups(of: recovery.loggers) {
            let source = try source(group[0].key, recovery.processors)
            found.append((source.logged(by: group), group))
        }
        return keep(found)
    }

    /// Finds the signal of a key.
    ///
    /// - Parameter processors: those between it and the sensor; without those that it comes from itself.
    private func source(
        _ key: SourceKey, _ processors: [ActiveProcessor]
    ) throws(StepFailure) -> ScriptSignal {
        guard let id = key.processorID else { return try builtIn(key) }
        guard let found = processors.first(where: { $0.processorID == id }) else {
            throw StepFailure("there is no processor \(id)")
        }
        let others = processors.filter { $0.processorID != id }
        var output = try source(found.parentKey, others).output(of: found)
        output.key = key
        for buffer in found.bufferIDs {
            let buffered = try source(.processorState(buffer), others)
            output.signal.fields += buffered.fields
            output.shownCount += buffered.fields.count
        }
        return output
    }

    /// Finds a built-in signal by its key.
    private func builtIn(_ key: SourceKey) throws(StepFailure) -> ScriptSignal {
        for word in Signal.allCases {
            guard let signal = try? sensors.signal(word) else { continue }
            if signal.key == key || signal.key.loud == key { return signal }
        }
        throw StepFailure("unknown signal \(key.module), \(key.register), \(key.index)")
    }

    /// Remembers the signals, so that a download can interpret their entries.
    private func keep(_ signals: [(signal: ScriptSignal, loggers: [ActiveLogger])]) -> String {
        state.loggers = []
        for (signal, loggers) in signals {
            state.remember(signal)
            state.made.recovered[signal.name] = signal
            for (part, logger) in loggers.enumerated() {
                state.loggers.append(
                    HostLogger(
                        id: logger.loggerID, uid: state.uid, signal: signal.name, part: part))
            }
        }
        return signals.isEmpty ? "nothing" : signals.map(\.signal.name).joined(separator: ", ")
    }
}

extension HostState {
    fileprivate mutating func take(_ recovery: SignalRecovery) {
        accelerometer = recovery.accelerometer ?? accelerometer
        gyroscope = recovery.gyroscope ?? gyroscope
        if let mode = recovery.fusionMode {
            configurations[Step.FusionConfiguration.self].mode =
                Step.FusionConfiguration.Mode.allCases[Int(mode.rawValue)]
        }
    }
}

extension ScriptSignal {
    /// The part of it that loggers record: an axis or all of it.
    func logged(by loggers: [ActiveLogger]) -> ScriptSignal {
        let start = Int(loggers.first?.chunkOffset ?? 0)
        let end = loggers.last.map { Int($0.chunkOffset) + Int($0.chunkLength) } ?? 0
        guard start > 0 || end < signal.length else { return self }
        var part = replaced(by: signal.part(from: start, to: end))
        var at = 0
        for (i, field) in signal.fields.enumerated() {
            if at >= start, at + field.size <= end { part.name += "[\(i)]" }
            at += field.size
        }
        return part
    }

    /// The output of a processor, under a name made of the words of scripts.
    func output(of processor: ActiveProcessor) -> ScriptSignal {
        let input = processor.input(of: signal)
        var output = replaced(by: processor.output(of: input))
        output.name = signal.name + ":" + processor.segment
        output.units = []
        guard input.fields == signal.fields, processor.bufferIDs.isEmpty else { return output }
        if output.fields.count >= input.fields.count {
            output.shownCount -= signal.fields.count - shownCount
        }
        // Passthrough and time limiter.
        if [0x01, 0x08].contains(processor.processorType) { output.truth = truth }
        return output
    }
}

extension ActiveProcessor {
    /// Its part of a signal's name.
    fileprivate var segment: String {
        let words = [
            "low-pass": "average", "delay": "sample-delay", "differential": "delta",
            "buffer": "buffer-state",
        ]
        let known = MWAnonymousSignalScheme.processorSegment(
            type: processorType, id: processorID, config: configBytes)
        let word = known?.prefix { $0 != "?" } ?? "processor-\(processorType)"
        return "\(words[String(word)] ?? String(word))?id=\(processorID)"
    }
}
