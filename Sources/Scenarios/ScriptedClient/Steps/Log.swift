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
        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            // Without the clock, the time of an entry could not be determined later.
            if session.state.tickZero.isEmpty { try await session.readClock() }
            for name in allSignals { try await addLoggers(session, name) }
            session.send(LogCommand.overwrite(isCircular))
            try await startSensors(session)
            return try await begin(client, session)
        }

        private func addLoggers(
            _ session: HostSession, _ name: SignalName
        ) async throws(StepFailure) {
            try await session.fetch(session.modules(for: name))
            let signal = try session.signal(name)
            let known = session.state.loggers.count {
                $0.uid == session.state.uid && $0.signal == signal.name
            }
            // Logged already: a second set of loggers would record everything twice.
            if known == signal.chunks.count, known > 0 { return }
            guard signal.length > 0 else {
                throw StepFailure("\(signal.name) has no data to log")
            }
            for (part, chunk) in signal.chunks.enumerated() {
                let id = try await session.create(
                    LoggerTrigger(source: signal.key, chunk: chunk).packet,
                    "logger for \(signal.name)")
                session.state.loggers.append(
                    HostLogger(
                        id: id, uid: session.state.uid, signal: signal.name, part: part))
            }
        }

        private func startSensors(_ session: HostSession) async throws(StepFailure) {
            for wish in InertialWish.list(acceleration, rotation) {
                let chip = try await session.chip(wish.module)
                session.set(chip, wish.setting)
                session.send(chip.startPackets)
                let unit = SensorUnit.module(wish.module)
                session.state.made.logged.append(unit)
                session.recording?.running.append(unit)
            }
            var units: [SensorUnit] = []
            for name in allSignals { units += try session.signal(name).units }
            session.send(try session.start(units.withoutRepeats))
            session.take(units)
        }

        /// The sensors run: from now on it is known how their samples read.
        private func begin(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
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
                client.samples.rememberRecorded(session.board, signal.key)
            }
            session.state.logged.append(interval)
            client.samples.markSamples(session.board)
            let count = session.state.loggers.count { $0.uid == session.state.uid }
            // From the moment at which the board hears of it.
            try await session.flush()
            session.state.logged[session.state.logged.count - 1].start = client.timers.now
            client.samples.markSamples(session.board)
            return try await session.settle(saying: "\(count) loggers")
        }
    }
}
