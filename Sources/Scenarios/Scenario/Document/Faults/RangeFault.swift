import Declaration
import Device
public import Simulation

extension Fault {
    public struct RangeFault: FaultKind {
        public static let title = "range"
        public static let about = "Moves the board away from the clients, or back."

        public var distance: Quantity<Length> = .metres(1)
        public var over = Nanoseconds.zero

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.distance, "distance", in: .metres(0.01)...(.metres(1000)), principal: true,
                "The new distance.")
            keys.optional(
                \.over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }

        package var words: String { "range \(distance.text)" }
        package var span: Nanoseconds? { over }
        package var isInHumanHands: Bool { true }

        package func strike(_ index: Int, in run: ScenarioRun) {
            run.carry(index, to: distance.metres, over: over)
        }
    }
}
