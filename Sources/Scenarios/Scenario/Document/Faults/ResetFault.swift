import Declaration
import Device
package import Simulation

extension Fault {
    /// The firmware starts anew, as after a watchdog.
    public struct ResetFault: FaultKind {
        public static let title = "reset"
        public static let about = "The board resets, as after a crash of its firmware."

        public init() {}

        public static let keys = Keys(Self())

        package var span: Nanoseconds? { .zero }
        package var isInHumanHands: Bool { true }

        package func strike(_ index: Int, in run: ScenarioRun) {
            run.boards[index].resetByPin()
        }
    }
}
