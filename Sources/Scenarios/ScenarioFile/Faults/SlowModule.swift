import Declaration
import MetaWearTables
import ScriptedClient
import Simulation

extension Fault {
    package struct SlowModule: FaultKind {
        package var module = Module(.logging)
        package var delay = Nanoseconds.zero
        package var duration: Nanoseconds?

        package static let keys = Keys(Self(), "slow-module") { keys in
            keys.about =
                "A module of the firmware is slow: it handles every write and read after a delay."
            keys.required(\.module, "module", "The module.")
            keys.required(
                \.delay, "by", in: .milliseconds(1)...(.seconds(600)), "The delay.")
            keys.optional(
                \.duration, "for", in: Fault.durations, otherwise: "permanently", "How long.")
        }

        package var words: String { "slow-module \(module.rawValue)" }
        package var span: Nanoseconds? { duration }
        package var outage: Nanoseconds? { duration.map { $0 + delay + Outage.afterLink } }
        package var ability: Ability? { .registers }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            run.fail(module, of: index, .slow(delay), for: duration)
        }
    }
}
