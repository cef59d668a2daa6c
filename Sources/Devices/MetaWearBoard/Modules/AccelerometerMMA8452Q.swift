import Motion
internal import Simulation
import Wire

/// The accelerometer MMA8452Q of the first boards (implementation 0; protocol, sensors 5.8).
final class AccelerometerMMA8452Q: Module {
    static let id: UInt8 = 0x03
    static let name = "accelerometer"
    static let registers: [Register<AccelerometerMMA8452Q>] = [
        .command(0x01, "global enable", Byte.self) {
            $0.core.setPower($1.value, highest: 1, on: $2)
        },
        .value(0x02, "data enable", { $1(&$0.isDataOn) }, didSet: { $0.update(on: $1) }),
        .value(
            0x03, "data config", { $1(&$0.core.config) },
            didSet: { module, board in
                module.detectors.reconfigure(module.core.config)
                module.core.reconfigure(on: board)
            }),
        .signal(0x04, "data", Sample.self) { $0.core.read(on: $1) },
        .value(
            0x05, "movement enable", { $1(&$0.detectors.movement.isOn) },
            didSet: { $0.update(on: $1) }),
        .value(0x06, "movement config") { $1(&$0.detectors.movement.config) },
        .signal(0x07, "movement interrupt", Byte.self),
        .value(
            0x08, "orientation enable", { $1(&$0.detectors.orientation.isOn) },
            didSet: { $0.update(on: $1) }),
        .value(0x09, "orientation config") { $1(&$0.detectors.orientation.config) },
        .signal(0x0A, "orientation interrupt", Byte.self),
        .value(
            0x0B, "pulse enable", { $1(&$0.detectors.pulse.isOn) },
            didSet: { $0.update(on: $1) }),
        .value(0x0C, "pulse config") { $1(&$0.detectors.pulse.config) },
        .signal(0x0D, "pulse interrupt", Byte.self),
        .value(
            0x0E, "shake enable", { $1(&$0.detectors.shake.isOn) },
            didSet: { $0.update(on: $1) }),
        .value(0x0F, "shake config") { $1(&$0.detectors.shake.config) },
        .signal(0x10, "shake interrupt", Byte.self),
        .signal(0x12, "packed data", PackedSamples.self, since: 1),
    ]

    private let core: InertialCore<Config>
    private let detectors: MMA8452QDetectors
    private var isDataOn = Flag()

    /// On standby, with the chip's default configuration.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        // From standby to the first sample: two periods and a millisecond at most (MMA8452Q data
        // sheet, table 2).
        core = InertialCore(
            .acceleration, module: Self.id, plain: 0x04, packed: 0x12, startUp: .milliseconds(1),
            on: board)
        detectors = MMA8452QDetectors(core.config, module: Self.id, on: board)
    }

    private func update(on board: MetaWearBoard) {
        core.dataMask = isDataOn.isOn ? 1 : 0
        core.watcher = detectors.isWanted ? detectors : nil
        core.update(on: board)
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        core.tick(argument, on: board)
    }

    /// Depends on the rate in the normal mode, 1.8 µA on standby (MMA8452Q data sheet, table 3).
    func current(on board: MetaWearBoard) -> Double {
        guard core.isPowered else { return 1.8 }
        switch core.config.setting.hertz {
        case 400...: return 165
        case 200...: return 85
        case 100...: return 44
        default: return 24
        }
    }

    /// XYZ_DATA_CFG, HP_FILTER_CUTOFF, CTRL_REG1 and 2, ASLP_COUNT (protocol, sensors 5.8).
    struct Config: AccelerometerConfig {
        var range = Range.g2
        /// The data are high-passed too.
        var isHighPassed = false
        var highPass: UInt8 = 0
        /// 3 is the 100 Hz of the defaults.
        var rate: UInt8 = 3
        private var rest: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
            (0, 0, 0, 0, 0, 0, 0, 0)

        enum Range: UInt8 { case g2, g4, g8 }

        static func == (a: Self, b: Self) -> Bool {
            a.range == b.range && a.isHighPassed == b.isHighPassed && a.highPass == b.highPass
                && a.rate == b.rate
        }

        mutating func layout(_ c: inout some Coder) {
            c(&range, bits: 2, "range")
            c(&rest.0, bits: 2, "unused")
            c(&isHighPassed, "high-pass output")
            c(&rest.1, bits: 3, "unused")
            c(&highPass, bits: 2, "high-pass cutoff")
            c(&rest.2, bits: 2, "unused")
            c(&rest.3, bits: 4, "pulse filters")
            c(&rest.4, bits: 3, "active, fast read, low noise")
            c(&rate, bits: 3, "data rate")
            c(&rest.5, bits: 2, "sleep rate")
            c(&rest.6, "modes")
            c(&rest.7, "auto-sleep count")
        }

        private static let rates = [800, 400, 200, 100, 50, 12.5, 6.25, 1.5625]

        /// Data are in mg, whatever the range.
        var setting: AccelerometerSetting {
            let hertz = Self.rates[Int(rate & 7)]
            return AccelerometerSetting(
                hertz: hertz, cutoff: 0.4 * hertz, range: Double(2 << Int(range.rawValue)),
                countsPerG: 1000)
        }

        /// The chip's twelve bits: 1024, 512 or 256 counts a g.
        func apply(to sensor: TriaxialSensor) {
            let setting = setting
            sensor.configure(
                .init(
                    outputRate: setting.hertz, cutoff: setting.cutoff, fullScale: setting.range,
                    countsPerUnit: Double(1024 >> Int(range.rawValue))))
        }

        /// Whole mg, rounded down: every number of the examples (protocol, sensors 5.8) fits a
        /// count at 8 g.
        func registered(_ sample: RawSample) -> RawSample {
            RawSample(milliG(sample.x), milliG(sample.y), milliG(sample.z))
        }

        private func milliG(_ count: Int16) -> Int16 {
            Int16(clamping: (Int32(min(count, 2047)) &* 1000) >> (10 - Int32(range.rawValue)))
        }

        /// The cutoff of the high-pass in Hz (MMA8452Q data sheet, HP_FILTER_CUTOFF, normal mode).
        var highPassCutoff: Double {
            let highest = min(16, max(2, setting.hertz / 25))
            return highest / Double(1 << Int(highPass & 3))
        }
    }
}
