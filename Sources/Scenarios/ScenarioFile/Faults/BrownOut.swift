import Declaration
import Device
import ScriptedClient
import Simulation

extension Fault {
    /// The supply fails: whatever had not reached a flash page is lost.
    package struct BrownOut: FaultKind {
        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self(), "brown-out") { keys in
            keys.about =
                "The power supply fails for a while: the board is off and keeps only what is in"
                + " its flash."
            keys.optional(
                \.duration, "for", in: Fault.durations, principal: true,
                "How long the board is without power.")
        }

        package var span: Nanoseconds? { duration }
        package var outage: Nanoseconds? { duration + Outage.afterReset }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            let board = run.boards[index]
            board.powerOff()
            run.powerCuts[index, default: 0] += 1
            run.timers.after(duration) { [unowned run] in
                // Cuts may overlap: the last one to end brings the power back.
                run.powerCuts[index, default: 1] -= 1
                guard run.powerCuts[index] == 0, !run.suppliesCut.contains(index) else { return }
                board.powerOn()
            }
        }
    }
}
