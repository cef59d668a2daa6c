import Declaration
import MetaWearProtocol

extension Step {
    /// Erases the log and removes its triggers.
    package struct ClearLog: BoardStep {
        package var areTriggersRemoved = true

        package static let keys = Keys(Self(), "clear-log") { keys in
            keys.about = "Erases every entry of the log."
            keys.optional(\.areTriggersRemoved, "triggers", "Whether the loggers are also removed.")
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            session.send(LogCommand.clear)
            session.state.forgetLog()
            if areTriggersRemoved {
                session.send(LogCommand.removeAllTriggers)
                session.state.loggers = []
            }
            return try await session.settle()
        }
    }
}
