import Motion
import Simulation
import Wire

/// The accelerometer of the BMI160 (implementation 1; protocol, sensors 5.1 to 5.3).
public final class AccelerometerBMI160: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x03
    /// As people call it.
    public static let name = "accelerometer"
    private static let later = "the interrupt features are not modelled yet"
    /// Every register of the module.
    public static let registers: [Register<AccelerometerBMI160>] = [
        .command(0x01, "power mode", Byte.self) {
            $0.core.setPower($1.value, highest: 2, on: $2)
        },
        .mask(0x02, "data interrupt enable", \.core.dataMask, didSet: { $0.core.update(on: $1) }),
        .value(0x03, "data config", \.core.config, didSet: { $0.core.reconfigure(on: $1) }),
        .signal(0x04, "data", Sample.self) { $0.core.read(on: $1) },
        .value(0x05, "data interrupt config", \.interruptSource),
        .unmodelled(0x06, "low/high-g interrupt enable", later),
        .unmodelled(0x07, "low/high-g config", later),
        .unmodelled(0x08, "low/high-g interrupt", later),
        .unmodelled(0x09, "motion interrupt enable", later),
        .unmodelled(0x0A, "motion config", later),
        .unmodelled(0x0B, "motion interrupt", later),
        .unmodelled(0x0C, "tap interrupt enable", later),
        .unmodelled(0x0D, "tap config", later),
        .unmodelled(0x0E, "tap interrupt", later),
        .unmodelled(0x0F, "orientation interrupt enable", later),
        .unmodelled(0x10, "orientation config", later),
        .unmodelled(0x11, "orientation interrupt", later),
        .unmodelled(0x12, "flat interrupt enable", later),
        .unmodelled(0x13, "flat config", later),
        .unmodelled(0x14, "flat interrupt", later),
        .unmodelled(0x15, "data offset", later),
        .query(0x16, "power mode status", answer: Byte.self) { module, board in
            // PMU_STATUS: gyroscope in bits 2 and 3, accelerometer in bits 4 and 5.
            let gyroscope: GyroscopeBMI160? = board.module()
            return [module.core.mode << 4 | (gyroscope?.powerState ?? 0) << 2]
        },
        .unmodelled(0x17, "step detector interrupt enable", later),
        .unmodelled(0x18, "step config", later),
        .unmodelled(0x19, "step detector", later),
        .query(0x1A, "step counter", answer: Word.self) { _, _ in
            // No step is counted yet; hosts poll it and wait for the answer.
            [0, 0]
        },
        .unmodelled(0x1B, "step counter reset", later),
        .signal(0x1C, "packed data", PackedSamples.self, since: 1),
    ]

    private let core: InertialCore<Config>
    private var interruptSource = Word()

    /// Suspended, with the chip's default configuration.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {
        // From suspend to the first sample (BMI160 datasheet, accelerometer start-up time).
        core = InertialCore(
            .acceleration, module: Self.id, plain: 0x04, packed: 0x1C,
            startUp: .microseconds(3_200), on: board)
    }

    /// A sample is due.
    public func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        core.tick(argument, on: board)
    }

    /// `acc_conf` and `acc_range` (protocol, sensors 5.2; BMI160 datasheet 2.11.12 and 2.11.13).
    struct Config: InertialConfig {
        var rate = AccelerometerRate()
        var isUndersampling = false
        var range = Range.g2

        enum Range: UInt8 { case g2 = 0x03, g4 = 0x05, g8 = 0x08, g16 = 0x0C }

        mutating func layout(_ c: inout some Coder) {
            rate.layout(&c)
            c(&isUndersampling, "undersampling")
            c(&range, "range")
        }

        var period: Nanoseconds { rate.period }

        func apply(to sensor: TriaxialSensor) {
            rate.apply(to: sensor, range: range.g, isFiltered: !isUndersampling)
        }
    }
}

extension AccelerometerBMI160.Config.Range {
    var g: Double {
        switch self {
        case .g2: 2
        case .g4: 4
        case .g8: 8
        case .g16: 16
        }
    }
}
