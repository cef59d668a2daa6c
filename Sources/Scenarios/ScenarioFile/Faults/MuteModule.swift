import Declaration
import MetaWearTables
import ScriptedClient
import Simulation

extension Fault {
    package struct MuteModule: FaultKind {
        package var module = Module(.barometer)
        package var duration: Nanoseconds?

        package static let keys = Keys(Self(), "mute-module") { keys in
            keys.about = "A module of the firmware hangs: it ignores every write and read."
            keys.required(\.module, "module", principal: true, "The module.")
            keys.optional(
                \.duration, "for", in: Fault.durations, otherwise: "permanently", "How long.")
        }

        package var words: String { "mute-module \(module.rawValue)" }
        package var span: Nanoseconds? { duration }
        package var ability: Ability? { .registers }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            run.fail(module, of: index, .mute, for: duration)
        }
    }
}
