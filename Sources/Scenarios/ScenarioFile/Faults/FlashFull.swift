import Declaration
import Device
import ScriptedClient
import Simulation

extension Fault {
    package struct FlashFull: FaultKind {
        package var fraction: Quantity<Ratio> = .percent(100)

        package static let keys = Keys(Self(), "flash-full") { keys in
            keys.about = "Immediately fills the log's flash with older entries."
            keys.optional(
                \.fraction, "fraction", in: .percent(0)...(.percent(100)), principal: true,
                "How full it becomes.")
        }

        package var words: String { "flash-full \(fraction.text)" }
        package var span: Nanoseconds? { .zero }
        package var outage: Nanoseconds? { .zero }
        package var ability: Ability? { .log }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            (run.boards[index] as? any RecordingDevice)?.fillRecording(to: fraction.fraction)
        }
    }
}
