import Simulation

extension ScriptedClient {
    /// Triggers, then the sensors, then the log: the order of the SDKs (protocol, core 3.2).
    func log(_ session: HostSession, _ step: Step.Log, _ done: @escaping Done<String>) {
        var signals: [LogSignal] = []
        if step.acceleration != nil { signals.append(.acceleration) }
        if step.rotation != nil { signals.append(.rotation) }
        if step.isSwitchLogged { signals.append(.button) }
        let board = sessions.firstIndex { $0 === session } ?? 0
        let wishes = Self.wishes(step.acceleration, step.rotation)
        let begin: Done<Void> = { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            session.send([0x0B, 0x01, 0x01])
            if let open = session.state.logged.indices.last, session.state.logged[open].end == nil {
                session.state.logged[open].end = timers.now
            }
            var interval = LogInterval(start: timers.now)
            if step.acceleration != nil {
                interval.settings[.acceleration] = session.state.accelerometer
            }
            if step.rotation != nil { interval.settings[.rotation] = session.state.gyroscope }
            session.state.logged.append(interval)
            run.watchSamples(board, module: 0x03)
            run.watchSamples(board, module: 0x13)
            let count = session.state.loggers.count { $0.uid == session.state.uid }
            // From the moment at which the board hears of it.
            session.flush { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                session.state.logged[session.state.logged.count - 1].start = timers.now
                settle(session, saying: "\(count) loggers", done)
            }
        }
        let add: Done<Void> = { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            inTurn(signals) { [self] signal, next in
                addLoggers(session, signal, next)
            } then: { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                session.send([0x0B, 0x0B, step.isCircular ? 1 : 0])
                startSensors(session, wishes, begin)
            }
        }
        // Without the clock nobody can tell later when an entry was recorded.
        if session.state.tickZero.isEmpty { readClock(session, add) } else { add(.success(())) }
    }

    private func addLoggers(
        _ session: HostSession, _ signal: LogSignal, _ next: @escaping Done<Void>
    ) {
        let known = session.state.loggers.filter {
            $0.uid == session.state.uid && $0.signal == signal
        }
        // Logged already: a second set of loggers would record everything twice.
        if known.count == signal.packs.count { return next(.success(())) }
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
        inTurn(Array(signal.packs.enumerated())) { chunk, next in
            session.ask(
                [0x0B, 0x02, module, register, 0xFF, chunk.element], PacketPattern(0x0B, 0x02)
            ) { result in
                guard case .success(let answer) = result else { return next(result.map { _ in }) }
                guard answer.count >= 3 else {
                    return next(.failure(StepFailure("the board gave no logger for \(signal)")))
                }
                session.state.loggers.append(
                    HostLogger(
                        id: answer[2], uid: session.state.uid, signal: signal,
                        chunk: chunk.offset))
                next(.success(()))
            }
        } then: {
            next($0)
        }
    }

    private func startSensors(
        _ session: HostSession, _ wishes: [Wish], _ done: @escaping Done<Void>
    ) {
        inTurn(wishes) { [self] wish, next in
            device(session, wish.module) { result in
                next(
                    result.map { device in
                        Self.set(session, device, wish.setting)
                        session.send(device.start)
                    })
            }
        } then: {
            done($0)
        }
    }

    func stopLog(_ session: HostSession, _ done: @escaping Done<String>) {
        module(session, 0x0B) { [self] result in
            guard case .success(let logging) = result else { return done(result.map { _ in "" }) }
            session.send([0x0B, 0x01, 0x00])
            for module: UInt8 in [0x03, 0x13] {
                guard let information = session.modules[module],
                    let device = InertialDevice(module: module, information: information)
                else { continue }
                session.send(device.stop)
            }
            if Self.revision(logging) >= 3 { session.send([0x0B, 0x10, 0x01]) }
            session.flush { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                if let last = session.state.logged.indices.last {
                    session.state.logged[last].end = session.state.logged[last].end ?? timers.now
                }
                settle(session, done)
            }
        }
    }

    /// Of a module, by its answer to the read of register 0.
    private static func revision(_ information: [UInt8]) -> UInt8 {
        information.count > 1 ? information[1] : 0
    }

    func clearLog(
        _ session: HostSession, _ step: Step.ClearLog, _ done: @escaping Done<String>
    ) {
        session.send([0x0B, 0x09, 0xFF, 0xFF, 0xFF, 0xFF])
        session.state.unconfirmed = Unconfirmed()
        session.state.assembly = LogAssembly()
        session.state.logged = session.state.logged.filter { $0.end == nil }
        if step.areTriggersRemoved {
            session.send([0x0B, 0x0A])
            session.state.loggers = []
        }
        settle(session, done)
    }

    /// Downloads over as many links as it takes.
    func download(
        _ session: HostSession, _ board: Int, _ step: Step.Download, _ done: @escaping Done<String>
    ) {
        let limit = timers.now + step.within
        module(session, 0x0B) { [self] result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(let logging):
                let download = LogDownload(
                    session, revision: Self.revision(logging), timeout: .seconds(60))
                var settings: [LogSignal: SensorSetting] = [:]
                for signal in LogSignal.allCases {
                    settings[signal] = session.state.setting(of: signal)
                }
                downloads.append(
                    DownloadRecord(
                        board: board, download: download, settings: settings,
                        logged: session.state.logged.map { interval in
                            var closed = interval
                            closed.end = interval.end ?? timers.now
                            return closed
                        }))
                take(download, session, step, until: limit, done)
            }
        }
    }

    private func take(
        _ download: LogDownload, _ session: HostSession, _ step: Step.Download,
        until limit: Instant,
        _ done: @escaping Done<String>
    ) {
        var isOver = false
        let timer = timers.at(limit) {
            isOver = true
            download.abandon()
            done(.failure(StepFailure("not downloaded within \(step.within.text)")))
        }
        let finish: Done<String> = { [self] result in
            guard !isOver else { return }
            isOver = true
            timers.cancel(timer)
            done(result)
        }
        func comeBack() {
            guard !isOver else { return }
            reconnect(session, limit - timers.now) { [self] result in
                guard !isOver else { return }
                switch result {
                case .success: download.run(ended)
                // The new link broke before it was of use, or another attempt is under way.
                case .failure: timers.after(.milliseconds(500)) { comeBack() }
                }
            }
        }
        func ended(_ result: Result<Void, StepFailure>) {
            switch result {
            case .success:
                var detail = "\(download.entries) entries, \(download.samples.count) samples"
                if download.repeated > 0 { detail += ", \(download.repeated) came again" }
                if download.links > 1 { detail += " over \(download.links) links" }
                finish(.success(detail))
            case .failure(let failure):
                guard step.isResumed, !session.isConnected, !isOver else {
                    return finish(.failure(failure))
                }
                comeBack()
            }
        }
        download.run(ended)
    }
}
