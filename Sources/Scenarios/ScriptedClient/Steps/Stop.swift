import Declaration
import MetaWearProtocol

extension Step {
    package struct Stop: CommandStep {
        package var signals: [SignalName] = []

        package static let keys = Keys(Self(), "stop") { keys in
            keys.about =
                "Stops the sensors of signals, except those that a stream needs. Within `when` and"
                + " `macro`, also those that a stream of these signals needs, because the board does"
                + " it later."
            keys.list(\.signals, "signals", count: 1...28, principal: true, "The signals.")
        }

        var words: String { "stop " + signals.map(\.text).joined(separator: ", ") }

        func modules(_ session: HostSession) -> [MWModule] {
            signals.flatMap(session.modules(for:))
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            guard session.recording == nil else { return try await write(session) }
            return try await write(session) { () throws(StepFailure) in
                let units = try session.units(signals)
                let others = others(session, beside: units)
                return try session.sensors.stop(
                    units.filter { !others.contains($0) }, beside: others)
            }
        }

        /// For the board to carry out by itself.
        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            let units = try session.units(signals)
            let others = others(session, beside: units).filter { !units.contains($0) }
            return try session.sensors.stop(units, beside: others)
        }

        /// What streams need, and what other steps started.
        private func others(_ session: HostSession, beside units: [SensorUnit]) -> [SensorUnit] {
            session.recorders.filter { !$0.isStopped }.flatMap(\.source.units)
                + (session.state.made.started + (session.recording?.running ?? []))
                .filter { !units.contains($0) }
        }

        func written(_ session: HostSession) {
            let stopped = signals.flatMap { (try? session.signal($0))?.units ?? [] }
            session.state.made.started.removeAll { stopped.contains($0) }
            session.state.made.logged.removeAll { stopped.contains($0) }
            session.recording?.running.removeAll { stopped.contains($0) }
        }
    }
}
