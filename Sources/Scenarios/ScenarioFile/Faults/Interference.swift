import Declaration
import Device
import Peripheral
import Simulation
import VirtualRadio

extension Fault {
    /// Some packets are lost and sent again, so data arrives late.
    package struct Interference: FaultKind {
        package var loss: Quantity<Ratio> = .percent(30)
        package var duration: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self(), "interference") { keys in
            keys.about = "Corrupts some of the packets, which are then sent again and arrive late."
            keys.required(
                \.loss, "loss", in: .percent(0)...(.percent(100)),
                "The share of packets that are corrupted.")
            keys.optional(\.duration, "for", in: Fault.durations, "How long.")
        }

        package var words: String { "interference \(loss.text)" }
        package var span: Nanoseconds? { duration }
        package var outage: Nanoseconds? {
            loss.percent < 100 ? .zero : duration + Outage.afterLink
        }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            run.air.interfere(
                with: run.boards[index].address, lossToPeripheral: loss.fraction,
                lossToCentral: loss.fraction, from: run.simulation.now, for: duration)
        }
    }
}
