import Declaration
import MetaWearProtocol

extension Step {
    /// Removes what a script made.
    package struct Remove: BoardStep {
        package var name = SignalName("")

        package static let keys = Keys(Self(), "remove") { keys in
            keys.about = "Removes a named chain, timer or event, and everything that depends on it."
            keys.required(\.name, "name", principal: true, "The name.")
        }

        var words: String { "remove \(name.text)" }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let name = name.text
            if let chain = session.state.made.chains.removeValue(forKey: name) {
                // Children before parents (protocol, core 4.8).
                session.send(chain.links.reversed().map { ProcessorCommand.remove($0.id) })
            } else if let timer = session.state.made.timers.removeValue(forKey: name) {
                session.send(timer.remove)
            } else if let events = session.state.made.events.removeValue(forKey: name) {
                session.send(events.map(\.remove))
            } else {
                throw StepFailure("nothing named \(name) exists on \(session.boardName)")
            }
            return try await session.settle()
        }
    }
}
