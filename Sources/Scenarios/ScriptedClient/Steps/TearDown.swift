import Declaration
import MetaWearProtocol

extension Step {
    /// Removes everything that runs on the board by itself.
    package struct TearDown: BoardStep {
        package static let keys = Keys(
            Self(), "tear-down",
            about: "Removes all timers, processors, events and loggers, as the SDKs do.")

        /// Timers one by one, then everything else (protocol, core 10).
        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let timers = session.state.made.timers.values.sorted { $0.id < $1.id }
            session.send(timers.map(\.remove))
            session.send([
                ProcessorCommand.removeAll, MWEvent.removeAll, LogCommand.removeAllTriggers,
            ])
            session.state.forgetAll()
            return try await session.settle()
        }
    }
}
