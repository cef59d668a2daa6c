import Declaration
import MetaWearTables
import Simulation

/// What an earlier client set up, found out by reading (protocol, core 11).
extension ScriptedClient {
    func recover(
        _ session: HostSession, _ limit: Nanoseconds, _ done: @escaping Done<String>
    ) {
        let finish = first(done)
        timers.after(limit) {
            finish(.failure(StepFailure("not recovered within \(limit.text)")))
        }
        let clock: Done<Void> = { [self] result in
            guard case .success = result else { return finish(result.map { "" }) }
            readClock(session) { [self] result in
                guard case .success = result else { return finish(result.map { "" }) }
                readRanges(session) { [self] result in
                    guard case .success = result else { return finish(result.map { "" }) }
                    readLoggers(session, finish)
                }
            }
        }
        fetch(session, [0x03, 0x13, 0x15, 0x19, 0x0B, 0x09, 0x12, 0x14], clock)
    }

    /// Ranges of the motion sensors, and mode of the fusion, of those that the board has.
    private func readRanges(_ session: HostSession, _ done: @escaping Done<Void>) {
        let reads: [(request: [UInt8], take: (inout HostState, [UInt8]) -> Void)] = [
            ([0x03, 0x83], { $0.takeAccelerometer($1, session.modules) }),
            ([0x13, 0x83], { $0.takeGyroscope($1, session.modules) }),
            ([0x19, 0x82], { state, bytes in state.takeFusion(bytes) }),
        ]
        inTurn(reads.filter { !(session.modules[$0.request[0]] ?? []).isEmpty }) { read, next in
            session.ask(read.request, PacketPattern(read.request)) { result in
                if case .success(let answer) = result {
                    read.take(&session.state, Array(answer.dropFirst(2)))
                }
                next(result.map { _ in })
            }
        } then: {
            done($0)
        }
    }

    private func readLoggers(_ session: HostSession, _ done: @escaping Done<String>) {
        let count = session.modules[0x0B]?.dropFirst(2).first ?? 0
        var triggers: [FoundTrigger] = []
        inTurn(Array(0..<count)) { id, next in
            session.ask([0x0B, 0x82, id], PacketPattern(0x0B, 0x82)) { result in
                if case .success(let answer) = result, answer.count >= 6 {
                    triggers.append(FoundTrigger(id: id, bytes: Array(answer[2..<6])))
                }
                next(result.map { _ in })
            }
        } then: { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            var signals: [(signal: BoardSignal, triggers: [FoundTrigger])] = []
            var open = triggers
            func takeNext() {
                guard let first = open.first else {
                    return done(.success(session.keep(signals)))
                }
                source(session, first.key) { result in
                    switch result {
                    case .failure(let failure): done(.failure(failure))
                    case .success(let signal):
                        let own = FoundTrigger.chunks(of: signal, in: open)
                        open.removeAll { trigger in own.contains { $0.id == trigger.id } }
                        signals.append((signal.logged(by: own), own))
                        takeNext()
                    }
                }
            }
            takeNext()
        }
    }

    /// The signal of a key; asks for the processors that it went through.
    private func source(
        _ session: HostSession, _ key: SourceKey, _ done: @escaping Done<BoardSignal>
    ) {
        guard key.module == 0x09 else { return done(session.builtIn(key)) }
        session.ask([0x09, 0x82, key.index], PacketPattern(0x09, 0x82)) { [self] result in
            guard case .success(let answer) = result else { return done(result.map { _ in .none }) }
            guard let found = FoundProcessor(answer) else {
                return done(.failure(StepFailure("there is no processor \(key.index)")))
            }
            source(session, found.key) { [self] result in
                guard case .success(let input) = result else { return done(result) }
                var output = found.output(of: found.part(of: input), id: key.index)
                output.key = key
                guard !found.references.isEmpty else { return done(.success(output)) }
                inTurn(found.references) { [self] reference, next in
                    source(session, SourceKey(0x09, 0xC4, reference)) { result in
                        if case .success(let buffer) = result { output.fields += buffer.fields }
                        next(result.map { _ in })
                    }
                } then: { result in
                    done(result.map { output })
                }
            }
        }
    }
}

extension BoardSignal {
    /// Nothing.
    fileprivate static let none = BoardSignal(name: "", key: SourceKey(0, 0), fields: [])
}

extension HostSession {
    /// A signal that every board may have, by its key.
    fileprivate func builtIn(_ key: SourceKey) -> Result<BoardSignal, StepFailure> {
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
                "nobody knows the signal \(key.module), \(key.register), \(key.index)"))
    }

    /// From now on a download knows what it gets.
    fileprivate func keep(
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
        let device = InertialDevice(module: 0x03, information: modules[0x03] ?? [])
        accelerometer = device?.setting(bytes) ?? accelerometer
    }

    fileprivate mutating func takeGyroscope(_ bytes: [UInt8], _ modules: [UInt8: [UInt8]]) {
        let device = InertialDevice(module: 0x13, information: modules[0x13] ?? [])
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
