import Declaration
import Device
import ScriptedClient
import Simulation

extension Fault {
    package struct FlashFull: FaultKind {
        package static let title = "flash-full"
        package static let about = "Immediately fills the log's flash with older entries."

        package var fraction: Quantity<Ratio> = .percent(100)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.fraction, "fraction", in: .percent(0)...(.percent(100)), principal: true,
                "How full it becomes.")
        }

        package var words: String { "flash-full \(fraction.text)" }
        package var span: Nanoseconds? { .zero }
        package var ability: Ability? { .log }

        package func strike(_ index: Int, in run: any ScenarioWorld) {
            (run.boards[index] as? any RecordingDevice)?.fillRecording(to: fraction.fraction)
        }
    }
}
