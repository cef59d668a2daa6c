import Declaration
import Simulation

extension Fault {
    package struct RangeFault: FaultKind {
        package var distance: Quantity<Length> = .metres(1)
        package var over = Nanoseconds.zero

        package static let keys = Keys(Self(), "range") { keys in
            keys.about = "Moves the board away from the clients, or back."
            keys.required(
                \.distance, "distance", in: .metres(0.01)...(.metres(1000)), principal: true,
                "The new distance.")
            keys.optional(
                \.over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }

        package var words: String { "range \(distance.text)" }
        package var span: Nanoseconds? { over }
        package var isInHumanHands: Bool { true }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            run.carry(index, to: distance.metres, over: over)
        }
    }
}
