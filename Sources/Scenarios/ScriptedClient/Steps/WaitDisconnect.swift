import Declaration
import Simulation

extension Step {
    package struct WaitDisconnect: BoardStep {
        package var within: Nanoseconds = .seconds(60)

        package static let keys = Keys(Self(), "wait-disconnect") { keys in
            keys.about = "Waits until the link is lost or closed by the board."
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "The step fails if the link is still open after this long.")
        }

        var ability: Ability? { nil }
        var needsLink: Bool { false }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            guard session.isConnected else { return "" }
            return try await wait(session)
        }

        /// - Parameter cause: what makes the link end.
        func wait(
            _ session: HostSession, for cause: () -> Void = {}
        ) async throws(StepFailure) -> String {
            try await session.executor.limited(
                to: within, "still connected after \(within.text)"
            ) { () async throws(StepFailure) in try await session.waitForEnd(of: cause) }
            return ""
        }
    }
}
