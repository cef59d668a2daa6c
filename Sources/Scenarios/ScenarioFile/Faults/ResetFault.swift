import Declaration
import Device
import Simulation

extension Fault {
    /// The firmware starts anew, as after a watchdog.
    package struct ResetFault: FaultKind {
        package static let title = "reset"
        package static let about = "The board resets, as after a crash of its firmware."

        package init() {}

        package static let keys = Keys(Self())

        package var span: Nanoseconds? { .zero }
        package var isInHumanHands: Bool { true }

        package func strike(_ index: Int, in run: any ScenarioWorld) {
            run.boards[index].resetByPin()
        }
    }
}
