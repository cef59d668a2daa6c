import Declaration
import Device
import Peripheral
import Simulation
import VirtualRadio

extension Fault {
    /// No packet reaches or leaves the board for a while, and the link ends by supervision timeout.
    package struct LinkLoss: FaultKind {
        package var duration: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self(), "link-loss") { keys in
            keys.about =
                "No packet gets through for a while; the link breaks at its supervision timeout."
            keys.optional(
                \.duration, "for", in: Fault.durations, principal: true,
                "How long nothing gets through.")
        }

        package var span: Nanoseconds? { duration }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            let board = run.boards[index]
            if !board.isConnected {
                run.remark(
                    "the link-loss at \(run.simulation.now) had no effect: \(board.name) was not connected",
                    about: index)
            }
            run.air.interfere(
                with: board.address, lossToPeripheral: 1, lossToCentral: 1,
                from: run.simulation.now, for: duration)
        }
    }
}
