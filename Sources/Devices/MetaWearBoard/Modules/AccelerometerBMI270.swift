import Motion
internal import Simulation
import Wire

/// The accelerometer of the BMI270 (implementation 4; protocol, sensors 5.1 and 5.4 to
/// 5.6).
final class AccelerometerBMI270: Module {
    static let id: UInt8 = 0x03
    static let name = "accelerometer"
    static let registers: [Register<AccelerometerBMI270>] = [
        .command(0x01, "power mode", Byte.self) {
            $0.core.setPower($1.value, highest: 2, on: $2)
            $0.updateFeatures(on: $2)
        },
        .mask(
            0x02, "data interrupt enable", { $1(&$0.core.dataMask) },
            didSet: { $0.core.update(on: $1) }),
        .value(
            0x03, "data config", { $1(&$0.core.config) },
            didSet: {
                $0.core.reconfigure(on: $1)
                $0.updateFeatures(on: $1)
            }
        ).rated(Config.rates),
        .signal(0x04, "data", Sample.self) { $0.core.read(on: $1) },
        .signal(0x05, "packed data", PackedSamples.self),
        .mask(
            0x06, "feature enable", { $1(&$0.features.enabled) },
            didSet: { $0.updateFeatures(on: $1) }),
        .mask(0x07, "feature interrupt enable") { $1(&$0.features.interrupts) },
        .command(0x08, "feature config", FeatureBanks.Written.self) { module, written, board in
            if !module.features.write(written.index, written.bytes) {
                board.ignore(.notThere, "no feature bank takes these bytes")
            }
        }.readable(Byte.self, answer: FeatureBanks.Written.self) { module, index, _ in
            module.features.banks[index.value].map { ShortBytes([index.value] + $0) }
        },
        .signal(0x09, "motion interrupt", FeatureMotionNotice.self),
        .signal(0x0A, "wrist interrupt", WristNotice.self),
        .signal(0x0B, "step interrupt", StepNotice.self) { module, _ in
            ShortBytes(Word(value: module.features.steps).bytes)
        },
        .signal(0x0C, "activity interrupt", ActivityNotice.self),
        .unmodelled(0x0D, "temperature interrupt", "no source says what it carries"),
        .value(0x0E, "temperature enable") { $1(&$0.isThermometerOn) },
        .query(0x0F, "temperature", answer: SignedWord.self) { $0.temperature(on: $1) },
        .value(
            0x10, "offset", { $1(&$0.offset) },
            didSet: { module, board in
                board.hardware.accelerometer.compensation = module.offset.g
            }),
        .value(0x11, "FIFO down-sampling") { $1(&$0.downSampling) },
    ]

    private let core: InertialCore<Config>
    private let features: BMI270Features
    private let sampler: FeatureSampler
    private var isThermometerOn = Flag()
    private var offset = BMI270Offset()
    private var downSampling = BMI270DownSampling()

    // From suspend to the first sample (BMI270 datasheet, accelerometer start-up time).
    private static let startUp = Nanoseconds.microseconds(2_000)

    /// Suspended, with the chip's default configuration.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        core = InertialCore(
            .acceleration, module: Self.id, plain: 0x04, packed: 0x05, startUp: Self.startUp,
            on: board)
        features = BMI270Features(module: Self.id, on: board)
        sampler = FeatureSampler(module: Self.id, code: 1, startUp: Self.startUp)
        board.hardware.accelerometer.compensation = .zero
    }

    private func updateFeatures(on board: MetaWearBoard) {
        let isWanted = core.isPowered && features.enabled != 0
        if sampler.update(isWanted ? core.config.setting : nil, on: board) { features.restart() }
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard code == 1 else { return core.tick(argument, on: board) }
        if let sample = sampler.tick(argument, on: board) {
            features.take(sample, hertz: sampler.hertz, on: board)
        }
    }

    /// 150 µA sampling, 10 µA in low-power mode, and 20 µA for the feature engine
    /// (BST-BMI270-DS000, table of electrical characteristics).
    func current(on board: MetaWearBoard) -> Double {
        guard core.isPowered else { return 3.5 }
        return (core.mode == 2 ? 10 : 150) + (features.enabled == 0 ? 0 : 20)
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
    struct Config: AccelerometerConfig {
        static let rates: RateCodes? = .acceleration

        var rate = AccelerometerRate()
        var isPerformance = true
        var range = Range.g8

        enum Range: UInt8 { case g2, g4, g8, g16 }

        mutating func layout(_ c: inout some Coder) {
            rate.layout(&c)
            c(&isPerformance, "filter performance")
            c(&range, "range")
        }

        var setting: AccelerometerSetting {
            rate.setting(range: range.g, isFiltered: isPerformance)
        }

        /// From 12.5 Hz on in performance mode, up to 400 Hz without (BMI270 datasheet, ACC_CONF).
        var hasSamples: Bool { isPerformance ? rate.rate >= 5 : rate.rate <= 10 }
    }
}

extension AccelerometerBMI270.Config.Range {
    var g: Double { Double(2 << Int(rawValue)) }
}
