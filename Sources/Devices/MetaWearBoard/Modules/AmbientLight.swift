import Motion
internal import Simulation
import Wire

/// The light sensor LTR-329ALS (protocol, sensors 15).
final class AmbientLight: Module {
    static let id: UInt8 = 0x14
    static let name = "ambient light"
    static let registers: [Register<AmbientLight>] = [
        .value(0x01, "enable", { $1(&$0.enable) }, didSet: { $0.update(on: $1) }),
        .value(0x02, "config", { $1(&$0.config) }, didSet: { $0.reconfigure(on: $1) }),
        .signal(0x03, "illuminance", Illuminance.self) { module, _ in module.value },
    ]

    var enable = Flag()
    var config = Config()
    private var appliedConfig = Config()
    private var isRunning = false
    /// Distinguishes a running stream's events from those of an earlier start.
    private var run: UInt64 = 0
    /// The last measurement; 0 before the first.
    private var milliLux: UInt32 = 0
    private let sensor: LightSensor
    private let stream: SignalOutlet
    /// From standby to the start of a measurement (LTR-329ALS-01 data sheet, table of electrical
    /// and optical specifications).
    private static let wakeUp = Nanoseconds.milliseconds(10)

    /// Standby, with the host's default configuration (protocol, sensors 21).
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        sensor = board.hardware.part(LightSensor.self, "light") {
            // The data sheet's ALS accuracy.
            LightSensor($0, of: board.hardware, tolerance: 0.1)
        }
        stream = board.outlet(SignalKey(Self.id, 0x03))
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard argument == run else { return }
        let lux = board.hardware.environment.illuminance(at: board.now)
        milliLux = sensor.milliLux(lux, sensitivity: config.sensitivity)
        board.emit(stream, value)
        guard argument == run else { return }
        board.schedule(Self.id, 0, run, at: board.now + config.period)
    }

    /// 220 µA active, 5 µA in standby (LTR-329ALS-01 data sheet).
    func current(on board: MetaWearBoard) -> Double { isRunning ? 220 : 5 }

    private var value: ShortBytes {
        var bytes = ShortBytes()
        bytes.append(milliLux)
        return bytes
    }

    /// The same value again changes nothing.
    private func update(on board: MetaWearBoard) {
        guard enable.isOn != isRunning else { return }
        isRunning = enable.isOn
        if !isRunning { milliLux = 0 }
        restart(on: board)
    }

    /// A new configuration applies at once.
    private func reconfigure(on board: MetaWearBoard) {
        guard config != appliedConfig else { return }
        appliedConfig = config
        restart(on: board)
    }

    private func restart(on board: MetaWearBoard) {
        run &+= 1
        guard isRunning else { return }
        board.schedule(Self.id, 0, run, at: board.now + Self.wakeUp + config.integration)
    }

    /// ALS_CONTR and ALS_MEAS_RATE (LTR-329ALS-01 data sheet).
    struct Config: Layout, Equatable {
        var gain: UInt8 = 0
        var rate: UInt8 = 3
        var time: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c.reserved(bits: 2)
            c(&gain, bits: 3, "gain")
            c.reserved(bits: 3)
            c(&rate, bits: 3, "rate")
            c(&time, bits: 3, "integration time")
            c.reserved(bits: 2)
        }

        /// The codes 4 and 5 are unused: gain 1.
        private var factor: Double { [1, 2, 4, 8, 1, 1, 48, 96][Int(gain & 7)] }

        var integration: Nanoseconds {
            .milliseconds([100, 50, 200, 400, 150, 250, 300, 350][Int(time & 7)])
        }

        /// From one measurement to the next: never shorter than one of them.
        var period: Nanoseconds {
            max(
                .milliseconds([50, 100, 200, 500, 1000, 2000, 2000, 2000][Int(rate & 7)]),
                integration)
        }

        /// Counts a lux: one at gain 1 and 100 ms, which gives the data sheet's ranges.
        var sensitivity: Double { factor * integration.seconds * 10 }
    }

    /// Thousandths of a lux.
    struct Illuminance: Layout {
        var value: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("lx", over: 1000))
            c(&value, "mlx")
        }
    }
}

/// A specimen of the LTR-329ALS.
final class LightSensor: Specimen {
    /// The result of a measurement with so many counts a lux, in thousandths of a lux; the counts
    /// end at 16 bits.
    func milliLux(_ lux: Double, sensitivity: Double) -> UInt32 {
        var counts = max(lux, 0) * scale * sensitivity
        if !isIdeal { counts = (counts + random.uniform()).rounded(.down) }
        return UInt32(nearest: min(counts, 65_535) / sensitivity * 1000)
    }
}
