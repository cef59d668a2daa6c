import Simulation

extension ScriptedClient {
    /// Triggers, then the sensors, then the log: the order of the SDKs (protocol, core 3.2).
    func log(_ session: HostSession, _ step: Step.Log, _ done: @escaping Done<String>) {
        var signals: [LogSignal] = []
        if step.acceleration != nil { signals.append(.acceleration) }
        if step.rotation != nil { signals.append(.rotation) }
        if step.isSwitchLogged { signals.append(.button) }
        let board = sessions.firstIndex { $0 === session } ?? 0
        let finish: Done<Void> = { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            session.send([0x0B, 0x0B, step.isCircular ? 1 : 0])
            startSensors(session, Self.wishes(step.acceleration, step.rotation)) { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                session.send([0x0B, 0x01, 0x01])
                session.state.logStarted = session.state.logStarted ?? timers.now
                session.state.logStopped = nil
                run.watchSamples(board, module: 0x03)
                run.watchSamples(board, module: 0x13)
                settle("\(session.state.loggers(of: session.state.uid).count) loggers", done)
            }
        }
        inTurn(signals, finish) { [self] signal, next in
            addLoggers(session, signal, next)
        }
    }

    private func addLoggers(
        _ session: HostSession, _ signal: LogSignal, _ next: @escaping Done<Void>
    ) {
        guard signal != .button else { return add(session, signal, 0x01, 0x01, next) }
        let module: UInt8 = signal == .acceleration ? 0x03 : 0x13
        device(session, module) { [self] result in
            switch result {
            case .failure(let failure): next(.failure(failure))
            case .success(let device): add(session, signal, module, device.dataRegister, next)
            }
        }
    }

    private func add(
        _ session: HostSession, _ signal: LogSignal, _ module: UInt8, _ register: UInt8,
        _ next: @escaping Done<Void>
    ) {
        inTurn(Array(signal.packs.enumerated()), next) { chunk, next in
            session.ask(
                [0x0B, 0x02, module, register, 0xFF, chunk.element], PacketPattern(0x0B, 0x02)
            ) { result in
                if case .success(let answer) = result, answer.count >= 3 {
                    session.state.loggers.append(
                        HostLogger(
                            id: answer[2], uid: session.state.uid, signal: signal,
                            chunk: chunk.offset))
                }
                next(result.map { _ in })
            }
        }
    }

    private func startSensors(
        _ session: HostSession, _ wishes: [Wish], _ done: @escaping Done<Void>
    ) {
        inTurn(wishes, done) { [self] wish, next in
            device(session, wish.module) { result in
                next(
                    result.map { device in
                        Self.set(session, device, wish.setting)
                        session.send(device.start)
                    })
            }
        }
    }

    func stopLog(_ session: HostSession, _ done: @escaping Done<String>) {
        session.send([0x0B, 0x01, 0x00])
        session.state.logStopped = timers.now
        for (module, information) in [
            (UInt8(0x03), session.modules[0x03]), (0x13, session.modules[0x13]),
        ] {
            guard let information,
                let device = InertialDevice(module: module, information: information)
            else { continue }
            session.send(device.stop)
        }
        if (session.modules[0x0B].flatMap { $0.count > 1 ? $0[1] : nil } ?? 0) >= 3 {
            session.send([0x0B, 0x10, 0x01])
        }
        settle("", done)
    }

    func clearLog(
        _ session: HostSession, _ step: Step.ClearLog, _ done: @escaping Done<String>
    ) {
        session.send([0x0B, 0x09, 0xFF, 0xFF, 0xFF, 0xFF])
        session.state.logStarted = nil
        if step.areTriggersRemoved {
            session.send([0x0B, 0x0A])
            session.state.loggers = []
        }
        settle("", done)
    }

    /// Downloads over as many links as it takes.
    func download(
        _ session: HostSession, _ board: Int, _ step: Step.Download, _ done: @escaping Done<String>
    ) {
        let download = LogDownload(session, timeout: .seconds(60))
        downloads.append(
            DownloadRecord(
                board: board, download: download,
                setting: [
                    .acceleration: session.state.accelerometer,
                    .rotation: session.state.gyroscope,
                ], started: session.state.logStarted ?? .zero,
                stopped: session.state.logStopped ?? timers.now))
        session.observers.append { time, packet in download.take(packet, at: time) }
        var isOver = false
        let finish: Done<String> = { result in
            guard !isOver else { return }
            isOver = true
            done(result)
        }
        disconnectObservers.append { ended in if ended == board { download.interrupted() } }
        timers.after(step.within) {
            finish(.failure(StepFailure("not downloaded within \(step.within)")))
        }
        func ended(_ result: Result<Void, StepFailure>) {
            switch result {
            case .success:
                let more = download.links > 1 ? " over \(download.links) links" : ""
                finish(
                    .success(
                        "\(download.entries) entries, \(download.samples.count) samples\(more)"))
            case .failure(let failure):
                guard step.isResumed, !session.isConnected, !isOver else {
                    return finish(.failure(failure))
                }
                reconnect(session, step.within) { result in
                    switch result {
                    case .success: download.resume(ended)
                    case .failure(let failure): finish(.failure(failure))
                    }
                }
            }
        }
        download.run(ended)
    }
}
