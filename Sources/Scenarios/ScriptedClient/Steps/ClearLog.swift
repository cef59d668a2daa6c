import Declaration
import MetaWearProtocol

extension Step {
    /// Erases the log and removes its triggers.
    package struct ClearLog: BoardStep {
        package static let title = "clear-log"
        package static let about = "Erases every entry of the log."

        package var areTriggersRemoved = true

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.areTriggersRemoved, "triggers", "Whether the loggers are also removed.")
        }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.send([0x0B, 0x09, 0xFF, 0xFF, 0xFF, 0xFF])
            session.state.unconfirmed = RepeatFilter()
            session.state.assembly = LogAssembly()
            session.state.logged = session.state.logged.filter { $0.end == nil }
            if areTriggersRemoved {
                session.send([0x0B, 0x0A])
                session.state.loggers = []
            }
            session.settle(done)
        }
    }
}
