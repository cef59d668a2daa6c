import Motion
import Simulation
import Wire

/// The accelerometer of the BMI270 (implementation 4; protocol, sensors 5.1, 5.4 and 5.5).
public final class AccelerometerBMI270: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x03
    /// As people call it.
    public static let name = "accelerometer"
    private static let later = "the interrupt features are not modelled yet"
    /// Every register of the module.
    public static let registers: [Register<AccelerometerBMI270>] = [
        .command(0x01, "power mode", Byte.self) {
            $0.core.setPower($1.value, highest: 2, on: $2)
        },
        .mask(0x02, "data interrupt enable", \.core.dataMask, didSet: { $0.core.update(on: $1) }),
        .value(0x03, "data config", \.core.config, didSet: { $0.core.reconfigure(on: $1) }),
        .signal(0x04, "data", Sample.self) { $0.core.read(on: $1) },
        .signal(0x05, "packed data", PackedSamples.self),
        .unmodelled(0x06, "feature enable", later),
        .unmodelled(0x07, "feature interrupt enable", later),
        .unmodelled(0x08, "feature config", later),
        .unmodelled(0x09, "motion interrupt", later),
        .unmodelled(0x0A, "wrist interrupt", later),
        .signal(0x0B, "step interrupt", Word.self) { _, _ in
            // No step is counted yet; hosts poll it and wait for the answer.
            [0, 0]
        },
        .unmodelled(0x0C, "activity interrupt", later),
        .unmodelled(0x0D, "temperature interrupt", "no source says what it carries"),
        .value(0x0E, "temperature enable", \.isThermometerOn),
        .query(0x0F, "temperature", answer: Word.self) { $0.temperature(on: $1) },
        .unmodelled(0x10, "offset", later),
        .unmodelled(0x11, "FIFO down-sampling", later),
    ]

    private let core: InertialCore<Config>
    private var isThermometerOn = Flag()

    /// Suspended, with the chip's default configuration.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {
        // From suspend to the first sample (BMI270 datasheet, accelerometer start-up time).
        core = InertialCore(
            .acceleration, module: Self.id, plain: 0x04, packed: 0x05,
            startUp: .microseconds(2_000), on: board)
    }

    /// A sample is due.
    public func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        core.tick(argument, on: board)
    }

    /// 1/512 °C a step from 23 °C; 0x8000 while the thermometer is off (BMI270 datasheet,
    /// temperature registers).
    private func temperature(on board: MetaWearBoard) -> ShortBytes {
        var bytes = ShortBytes()
        if isThermometerOn.isOn {
            let ambient = board.hardware.environment.temperature(at: board.now)
            bytes.append(Int16(max(-32767, min(32767, ((ambient - 23) * 512).rounded()))))
        } else {
            bytes.append(Int16.min)
        }
        return bytes
    }

    /// `acc_conf` and `acc_range` (protocol, sensors 5.4; BMI270 datasheet, ACC_CONF).
    struct Config: InertialConfig {
        var rate = AccelerometerRate()
        var isPerformance = true
        var range = Range.g8

        enum Range: UInt8 { case g2, g4, g8, g16 }

        mutating func layout(_ c: inout some Coder) {
            rate.layout(&c)
            c(&isPerformance, "filter performance")
            c(&range, "range")
        }

        var period: Nanoseconds { rate.period }

        func apply(to sensor: TriaxialSensor) {
            rate.apply(to: sensor, range: range.g, isFiltered: isPerformance)
        }
    }
}

extension AccelerometerBMI270.Config.Range {
    var g: Double { Double(2 << Int(rawValue)) }
}
