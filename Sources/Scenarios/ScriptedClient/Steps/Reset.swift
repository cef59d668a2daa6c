import Declaration
import MetaWearProtocol

extension Step {
    package struct Reset: CommandStep {
        package static let key = "reset"
        package static let keys = Keys(
            Self(), "reset-board",
            about: "Resets the board with the debug module.")

        func commands(_ session: HostSession) -> [Packet] { [MWDebug.Reset().packet] }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            session.send(commands(session))
            session.state.made.started = []
            session.state.made.logged = []
            // The link ends by it, at once or a little later.
            try await client.executor.sleep(for: HostSession.settlingTime)
            return ""
        }
    }
}
