import Motion
internal import Simulation
import Wire

/// The colour detector TCS34725 (protocol, sensors 18).
final class ColourDetector: Module {
    static let id: UInt8 = 0x17
    static let name = "colour detector"
    static let registers: [Register<ColourDetector>] = [
        .query(0x01, "colour", answer: Colour.self) { module, board in
            module.reads.ask(for: ColourDetector.wakeUp + module.mode.integration, on: board)
            return nil
        },
        .command(0x02, "mode", Mode.self) { module, mode, _ in module.mode = mode },
    ]

    private var mode = Mode()
    private let reads = OnDemand(ColourDetector.id, 0x01)
    private let sensor: ColourSensor
    /// From sleep to the start of an integration (TCS3472 data sheet, state machine).
    private static let wakeUp = Nanoseconds.microseconds(2_400)

    /// Asleep; 2.4 ms, gain 1, no illuminator.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        sensor = board.hardware.part(ColourSensor.self, "colour") {
            // The data sheet's responsivities leave 20 %.
            ColourSensor($0, of: board.hardware, tolerance: 0.2)
        }
    }

    /// An integration is done.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        let environment = board.hardware.environment
        let colour = sensor.counts(
            lux: environment.illuminance(at: board.now),
            kelvin: environment.lightColour(at: board.now), mode)
        reads.answer(ShortBytes(colour.bytes), on: board)
    }

    /// 235 µA while it measures, 2.5 µA asleep (TCS3472 data sheet).
    func current(on board: MetaWearBoard) -> Double { reads.isMeasuring ? 235 : 2.5 }

    /// Clear, red, green and blue.
    struct Colour: Layout {
        var clear: UInt16 = 0
        var red: UInt16 = 0
        var green: UInt16 = 0
        var blue: UInt16 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&clear, "clear")
            c(&red, "red")
            c(&green, "green")
            c(&blue, "blue")
        }
    }

    /// ATIME, the gain of CONTROL, and the lamp beside the sensor.
    struct Mode: Layout {
        /// 256 minus the integration time in steps of 2.4 ms.
        var time: UInt8 = 0xFF
        var gain = Gain.x1
        var isIlluminated = false

        enum Gain: UInt8 { case x1, x4, x16, x60 }

        mutating func layout(_ c: inout some Coder) {
            c(&time, "integration register")
            c(&gain, "gain")
            c(&isIlluminated, bits: 8, "illuminator")
        }

        var steps: Int { 256 - Int(time) }
        var integration: Nanoseconds { .microseconds(2_400 * Int64(steps)) }
        var factor: Double { [1, 4, 16, 60][Int(gain.rawValue)] }
        /// 1024 counts a step, 16 bits at most.
        var fullScale: Double { Double(min(1024 * steps, 65_535)) }
    }
}

/// A specimen of the TCS34725.
final class ColourSensor: Specimen {
    /// The counts for light of a colour temperature: the inverse of the vendor's conversion from
    /// counts to lux and kelvin (ams design note DN40: 310 counts at 1 ms and gain 1 a lux, the
    /// colour temperature 1391 + 3810 · blue/red), for light whose green is the mean of its red and
    /// blue.
    func counts(lux: Double, kelvin: Double, _ mode: ColourDetector.Mode) -> ColourDetector.Colour {
        let blueToRed = max(kelvin - 1391, 0) / 3810
        let weighted = max(lux, 0) * mode.integration.seconds * 1000 * mode.factor / 310 * scale
        let red = weighted / (0.136 + (1 + blueToRed) / 2 - 0.444 * blueToRed)
        let blue = red * blueToRed
        let green = (red + blue) / 2
        func count(_ value: Double) -> UInt16 {
            let dithered = isIdeal ? value.rounded() : (value + random.uniform()).rounded(.down)
            return UInt16(nearest: min(dithered, mode.fullScale))
        }
        return ColourDetector.Colour(
            clear: count(red + green + blue), red: count(red), green: count(green),
            blue: count(blue))
    }
}
