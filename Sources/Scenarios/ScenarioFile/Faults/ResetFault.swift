import Declaration
import Device
import Simulation

extension Fault {
    /// The firmware starts anew, as after a watchdog.
    package struct ResetFault: FaultKind {
        package init() {}

        package static let keys = Keys(
            Self(), "reset",
            about: "The board resets, as after a crash of its firmware.")

        package var span: Nanoseconds? { .zero }
        package var outage: Nanoseconds? { Outage.afterReset }
        package var isInHumanHands: Bool { true }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            run.boards[index].resetByPin()
        }
    }
}
