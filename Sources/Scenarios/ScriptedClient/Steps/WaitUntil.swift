import Declaration
import Simulation

extension Step {
    package struct WaitUntil: StepKind {
        package var time = Nanoseconds.zero

        package static let keys = Keys(Self(), "wait-until") { keys in
            keys.about = "Waits until a time of the run; continues at once if it has passed."
            keys.required(
                \.time, "time", in: .zero...Nanoseconds.longest, principal: true,
                "Time since the run began.")
        }

        var words: String { "wait-until \(time.text)" }
        var ability: Ability? { nil }

        func start(_ client: ScriptedClient, on board: Int?) async throws(StepFailure) -> String {
            try await client.executor.sleep(until: .zero + time)
            return ""
        }
    }
}
