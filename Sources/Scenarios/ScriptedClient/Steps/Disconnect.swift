import Central
import Declaration
import Simulation

extension Step {
    package struct Disconnect: BoardStep {
        package static let example = "- disconnect: {silently: true}"

        package var isSilent = false

        package static let keys = Keys(Self(), "disconnect") { keys in
            keys.about = "Closes the link from the client's side."
            keys.optional(
                \.isSilent, "silently",
                "Whether the client disappears without closing the link, as when a phone's"
                    + " Bluetooth"
                    + " crashes. Until the supervision timeout, the board considers the link open"
                    + " and does not advertise.")
        }

        var ability: Ability? { nil }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            guard !isSilent else {
                session.connection?.vanish()
                return ""
            }
            // The longest supervision timeout is 32 s.
            return try await WaitDisconnect(within: .seconds(40)).wait(session) {
                session.connection?.disconnect()
            }
        }
    }
}
