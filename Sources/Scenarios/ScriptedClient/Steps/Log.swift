import Declaration
import MetaWearProtocol
import MetaWearTables
import YAML

extension Step {
    package struct Log: BoardStep {
        package static let example =
            """
            - log: {acceleration: {rate: 50 Hz, range: 8 g}, rotation: {rate: 50 Hz}}
            - log: [pressure, quaternion]
            """

        package var signals: [SignalName] = []
        package var acceleration: AccelerometerConfiguration?
        package var rotation: GyroscopeConfiguration?
        package var isSwitchLogged = false
        package var isCircular = false

        package static let keys = Keys(Self(), "log") { keys in
            keys.about = "Creates a logger for each signal, then starts logging and the sensors."
            keys.list(
                \.signals, "signals", count: 0...28, principal: true,
                "Signals and chains to log, with the latest sensor configuration.")
            keys.optional(
                \.acceleration, "acceleration", otherwise: "not logged", "The accelerometer.")
            keys.optional(\.rotation, "rotation", otherwise: "not logged", "The gyroscope.")
            keys.optional(\.isSwitchLogged, "switch", "Whether the button is logged.")
            keys.optional(
                \.isCircular, "circular",
                "Whether a full log overwrites its oldest entries; otherwise it stops.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for signal in signals {
                switch signal.builtIn {
                case .accelerationPacked?, .rotationPacked?, .magneticFieldPacked?, .disconnect?:
                    reader.fail(
                        "`\(signal.text)` cannot be logged", at: signal.mark,
                        fix: "log the signal in its form without `-packed`")
                default: break
                }
            }
            guard acceleration == nil, rotation == nil, !isSwitchLogged, signals.isEmpty else {
                return
            }
            reader.fail("nothing is logged", at: mark, fix: "add `acceleration: {rate: 50 Hz}`")
        }

        var words: String { "log " + allSignals.map(\.text).joined(separator: ", ") }
        var neededSignals: [SignalName] { signals }
        var isRecordable: Bool { true }

        /// All that it logs, the motion sensors first.
        private var allSignals: [SignalName] {
            var names: [SignalName] = []
            if acceleration != nil { names.append(SignalName(.acceleration)) }
            if rotation != nil { names.append(SignalName(.rotation)) }
            if isSwitchLogged { names.append(SignalName(.switch)) }
            return names + signals.filter { !names.contains($0) }
        }

        /// Triggers, then the sensors, then the log: the order of the SDKs (protocol, core 3.2).
        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            let add: Done<Void> = onSuccess(else: done) {
                inTurn(allSignals, else: done) { name, next in
                    addLoggers(session, name, next)
                } then: {
                    session.send(LogCommand.overwrite(isCircular))
                    startSensors(
                        session, onSuccess(else: done) { try begin(client, session, done) })
                }
            }
            // Without the clock, the time of an entry could not be determined later.
            if session.state.tickZero.isEmpty { session.readClock(add) } else { add(.success(())) }
        }

        private func addLoggers(
            _ session: HostSession, _ name: SignalName, _ next: @escaping Done<Void>
        ) {
            session.fetch(
                session.modules(for: name),
                onSuccess(else: next) {
                    let signal = try session.signal(name)
                    let known = session.state.loggers.count {
                        $0.uid == session.state.uid && $0.signal == signal.name
                    }
                    // Logged already: a second set of loggers would record everything twice.
                    if known == signal.chunks.count, known > 0 { return next(.success(())) }
                    guard signal.length > 0 else {
                        throw StepFailure("\(signal.name) has no data to log")
                    }
                    inTurn(Array(signal.chunks.enumerated()), else: next) { part, next in
                        session.create(
                            LoggerTrigger(source: signal.key, chunk: part.element).packet,
                            "logger for \(signal.name)",
                            onSuccess(else: next) { id in
                                session.state.loggers.append(
                                    HostLogger(
                                        id: id, uid: session.state.uid, signal: signal.name,
                                        part: part.offset))
                                next(.success(()))
                            })
                    } then: {
                        next(.success(()))
                    }
                })
        }

        private func startSensors(_ session: HostSession, _ done: @escaping Done<Void>) {
            inTurn(InertialWish.list(acceleration, rotation), else: done) { wish, next in
                session.chip(wish.module) { result in
                    next(
                        result.map { chip in
                            session.set(chip, wish.setting)
                            session.send(chip.startPackets)
                            let unit: SensorUnit =
                                wish.module == .gyro ? .gyroscope : .accelerometer
                            session.state.made.logged.append(unit)
                            session.recording?.running.append(unit)
                        })
                }
            } then: {
                var units: [SensorUnit] = []
                for name in allSignals { units += try session.signal(name).units }
                session.send(try session.start(units.withoutRepeats))
                session.take(units)
                done(.success(()))
            }
        }

        /// The sensors run: from now on it is known how their samples read.
        private func begin(
            _ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone
        ) throws(StepFailure) {
            session.send(LogCommand.start)
            if let open = session.state.logged.indices.last, session.state.logged[open].end == nil {
                session.state.logged[open].end = client.timers.now
            }
            var interval = LogInterval(start: client.timers.now)
            for name in allSignals {
                let signal = try session.signal(name)
                interval.settings[signal.name] = InertialSetting(
                    rate: signal.rate, range: session.range(of: signal))
                session.state.remember(signal)
                client.world.rememberRecorded(session.board, signal.key)
            }
            session.state.logged.append(interval)
            client.world.markSamples(session.board)
            let count = session.state.loggers.count { $0.uid == session.state.uid }
            // From the moment at which the board hears of it.
            session.flush(
                onSuccess(else: done) {
                    session.state.logged[session.state.logged.count - 1].start = client.timers.now
                    client.world.markSamples(session.board)
                    session.settle(saying: "\(count) loggers", done)
                })
        }
    }
}
