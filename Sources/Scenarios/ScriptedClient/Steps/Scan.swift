import Central
import Declaration
import Simulation

extension Step {
    package struct Scan: StepKind {
        package var duration: Nanoseconds = .seconds(2)

        package static let keys = Keys(Self(), "scan") { keys in
            keys.about = "Listens for advertisements and requests scan responses."
            keys.optional(\.duration, "for", in: Step.waits, principal: true, "How long.")
        }

        var words: String { "scan for \(duration.text)" }
        var ability: Ability? { nil }
        var hearsAll: Bool { true }

        func start(_ client: ScriptedClient, on board: Int?) async throws(StepFailure) -> String {
            var heard = 0
            client.central.scan { report in
                heard += 1
                for hear in client.onAdvertisement { hear(report) }
            }
            try await client.executor.sleep(for: duration)
            client.central.stopScan()
            return "\(heard) advertisements"
        }
    }
}
