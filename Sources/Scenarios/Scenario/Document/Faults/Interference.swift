import Declaration
import Device
import Peripheral
public import Simulation
import VirtualRadio

extension Fault {
    /// Some packets are lost and sent again, so that data comes late.
    public struct Interference: FaultKind {
        public static let title = "interference"
        public static let about =
            "Spoils a part of the packets: they are sent again, and come late."

        public var loss: Quantity<Ratio> = .percent(30)
        public var duration: Nanoseconds = .seconds(10)

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.loss, "loss", in: .percent(0)...(.percent(100)), "How many packets are spoilt.")
            keys.optional(\.duration, "for", in: Fault.durations, "How long.")
        }

        package var words: String { "interference \(loss.text)" }
        package var span: Nanoseconds? { duration }

        package func strike(_ index: Int, in run: ScenarioRun) {
            run.air.interfere(
                with: run.boards[index].address, lossToPeripheral: loss.fraction,
                lossToCentral: loss.fraction, from: run.simulation.now, for: duration)
        }
    }
}
