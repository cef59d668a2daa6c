import Simulation

extension ScriptedClient {
    /// Asks for what a client must know of modules before it can write to them.
    func fetch(
        _ session: HostSession, _ modules: [UInt8], _ done: @escaping Done<Void>
    ) {
        inTurn(modules.filter { session.modules[$0] == nil }) { [self] id, next in
            module(session, id) { next($0.map { _ in }) }
        } then: {
            done($0)
        }
    }

    /// A step that only writes.
    func performCommands(
        _ kind: Step.Kind, _ session: HostSession, _ done: @escaping Done<String>
    ) {
        fetch(session, session.modules(for: kind)) { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            do throws(StepFailure) {
                session.send(try session.commands(kind))
                remember(kind, session)
                settle(session, done)
            } catch {
                done(.failure(error))
            }
        }
    }

    /// What the client knows of the board once a command is written.
    private func remember(_ kind: Step.Kind, _ session: HostSession) {
        switch kind {
        case .start(let step):
            for unit in step.signals.flatMap({ (try? session.signal($0))?.units ?? [] })
            where !session.state.made.started.contains(unit) {
                session.state.made.started.append(unit)
            }
        case .stop(let step):
            let stopped = step.signals.flatMap { (try? session.signal($0))?.units ?? [] }
            session.state.made.started.removeAll { stopped.contains($0) }
            session.state.made.logged.removeAll { stopped.contains($0) }
        case .modify(let step):
            guard var chain = session.state.made.chains[step.name.text] else { return }
            let index = (step.stage ?? chain.links.count) - 1
            guard chain.links.indices.contains(index) else { return }
            chain.links[index].kind = step.new.kind
            session.state.made.chains[step.name.text] = chain
        case .eraseMacros: session.state.made.macros = [:]
        default: break
        }
    }

    func writeCalibration(_ session: HostSession, _ done: @escaping Done<String>) {
        let known = session.state.made.calibration
        guard !known.isEmpty else {
            return done(
                .failure(StepFailure("no calibration data was read: `read: {calibration-data: …}`"))
            )
        }
        let mode = session.state.configurations.fusion.mode
        var count = 0
        for (register, isUsed) in [
            (UInt8(0x0C), true), (0x0D, mode.usesGyroscope), (0x0E, mode.usesMagnetometer),
        ] where isUsed {
            guard let bytes = known[register] else { continue }
            session.send([0x19, register] + bytes)
            count += 1
        }
        settle(session, saying: "of \(count) sensors", done)
    }

    /// The order of the Swift SDK (protocol, core 10).
    func factoryReset(_ session: HostSession, _ done: @escaping Done<String>) {
        session.send([
            [0x0B, 0x01, 0x00], [0x0B, 0x09, 0xFF, 0xFF, 0xFF, 0xFF], [0x0B, 0x0A], [0x0A, 0x05],
            [0x09, 0x08], [0x0F, 0x08], [0xFE, 0x05], [0xFE, 0x01],
        ])
        session.state.forgetAll()
        // The link ends by it.
        timers.after(Self.settlingTime) { done(.success("")) }
    }

    /// Timers one by one, then all the rest (protocol, core 10).
    func tearDown(_ session: HostSession, _ done: @escaping Done<String>) {
        for id in session.state.made.timers.values.sorted() { session.send([0x0C, 0x05, id]) }
        session.send([[0x09, 0x08], [0x0A, 0x05], [0x0B, 0x0A]])
        session.state.forgetAll()
        settle(session, done)
    }
}

extension HostState {
    /// Nothing that a script made is on the board any more.
    mutating func forgetAll() {
        made = MadeThings()
        loggers = []
    }
}
