import MetaWearProtocol
import MetaWearTables

/// Reads back what an earlier client set up (protocol, core 11).
extension HostSession {
    /// Reads the ranges of the motion sensors and the mode of the fusion, if the board has them.
    func readRanges() async throws(StepFailure) {
        let fusion = modules.has(.sensorFusion) ? FusionConfiguration.readMode : nil
        let reads = [
            modules.accelerometer?.readConfiguration, modules.gyroscope?.readConfiguration, fusion,
        ]
        for read in reads.compactMap(\.self) {
            let answer = try await ask(read)
            state.take(configuration: Array(answer.dropFirst(2)), of: read.knownModule, modules)
        }
    }

    /// Reads the loggers, and finds the signals that they record; their names, in words.
    func readLoggers() async throws(StepFailure) -> String {
        var open: [ActiveLogger] = []
        let slots = modules[.logging]?.slots ?? 0
        for id in 0..<UInt8(clamping: slots) {
            let answer = try await ask(LoggerTrigger.read(id))
            if let logger = ActiveLogger(id: id, answer: answer) { open.append(logger) }
        }
        var found: [(signal: ScriptSignal, loggers: [ActiveLogger])] = []
        for group in ActiveLogger.groups(of: open) {
            found.append((try await source(group[0].key).logged(by: group), group))
        }
        return keep(found)
    }

    /// Finds the signal of a key; reads the processors between it and the sensor.
    private func source(_ key: SourceKey) async throws(StepFailure) -> ScriptSignal {
        guard let id = key.processorID else { return try builtIn(key) }
        let answer = try await ask(ProcessorCommand.read(id))
        guard let found = ActiveProcessor(id: id, answer: answer) else {
            throw StepFailure("there is no processor \(id)")
        }
        var output = try await source(found.parentKey).output(of: found)
        output.key = key
        for buffer in found.bufferIDs {
            let buffered = try await source(.processorState(buffer))
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
    fileprivate mutating func take(
        configuration bytes: [UInt8], of module: MWModule?, _ modules: BoardDescription
    ) {
        switch module {
        case .accelerometer:
            accelerometer = modules.accelerometer?.setting(bytes) ?? accelerometer
        case .gyro: gyroscope = modules.gyroscope?.setting(bytes) ?? gyroscope
        default:
            guard let mode = bytes.first.flatMap({ MWSensorFusionMode(rawValue: $0) }) else {
                return
            }
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
