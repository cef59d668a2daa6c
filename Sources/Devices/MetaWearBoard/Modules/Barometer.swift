import Motion
internal import Simulation
import Wire

/// The barometer: a BMP280 (implementation 0) or BME280 (1) (protocol, sensors 13).
final class Barometer: Module {
    static let id: UInt8 = 0x12
    static let name = "barometer"
    static let registers: [Register<Barometer>] = [
        .signal(0x01, "pressure", Pressure.self) { $0.read(0x01, on: $1) },
        .signal(0x02, "altitude", Altitude.self) { $0.read(0x02, on: $1) },
        .value(0x03, "config", { $1(&$0.config) }, didSet: { $0.reconfigure(on: $1) }),
        .value(0x04, "cyclic measurement", { $1(&$0.cyclic) }, didSet: { $0.update(on: $1) }),
    ]

    /// The chip's last measurement, filtered; nil until it has run once after a reset.
    struct Air {
        var pascals: Double
        var celsius: Double
    }

    /// The two events that a running chip waits for.
    private enum Due: UInt8 { case cycle, oneShot }

    private(set) var last: Air?
    var config = BarometerConfig()
    var cyclic = Cyclic()
    private var appliedConfig = BarometerConfig()
    private var isRunning = false
    /// How long the cycle has run.
    private var cycleTime = Nanoseconds.zero
    /// The filter's memory: it starts with the first conversion (BST-BMP280-DS001, 3.4).
    private var filtered: Air?
    /// Distinguishes a running cycle's events from those of an earlier start.
    private var run: UInt64 = 0
    private var waiting = WaitingReads()
    private let isBME280: Bool
    private let sensor: AirSensor
    private let pressures: SignalOutlet
    private let altitudes: SignalOutlet

    /// Asleep, with the host's default configuration (protocol, sensors 21).
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        isBME280 = information.implementation == 1
        sensor = .of(board)
        pressures = board.outlet(SignalKey(Self.id, 0x01))
        altitudes = board.outlet(SignalKey(Self.id, 0x02))
    }

    /// A conversion is done.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard argument == run else { return }
        measure(on: board)
        answer(on: board)
        guard code == Due.cycle.rawValue, argument == run else { return }
        board.emit(pressures, pressure)
        guard argument == run else { return }
        if cyclic.hasAltitude { board.emit(altitudes, altitude) }
        guard argument == run else { return }
        let next = cycleTime + period
        let wait = next.onTimerTicks - cycleTime.onTimerTicks
        cycleTime = next
        board.schedule(Self.id, code, run, at: board.now + wait)
    }

    /// Standby or sleep current, plus the conversions' share of each cycle (BST-BMP280-DS001, table
    /// 2: 720 µA for pressure, 325 µA for temperature).
    func current(on board: MetaWearBoard) -> Double {
        let charge =
            720 * config.pressureTime.seconds + 325
            * (config.measurementTime - config.pressureTime).seconds
        if isRunning { return 0.2 + charge / period.seconds }
        return waiting.isEmpty ? 0.1 : charge / max(config.measurementTime.seconds, 1e-3)
    }

    /// The firmware's timer sets it, because it is the same on every board to 10 µs: 135.70 ms,
    /// where the chip takes 125 and typically 11.5 (protocol, real boards 4; inferred for the other
    /// settings).
    private var period: Nanoseconds {
        config.measurementTime - .microseconds(800) + config.standby(isBME280: isBME280)
    }

    /// The same value again changes nothing (the Swift SDK starts and stops twice).
    private func update(on board: MetaWearBoard) {
        guard cyclic.isOn != isRunning else { return }
        isRunning = cyclic.isOn
        restart(on: board)
    }

    /// A new configuration applies at once and restarts the filter.
    private func reconfigure(on board: MetaWearBoard) {
        guard config != appliedConfig else { return }
        appliedConfig = config
        filtered = nil
        restart(on: board)
    }

    private func restart(on board: MetaWearBoard) {
        run &+= 1
        if isRunning {
            filtered = nil
            cycleTime = .zero
            board.schedule(
                Self.id, Due.cycle.rawValue, run, at: board.now + config.measurementTime)
        } else if !waiting.isEmpty {
            startOneShot(on: board)
        }
    }

    private func startOneShot(on board: MetaWearBoard) {
        board.schedule(Self.id, Due.oneShot.rawValue, run, at: board.now + config.measurementTime)
    }

    private func measure(on board: MetaWearBoard) {
        let environment = board.hardware.environment
        let truth = environment.temperature(at: board.now)
        var air = Air(
            pascals: sensor.pressure(
                environment.pressure(at: board.now), celsius: truth,
                oversampling: config.pressure),
            celsius: sensor.temperature(truth))
        let coefficient = config.filterCoefficient
        if coefficient > 1, let old = filtered {
            air.pascals = (old.pascals * (coefficient - 1) + air.pascals) / coefficient
            air.celsius = (old.celsius * (coefficient - 1) + air.celsius) / coefficient
        }
        filtered = air
        air.pascals = sensor.resolved(
            air.pascals, config.pressure, isFiltered: coefficient > 1)
        // Skipped measurements are not made.
        if config.pressure.samples == 0 { air.pascals = 0 }
        if config.temperature.samples == 0 { air.celsius = last?.celsius ?? 0 }
        last = air
    }

    /// A running chip answers with its last measurement; a sleeping one measures first.
    private func read(_ register: UInt8, on board: MetaWearBoard) -> ShortBytes? {
        if isRunning, last != nil { return register == 0x01 ? pressure : altitude }
        if waiting.add(register, on: board), !isRunning { startOneShot(on: board) }
        return nil
    }

    private func answer(on board: MetaWearBoard) {
        for register in waiting.takeAll() {
            let isPressure = register & MetaWearBoard.registerMask == 0x01
            board.route(SignalKey(Self.id, register), isPressure ? pressure : altitude)
        }
    }

    private var pressure: ShortBytes {
        var bytes = ShortBytes()
        bytes.append(UInt32(nearest: (last?.pascals ?? 0) * 256))
        return bytes
    }

    private var altitude: ShortBytes {
        var bytes = ShortBytes()
        let metres = Self.altitude(pascals: last?.pascals ?? 0)
        bytes.append(Int32(nearest: metres * 256), bytes: 4)
        return bytes
    }

    /// Metres above the level of 101,325 Pa, by the barometric formula that Bosch gives for its
    /// pressure sensors (BST-BMP180-DS000, 3.6).
    static func altitude(pascals: Double) -> Double {
        44_330 * (1 - Elementary.power(max(pascals, 1) / 101_325, 1 / 5.255))
    }
}

extension Nanoseconds {
    /// A time that is not negative, to the nearest 1/32768 s of the firmware's timers.
    fileprivate var onTimerTicks: Nanoseconds {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000_000)
        let ticks = (rest * 32_768 + 500_000_000) / 1_000_000_000
        return Nanoseconds(seconds * 1_000_000_000 + ticks * 1_000_000_000 / 32_768)
    }
}
