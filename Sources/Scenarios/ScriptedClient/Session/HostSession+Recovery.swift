import Declaration
import MetaWearProtocol
import MetaWearTables
import Simulation

/// What an earlier client set up, found out by reading (protocol, core 11).
extension HostSession {
    /// Ranges of the motion sensors, and mode of the fusion, of those that the board has.
    func readRanges(_ done: @escaping Done<Void>) {
        let reads: [(request: [UInt8], take: (inout HostState, [UInt8]) -> Void)] = [
            ([0x03, 0x83], { [self] in $0.takeAccelerometer($1, modules) }),
            ([0x13, 0x83], { [self] in $0.takeGyroscope($1, modules) }),
            ([0x19, 0x82], { state, bytes in state.takeFusion(bytes) }),
        ]
        inTurn(reads.filter { !(modules[$0.request[0]] ?? []).isEmpty }, else: done) {
            [self] read, next in
            ask(
                read.request, PacketPattern(read.request),
                onSuccess(else: next) { [self] answer in
                    read.take(&state, Array(answer.dropFirst(2)))
                    next(.success(()))
                })
        } then: {
            done(.success(()))
        }
    }

    /// The loggers, and the signals that they record.
    func readLoggers(_ done: @escaping StepDone) {
        var open: [FoundTrigger] = []
        inTurn(Array(0..<(modules[0x0B]?.dropFirst(2).first ?? 0)), else: done) {
            [self] id, next in
            ask(
                [0x0B, 0x82, id], PacketPattern(0x0B, 0x82),
                onSuccess(else: next) { answer in
                    if answer.count >= 6 {
                        open.append(FoundTrigger(id: id, bytes: Array(answer[2..<6])))
                    }
                    next(.success(()))
                })
        } then: { [self] in
            var signals: [(signal: BoardSignal, triggers: [FoundTrigger])] = []
            func takeNext() {
                guard let first = open.first else { return done(.success(keep(signals))) }
                source(
                    first.key,
                    onSuccess(else: done) { signal in
                        let own = FoundTrigger.chunks(of: signal, in: open)
                        open.removeAll { trigger in own.contains { $0.id == trigger.id } }
                        signals.append((signal.logged(by: own), own))
                        takeNext()
                    })
            }
            takeNext()
        }
    }

    /// The signal of a key; asks for the processors that it went through.
    private func source(_ key: SourceKey, _ done: @escaping Done<BoardSignal>) {
        guard key.module == 0x09 else { return done(builtIn(key)) }
        ask(
            [0x09, 0x82, key.index], PacketPattern(0x09, 0x82),
            onSuccess(else: done) { [self] answer in
                guard let found = FoundProcessor(answer) else {
                    throw StepFailure("there is no processor \(key.index)")
                }
                source(
                    found.key,
                    onSuccess(else: done) { [self] input in
                        var output = found.output(of: found.part(of: input), id: key.index)
                        output.key = key
                        inTurn(found.references, else: done) { [self] reference, next in
                            source(
                                SourceKey(0x09, 0xC4, reference),
                                onSuccess(else: next) { buffer in
                                    output.fields += buffer.fields
                                    next(.success(()))
                                })
                        } then: {
                            done(.success(output))
                        }
                    })
            })
    }

    /// A signal that every board may have, by its key.
    private func builtIn(_ key: SourceKey) -> Result<BoardSignal, StepFailure> {
        let catalogue = SignalCatalogue(encoder: encoder)
        for word in Signal.allCases {
            guard let signal = try? catalogue.signal(word) else { continue }
            var known = signal.key
            // A processor takes the loud form of what a logger takes in silence.
            if known.register & 0xC0 == 0xC0 { known.register &= 0xBF }
            if signal.key == key || known == key { return .success(signal) }
        }
        return .failure(
            StepFailure(
                "unknown signal \(key.module), \(key.register), \(key.index)"))
    }

    /// From now on a download knows what it gets.
    private func keep(
        _ signals: [(signal: BoardSignal, triggers: [FoundTrigger])]
    ) -> String {
        state.loggers = []
        for (signal, triggers) in signals {
            state.remember(signal)
            state.made.recovered[signal.name] = signal
            for (chunk, trigger) in triggers.enumerated() {
                state.loggers.append(
                    HostLogger(
                        id: trigger.id, uid: state.uid, signal: signal.name, chunk: chunk))
            }
        }
        return signals.isEmpty ? "nothing" : signals.map(\.signal.name).joined(separator: ", ")
    }
}

extension HostState {
    fileprivate mutating func takeAccelerometer(_ bytes: [UInt8], _ modules: [UInt8: [UInt8]]) {
        let device = InertialChip(module: 0x03, information: modules[0x03] ?? [])
        accelerometer = device?.setting(bytes) ?? accelerometer
    }

    fileprivate mutating func takeGyroscope(_ bytes: [UInt8], _ modules: [UInt8: [UInt8]]) {
        let device = InertialChip(module: 0x13, information: modules[0x13] ?? [])
        gyroscope = device?.setting(bytes) ?? gyroscope
    }

    fileprivate mutating func takeFusion(_ bytes: [UInt8]) {
        guard
            let mode = Step.FusionConfiguration.Mode.allCases.first(where: {
                $0.code == bytes.first
            })
        else { return }
        configurations.fusion.mode = mode
    }
}
