import Declaration
import Device
package import Simulation

extension Fault {
    public struct FlashFull: FaultKind {
        public static let title = "flash-full"
        public static let about = "Fills the log's flash with older entries at once."

        public var fraction: Quantity<Ratio> = .percent(100)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.fraction, "fraction", in: .percent(0)...(.percent(100)), principal: true,
                "How full it is then.")
        }

        package var words: String { "flash-full \(fraction.text)" }
        package var span: Nanoseconds? { .zero }
        package var ability: Ability? { .log }

        package func strike(_ index: Int, in run: ScenarioRun) {
            (run.boards[index] as? any RecordingDevice)?.fillRecording(to: fraction.fraction)
        }
    }
}
