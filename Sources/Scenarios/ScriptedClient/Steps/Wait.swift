import Declaration
import Simulation

extension Step {
    package struct Wait: StepKind {
        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self(), "wait") { keys in
            keys.about = "Waits for a while; notifications are still received."
            keys.required(\.duration, "for", in: Step.waits, principal: true, "How long.")
        }

        var words: String { "wait \(duration.text)" }
        var ability: Ability? { nil }

        func start(_ client: ScriptedClient, on board: Int?) async throws(StepFailure) -> String {
            try await client.executor.sleep(for: duration)
            return ""
        }
    }
}
