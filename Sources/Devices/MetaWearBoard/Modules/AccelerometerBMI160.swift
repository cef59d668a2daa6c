internal import Simulation
import Wire

/// The accelerometer of the BMI160 (implementation 1; protocol, sensors 5.1 to 5.3).
final class AccelerometerBMI160: BoschInterruptModule {
    static let id: UInt8 = 0x03
    static let name = "accelerometer"
    static let registers: [Register<AccelerometerBMI160>] =
        [
            .command(0x01, "power mode", Byte.self) {
                $0.core.setPower($1.value, highest: 2, on: $2)
                $0.updateSteps(on: $2)
            }
        ] + dataToMotionEnable + [
            .value(0x0A, "motion config") { $1(&$0.motionConfig) }
        ] + motionToFlat + [
            .value(
                0x15, "data offset", { $1(&$0.offset) },
                didSet: { $0.offset.apply(to: $1.hardware) }),
            .query(0x16, "power mode status", answer: Byte.self) { module, board in
                // PMU_STATUS: gyroscope in bits 2 and 3, accelerometer in bits 4 and 5.
                let gyroscope: GyroscopeBMI160? = board.module()
                return [module.core.mode << 4 | (gyroscope?.powerState ?? 0) << 2]
            },
            .mask(
                0x17, "step detector interrupt enable", { $1(&$0.stepMask) },
                didSet: { $0.updateSteps(on: $1) }),
            .value(
                0x18, "step config", { $1(&$0.stepConfig) },
                didSet: { $0.configureSteps(on: $1) }),
            .signal(0x19, "step detector", Byte.self),
            .query(0x1A, "step counter", answer: Word.self) { module, _ in
                ShortBytes(Word(value: module.counter.count).bytes)
            },
            .command(0x1B, "step counter reset", Anything.self) { module, _, _ in
                module.counter.clear()
            },
            .signal(0x1C, "packed data", PackedSamples.self, since: 1),
        ]

    let core: InertialCore<Config>
    let interrupts: BoschInterrupts
    var interruptSource = Word()
    private var motionConfig = MotionDetector.LongConfig() {
        didSet { interrupts.motion.config = motionConfig.value }
    }
    private var offset = BMI160Offset()

    private let sampler: FeatureSampler
    private let stepOutlet: SignalOutlet
    private var stepMask: UInt8 = 0
    private var stepConfig = BMI160StepConfig()
    private var detector = StepDetector()
    private var counter = StepCounter()

    // From suspend to the first sample (BMI160 datasheet, accelerometer start-up time).
    private static let startUp = Nanoseconds.microseconds(3_200)

    /// Suspended, with the chip's default configuration.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        core = InertialCore(
            .acceleration, module: Self.id, plain: 0x04, packed: 0x1C, startUp: Self.startUp,
            on: board)
        interrupts = BoschInterrupts(
            lowHigh: LowHighDetector(.init(), durationStep: .microseconds(2_500)),
            flat: FlatDetector(
                holdStep: .milliseconds(640), tellsSign: information.revision >= 2),
            setting: core.config.setting, module: Self.id, on: board)
        sampler = FeatureSampler(module: Self.id, code: 1, startUp: Self.startUp)
        stepOutlet = board.outlet(SignalKey(Self.id, 0x19))
        offset.apply(to: board.hardware)
        stepConfig.apply(to: &detector, &counter)
    }

    func reconfigure(on board: MetaWearBoard) {
        interrupts.reconfigure(core.config.setting)
        core.reconfigure(on: board)
        updateSteps(on: board)
    }

    private func configureSteps(on board: MetaWearBoard) {
        stepConfig.apply(to: &detector, &counter)
        updateSteps(on: board)
    }

    /// Steps need a powered accelerometer of 25 Hz or more (protocol, sensors 5.3.6).
    private func updateSteps(on board: MetaWearBoard) {
        let setting = core.config.setting
        let isWanted =
            core.isPowered && setting.hertz >= 25 && (stepMask & 1 != 0 || stepConfig.isCounterOn)
        if sampler.update(isWanted ? setting : nil, on: board) {
            detector.reset()
            counter.interrupt()
        }
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard code == 1 else { return core.tick(argument, on: board) }
        guard let sample = sampler.tick(argument, on: board),
            detector.next(sample, hertz: sampler.hertz, at: board.now)
        else { return }
        if stepConfig.isCounterOn { counter.step(at: board.now) }
        if stepMask & 1 != 0 { board.emit(stepOutlet, [1]) }
    }

    /// Whether it samples in the normal power mode.
    var isNormal: Bool { core.mode == 1 }

    /// 180 µA sampling, a tenth of it in low-power mode, and 5 µA for the steps
    /// (BST-BMI160-DS000, table of electrical characteristics).
    func current(on board: MetaWearBoard) -> Double {
        guard core.isPowered else { return 3 }
        let steps: Double = stepConfig.isCounterOn || stepMask & 1 != 0 ? 5 : 0
        return (core.mode == 2 ? 18 : 180) + steps
    }

    /// `acc_conf` and `acc_range` (protocol, sensors 5.2; BMI160 datasheet 2.11.12 and 2.11.13).
    struct Config: AccelerometerConfig {
        static let rates: RateCodes? = .acceleration

        var rate = AccelerometerRate()
        var isUndersampling = false
        var range = BoschRange.g2

        mutating func layout(_ c: inout some Coder) {
            rate.layout(&c)
            c(&isUndersampling, "undersampling")
            c(&range, "range")
        }

        var setting: AccelerometerSetting {
            rate.setting(range: range.g, isFiltered: !isUndersampling)
        }

        /// Below 12.5 Hz it has to undersample (BMI160 datasheet, 2.11.12).
        var hasSamples: Bool { isUndersampling || rate.rate >= 5 }
    }
}
