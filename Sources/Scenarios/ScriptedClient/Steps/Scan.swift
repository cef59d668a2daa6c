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

        func start(_ client: ScriptedClient, on board: Int?, _ done: @escaping StepDone) {
            var heard = 0
            client.central.scan { report in
                heard += 1
                for hear in client.onAdvertisement { hear(report) }
            }
            client.timers.after(duration) {
                client.central.stopScan()
                done(.success("\(heard) advertisements"))
            }
        }
    }
}
