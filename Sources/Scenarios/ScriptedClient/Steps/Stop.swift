import Declaration
import MetaWearProtocol

extension Step {
    package struct Stop: CommandStep {
        package var signals: [SignalName] = []

        package static let keys = Keys(Self(), "stop") { keys in
            keys.about = "Stops the sensors of signals, except those that a stream needs."
            keys.list(\.signals, "signals", count: 1...28, principal: true, "The signals.")
        }

        var words: String { "stop " + signals.map(\.text).joined(separator: ", ") }

        func modules(_ session: HostSession) -> [MWModule] {
            signals.flatMap(session.modules(for:))
        }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            let units = try session.units(signals)
            let others =
                session.recorders.filter { !$0.isStopped }.flatMap(\.source.units)
                + session.state.made.started.filter { !units.contains($0) }
            return try session.sensors.stop(units.filter { !others.contains($0) }, beside: others)
        }

        func written(_ session: HostSession) {
            let stopped = signals.flatMap { (try? session.signal($0))?.units ?? [] }
            session.state.made.started.removeAll { stopped.contains($0) }
            session.state.made.logged.removeAll { stopped.contains($0) }
        }
    }
}
