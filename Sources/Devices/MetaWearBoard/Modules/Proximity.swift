import Motion
internal import Simulation
import Wire

/// The proximity detector TSL2671: pulses of infrared and their reflection (protocol, sensors 19).
final class Proximity: Module {
    static let id: UInt8 = 0x18
    static let name = "proximity"
    static let registers: [Register<Proximity>] = [
        .query(0x01, "proximity", answer: Word.self) { module, board in
            module.reads.ask(for: Proximity.wakeUp + module.mode.integration, on: board)
            return nil
        },
        .command(0x02, "mode", Mode.self) { module, mode, _ in module.mode = mode },
    ]

    private var mode = Mode()
    private let reads = OnDemand(Proximity.id, 0x01)
    private let receiver: ProximityReceiver
    /// From sleep to the first pulse: one step of the state machine (TSL2671 data sheet).
    private static let wakeUp = Nanoseconds.microseconds(2_720)

    /// Asleep; 2.72 ms, one pulse of 25 mA, the infrared receiver.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        receiver = board.hardware.part(ProximityReceiver.self, "proximity") {
            ProximityReceiver($0, of: board.hardware, tolerance: 0.2)
        }
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        let metres = board.hardware.environment.objectDistance(at: board.now)
        var bytes = ShortBytes()
        bytes.append(receiver.counts(metres: metres, mode))
        reads.answer(bytes, on: board)
    }

    /// 175 µA while it measures, 2.5 µA asleep, and the LED's pulses of 7.3 µs (TSL2671 data
    /// sheet).
    func current(on board: MetaWearBoard) -> Double {
        guard reads.isMeasuring else { return 2.5 }
        let span = (Self.wakeUp + mode.integration).seconds
        return 175 + mode.milliamperes * 1000 * Double(mode.pulses) * 7.3e-6 / span
    }

    /// PTIME, PPULSE and CONTROL.
    struct Mode: Layout {
        /// 256 minus the integration time in steps of 2.72 ms.
        var time: UInt8 = 0xFF
        var pulses: UInt8 = 1
        /// Bit 0 the receiver of visible light, bit 1 that of infrared.
        var channel: UInt8 = 2
        /// 100, 50, 25 or 12.5 mA.
        var drive: UInt8 = 2

        mutating func layout(_ c: inout some Coder) {
            c(&time, "integration register")
            c(&pulses, "pulses")
            c.reserved(bits: 4)
            c(&channel, bits: 2, "receiver")
            c(&drive, bits: 2, "current")
        }

        var steps: Int { 256 - Int(time) }
        var integration: Nanoseconds { .microseconds(2_720 * Int64(steps)) }
        var milliamperes: Double { 100 / Double(1 << Int(drive & 3)) }
        /// 1023 counts a step, 16 bits at most.
        var fullScale: Double { Double(min(1023 * steps, 65_535)) }
        /// The two photodiodes add up.
        var diodes: Double { Double((channel & 3).nonzeroBitCount) }
    }
}

/// A specimen of the TSL2671 with its LED.
final class ProximityReceiver: Specimen {
    private let normal = NormalDistribution.standard

    /// 520 counts for a white card at 100 mm, eight pulses, 100 mA and one photodiode, with the
    /// inverse square of the distance: the calibration of the TMD2671, the same chip with an LED of
    /// its own. A realistic specimen has crosstalk and a noise of a few counts.
    func counts(metres: Double, _ mode: Proximity.Mode) -> UInt16 {
        let near = max(metres, 0.001)
        let returned =
            520 * Double(mode.pulses) / 8 * mode.milliamperes / 100 * mode.diodes
            * (0.1 / near) * (0.1 / near) * scale
        let noise = isIdeal ? 0 : 2 + normal.next(&random)
        return UInt16(nearest: min(returned + noise, mode.fullScale))
    }
}
