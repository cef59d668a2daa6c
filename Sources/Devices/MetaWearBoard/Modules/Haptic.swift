internal import Simulation
import Wire

/// The haptic driver: a motor or a buzzer (protocol, sensors 10).
final class Haptic: Module {
    static let id: UInt8 = 0x08
    static let name = "haptic"
    static let registers: [Register<Haptic>] = [
        .command(0x01, "pulse", Pulse.self) { haptic, pulse, board in
            haptic.pulse = pulse
            haptic.end = board.now + .milliseconds(Int64(pulse.width))
            board.schedule(Haptic.id, 0, at: haptic.end)
        }
    ]

    private var pulse = Pulse()
    private var end = Instant.zero

    init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    /// The duty cycle at an instant, 0 (still) to 255; a new pulse replaces the old one.
    func duty(at time: Instant) -> UInt8 { time < end ? pulse.duty : 0 }

    /// True if the pulse drives the buzzer's 4 kHz, false for the motor's 2 kHz.
    var isBuzzer: Bool { pulse.mode == 1 }

    /// The pulse is over: its current ends with it.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        board.supply?.settle()
    }

    /// A coin motor draws about 75 mA, a piezo buzzer 5 mA, in proportion to the duty cycle.
    func current(on board: MetaWearBoard) -> Double {
        Double(duty(at: board.now)) / 255 * (isBuzzer ? 5_000 : 75_000)
    }

    struct Pulse: Layout {
        var duty: UInt8 = 0
        var width: UInt16 = 0
        var mode: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&duty, "duty cycle")
            c.unit(FieldUnit("ms"))
            c(&width, "width")
            c(&mode, "mode")
        }
    }
}

extension MetaWearBoard {
    /// The duty cycle of the haptic driver now, 0 to 1, and whether it drives a buzzer; nil without
    /// one.
    package var haptic: (duty: Double, isBuzzer: Bool)? {
        (module() as Haptic?).map { (Double($0.duty(at: now)) / 255, $0.isBuzzer) }
    }
}
