import Declaration
import MetaWearTables
import Simulation

extension ScriptedClient {
    /// Triggers, then the sensors, then the log: the order of the SDKs (protocol, core 3.2).
    func log(_ session: HostSession, _ step: Step.Log, _ done: @escaping Done<String>) {
        let names = step.allSignals
        let wishes = Self.wishes(step.acceleration, step.rotation)
        let begin: Done<Void> = { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            do throws(StepFailure) {
                try beginLogging(session, names, done)
            } catch {
                done(.failure(error))
            }
        }
        let add: Done<Void> = { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            inTurn(names) { [self] name, next in
                addLoggers(session, name, next)
            } then: { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                session.send([0x0B, 0x0B, step.isCircular ? 1 : 0])
                startSensors(session, wishes, names, begin)
            }
        }
        // Without the clock nobody can tell later when an entry was recorded.
        if session.state.tickZero.isEmpty { readClock(session, add) } else { add(.success(())) }
    }

    /// The sensors run: from now on it is known how their samples read.
    private func beginLogging(
        _ session: HostSession, _ names: [SignalName], _ done: @escaping Done<String>
    ) throws(StepFailure) {
        let board = session.board
        session.send([0x0B, 0x01, 0x01])
        if let open = session.state.logged.indices.last, session.state.logged[open].end == nil {
            session.state.logged[open].end = timers.now
        }
        var interval = LogInterval(start: timers.now)
        for name in names {
            let signal = try session.signal(name)
            interval.settings[signal.name] = SensorSetting(
                rate: signal.rate, range: session.range(of: signal))
            session.state.remember(signal)
            run.rememberRecorded(board, signal.key)
        }
        session.state.logged.append(interval)
        run.markSamples(board)
        let count = session.state.loggers.count { $0.uid == session.state.uid }
        // From the moment at which the board hears of it.
        session.flush { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            session.state.logged[session.state.logged.count - 1].start = timers.now
            run.markSamples(board)
            settle(session, saying: "\(count) loggers", done)
        }
    }

    private func addLoggers(
        _ session: HostSession, _ name: SignalName, _ next: @escaping Done<Void>
    ) {
        fetch(session, session.modules(for: name)) { [self] result in
            guard case .success = result else { return next(result) }
            let signal: BoardSignal
            do throws(StepFailure) {
                signal = try session.signal(name)
            } catch {
                return next(.failure(error))
            }
            let known = session.state.loggers.filter {
                $0.uid == session.state.uid && $0.signal == signal.name
            }
            // Logged already: a second set of loggers would record everything twice.
            if known.count == signal.packs.count, !known.isEmpty { return next(.success(())) }
            guard signal.length > 0 else {
                return next(.failure(StepFailure("\(signal.name) has no data to log")))
            }
            add(session, signal, next)
        }
    }

    private func add(
        _ session: HostSession, _ signal: BoardSignal, _ next: @escaping Done<Void>
    ) {
        inTurn(Array(signal.packs.enumerated())) { chunk, next in
            session.ask(
                [0x0B, 0x02] + signal.key.bytes + [chunk.element], PacketPattern(0x0B, 0x02)
            ) { result in
                guard case .success(let answer) = result else { return next(result.map { _ in }) }
                guard answer.count >= 3 else {
                    return next(
                        .failure(StepFailure("the board gave no logger for \(signal.name)")))
                }
                session.state.loggers.append(
                    HostLogger(
                        id: answer[2], uid: session.state.uid, signal: signal.name,
                        chunk: chunk.offset))
                next(.success(()))
            }
        } then: {
            next($0)
        }
    }

    private func startSensors(
        _ session: HostSession, _ wishes: [Wish], _ names: [SignalName],
        _ done: @escaping Done<Void>
    ) {
        inTurn(wishes) { [self] wish, next in
            device(session, wish.module) { result in
                next(
                    result.map { device in
                        Self.set(session, device, wish.setting)
                        session.send(device.start)
                        session.state.made.logged.append(
                            wish.module == 0x03 ? .accelerometer : .gyroscope)
                    })
            }
        } then: { result in
            guard case .success = result else { return done(result) }
            do throws(StepFailure) {
                var units: [SensorUnit] = []
                for name in names { units += try session.signal(name).units }
                session.send(try session.start(units.withoutRepeats))
                session.take(units)
                done(.success(()))
            } catch {
                done(.failure(error))
            }
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
            session.stopLoggedUnits()
            if Self.revision(logging) >= 3 { session.send([0x0B, 0x10, 0x01]) }
            session.flush { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                if let last = session.state.logged.indices.last {
                    session.state.logged[last].end = session.state.logged[last].end ?? timers.now
                    run.markSamples(session.board)
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
                    session, revision: Self.revision(logging), timeout: .seconds(60)
                ) { [unowned self, unowned session] sample, bytes in
                    take(sample, bytes, of: session)
                }
                run.markSamples(board)
                var settings: [String: SensorSetting] = [:]
                for signal in session.state.signals {
                    settings[signal.name] = session.state.setting(of: signal.name)
                }
                downloads.append(
                    DownloadRecord(
                        board: board, download: download, settings: settings,
                        signals: session.state.signals,
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
                var detail = "\(download.entries) entries, \(download.samples) samples"
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

extension Step.Log {
    /// All that it logs, the motion sensors first.
    var allSignals: [SignalName] {
        var names: [SignalName] = []
        if acceleration != nil { names.append(SignalName(.acceleration)) }
        if rotation != nil { names.append(SignalName(.rotation)) }
        if isSwitchLogged { names.append(SignalName(.switch)) }
        return names + signals.filter { !names.contains($0) }
    }
}

extension HostState {
    /// Remembers how the samples of a logged signal read.
    mutating func remember(_ signal: BoardSignal) {
        if let known = signals.firstIndex(where: { $0.name == signal.name }) {
            signals[known] = signal
        } else {
            signals.append(signal)
        }
    }
}

extension HostSession {
    /// In g or °/s for a motion sensor; 0 for anything else.
    func range(of signal: BoardSignal) -> Double {
        switch signal.key.module {
        case 0x03: state.accelerometer.range
        case 0x13: state.gyroscope.range
        default: 0
        }
    }

    /// The log needs these parts from now on.
    func take(_ units: [SensorUnit]) {
        for unit in units where !state.made.logged.contains(unit) {
            state.made.logged.append(unit)
        }
        if units.contains(where: \.isFusion) { state.followFusion() }
    }

    /// Stops what only the log needed, but accelerometer and gyroscope, which stop at once.
    func stopLoggedUnits() {
        let units = state.made.logged.filter { $0 != .accelerometer && $0 != .gyroscope }
        state.made.logged = []
        let others = running
        send((try? encoder.stop(units.filter { !others.contains($0) }, beside: others)) ?? [])
    }
}

extension Array where Element: Equatable {
    var withoutRepeats: [Element] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension HostState {
    /// The fusion configures the sensors that it needs.
    mutating func followFusion() {
        let fusion = configurations.fusion
        if fusion.mode.usesAccelerometer {
            accelerometer = SensorSetting(rate: fusion.mode.rate, range: fusion.accelerationRange.g)
        }
        if fusion.mode.usesGyroscope {
            gyroscope = SensorSetting(
                rate: 100, range: fusion.rotationRange.degreesPerSecond)
        }
    }
}
