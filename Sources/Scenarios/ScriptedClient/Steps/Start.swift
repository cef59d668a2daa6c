import Declaration
import MetaWearProtocol

extension Step {
    /// Starts sensors without a stream.
    package struct Start: CommandStep {
        package var signals: [SignalName] = []

        package static let keys = Keys(Self(), "start") { keys in
            keys.about =
                "Configures and starts the sensors of signals without streaming them, for"
                + " processors and events that work on the board alone. Within `when` and `macro`,"
                + " also sensors that run already."
            keys.list(\.signals, "signals", count: 1...28, principal: true, "The signals.")
        }

        var words: String { "start " + signals.map(\.text).joined(separator: ", ") }
        var neededSignals: [SignalName] { signals }

        func modules(_ session: HostSession) -> [MWModule] {
            signals.flatMap(session.modules(for:))
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await write(session) { () throws(StepFailure) in
                try session.start(try session.units(signals))
            }
        }

        /// For the board to carry out by itself.
        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            try session.startLater(try session.units(signals))
        }

        func written(_ session: HostSession) {
            for unit in signals.flatMap({ (try? session.signal($0))?.units ?? [] })
            where !session.state.made.started.contains(unit) {
                session.state.made.started.append(unit)
            }
        }
    }
}
