import Declaration
import MetaWearProtocol

extension Step {
    /// Puts the board back to how it came.
    package struct FactoryReset: BoardStep {
        package static let keys = Keys(
            Self(), "factory-reset",
            about:
                "Stops logging, removes log entries, loggers, events, processors and macros, and"
                + " resets the board, in the order of the Swift SDK.")

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            session.send(MetaWearProtocol.FactoryReset.packets)
            session.state.forgetAll()
            // The link ends by it.
            try await client.executor.sleep(for: HostSession.settlingTime)
            return ""
        }
    }
}
