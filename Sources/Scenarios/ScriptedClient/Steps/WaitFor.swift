import Declaration
import MetaWearProtocol
import Simulation
import Wire

extension Step {
    package struct WaitFor: BoardStep {
        package var bytes = BytePattern([], isOpen: true)
        package var within: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self(), "wait-for") { keys in
            keys.about = "Waits for a notification that matches a pattern."
            keys.required(\.bytes, "bytes", principal: true, "The pattern.")
            keys.optional(
                \.within, "within", in: Step.waits,
                "The step fails after this long without a match.")
        }

        var words: String { "wait-for \(bytes.text)" }
        var ability: Ability? { nil }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let pattern = AnswerPattern(bytes.bytes, isExact: !bytes.isOpen)
            return Hex.text(try await session.expect(pattern, within: within))
        }
    }
}
