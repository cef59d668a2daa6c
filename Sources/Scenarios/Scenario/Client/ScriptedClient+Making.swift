import MetaWearTables
import Simulation

/// What boards do by themselves: processors, timers, events, macros.
extension ScriptedClient {
    /// Waits for the id of a thing that a command creates; `[mod 02 id]` (protocol, core 1.5).
    private func create(
        _ session: HostSession, _ packet: [UInt8], _ what: String, _ next: @escaping Done<UInt8>
    ) {
        session.ask(packet, PacketPattern(packet[0], 0x02)) { result in
            next(
                result.flatMap { answer in
                    guard answer.count >= 3 else {
                        return .failure(StepFailure("the board gave no \(what)"))
                    }
                    return .success(answer[2])
                })
        }
    }

    // MARK: Processors

    func process(_ session: HostSession, _ step: Step.Process, _ done: @escaping Done<String>) {
        fetch(session, session.modules(for: step.source) + [0x09]) { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            var input: BoardSignal
            do throws(StepFailure) {
                input = try session.signal(step.source)
                if let part = step.component { input = try input.component(part.index) }
            } catch {
                return done(.failure(error))
            }
            // A processor takes what is read aloud, a logger what is read in silence (protocol,
            // sensors 1.7).
            if input.key.register & 0xC0 == 0xC0, input.key.module != 0x09 {
                input.key.register &= 0xBF
            }
            var chain = ProcessorChain()
            inTurn(step.chain) { [self] stage, next in
                add(session, stage.kind, to: chain.output ?? input) { result in
                    if case .success(let link) = result { chain.links.append(link) }
                    next(result.map { _ in })
                }
            } then: { result in
                guard case .success = result else { return done(result.map { "" }) }
                session.state.made.chains[step.label.text] = chain
                let ids = chain.links.map { "\($0.id)" }.joined(separator: ", ")
                done(.success("processors \(ids)"))
            }
        }
    }

    private func add(
        _ session: HostSession, _ kind: Stage.Kind, to input: BoardSignal,
        _ next: @escaping Done<ProcessorChain.Link>
    ) {
        let command: ProcessorCommand
        do throws(StepFailure) {
            command = try ProcessorCommand(
                kind, of: input, revision: session.modules[0x09]?.dropFirst().first ?? 0,
                buffers: try session.buffers(of: kind))
        } catch {
            return next(.failure(error))
        }
        create(session, command.add(to: input), "processor") { result in
            next(
                result.map { id in
                    var output = command.output
                    var isBuffer = false
                    if case .buffer = kind { isBuffer = true }
                    output.key = SourceKey(0x09, isBuffer ? 0xC4 : 0x03, id)
                    return ProcessorChain.Link(
                        id: id, kind: kind, input: input, output: output)
                })
        }
    }

    func remove(_ session: HostSession, _ step: Step.Remove, _ done: @escaping Done<String>) {
        let name = step.name.text
        if let chain = session.state.made.chains[name] {
            // Children before parents (protocol, core 4.8).
            for link in chain.links.reversed() { session.send([0x09, 0x06, link.id]) }
            session.state.made.chains[name] = nil
        } else if let timer = session.state.made.timers[name] {
            session.send([0x0C, 0x05, timer])
            session.state.made.timers[name] = nil
        } else if let events = session.state.made.events[name] {
            for id in events { session.send([0x0A, 0x04, id]) }
            session.state.made.events[name] = nil
        } else {
            return done(
                .failure(StepFailure("nothing called \(name) was made on \(session.boardName)")))
        }
        settle(session, done)
    }

    // MARK: Timers and events

    func timer(_ session: HostSession, _ step: Step.Timer, _ done: @escaping Done<String>) {
        create(session, EventCommands.timer(step), "timer") { [self] result in
            guard case .success(let id) = result else { return done(result.map { _ in "" }) }
            session.state.made.timers[step.label.text] = id
            if step.isStarted { session.send([0x0C, 0x03, id]) }
            settle(session, saying: "timer \(id)", done)
        }
    }

    func when(_ session: HostSession, _ step: Step.When, _ done: @escaping Done<String>) {
        let needed = step.actions.flatMap { session.modules(for: $0.kind) }
        fetch(session, session.modules(for: step.signal) + needed) { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            var bound: [(entry: [UInt8], parameters: [UInt8])] = []
            do throws(StepFailure) {
                let source = try session.signal(step.signal)
                for action in step.actions {
                    for command in try session.commands(action.kind) {
                        bound.append(
                            try EventCommands.bind(command, to: source.key, token: step.token))
                    }
                }
            } catch {
                return done(.failure(error))
            }
            var ids: [UInt8] = []
            inTurn(bound) { [self] event, next in
                create(session, event.entry, "event") { result in
                    if case .success(let id) = result { ids.append(id) }
                    next(result.map { _ in })
                }
                // Back to back with the entry, as the C++ SDK does (protocol, core 5.2).
                session.send(event.parameters)
            } then: { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                if let label = step.label { session.state.made.events[label.text] = ids }
                settle(
                    session,
                    saying: "events " + ids.map { "\($0)" }.joined(separator: ", "), done)
            }
        }
    }

    // MARK: Macros

    func macro(
        _ session: HostSession, _ board: Int, _ step: Step.Macro, _ done: @escaping Done<String>
    ) {
        let record: (Result<[[UInt8]], StepFailure>) -> Void = { [self] result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(let commands): self.record(session, commands, step, done)
            }
        }
        if step.isLive {
            performLive(session, board, step.steps, record)
        } else {
            fetch(session, step.steps.flatMap { session.modules(for: $0.kind) }) { result in
                guard case .success = result else { return record(result.map { _ in [] }) }
                do throws(StepFailure) {
                    var commands: [[UInt8]] = []
                    for inner in step.steps { commands += try session.commands(inner.kind) }
                    record(.success(commands))
                } catch {
                    record(.failure(error))
                }
            }
        }
    }

    /// Does the steps and keeps what they write, so that the ids are the board's own.
    private func performLive(
        _ session: HostSession, _ board: Int, _ steps: [Step],
        _ done: @escaping Done<[[UInt8]]>
    ) {
        session.recording = []
        inTurn(steps) { [self] step, next in
            performConnected(step, session, board) { next($0.map { _ in }) }
        } then: { result in
            let commands = session.recording ?? []
            session.recording = nil
            done(result.map { commands })
        }
    }

    private func record(
        _ session: HostSession, _ commands: [[UInt8]], _ step: Step.Macro,
        _ done: @escaping Done<String>
    ) {
        create(session, MacroCommands.begin(isAtBoot: step.isAtBoot), "macro") {
            [self] result in
            guard case .success(let id) = result else { return done(result.map { _ in "" }) }
            for command in commands { session.send(MacroCommands.add(command)) }
            session.send(MacroCommands.end)
            if let label = step.label { session.state.made.macros[label.text] = id }
            settle(session, saying: "macro \(id) of \(commands.count) commands", done)
        }
    }
}

extension HostSession {
    /// Ids and signals of the buffers that a fuser takes.
    fileprivate func buffers(
        of kind: Stage.Kind
    ) throws(StepFailure) -> [(id: UInt8, signal: BoardSignal)] {
        guard case .fuse(let fuse) = kind else { return [] }
        var found: [(id: UInt8, signal: BoardSignal)] = []
        for name in fuse.buffers {
            guard let link = try chain(name).links.last, case .buffer = link.kind else {
                throw StepFailure("\(name.text) does not end in a buffer")
            }
            found.append((link.id, link.output))
        }
        return found
    }
}
