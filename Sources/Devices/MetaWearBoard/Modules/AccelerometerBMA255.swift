internal import Simulation
import Wire

/// The accelerometer BMA255 (implementation 3; protocol, sensors 5.1, 5.3 and 5.7).
final class AccelerometerBMA255: BoschInterruptModule {
    static let id: UInt8 = 0x03
    static let name = "accelerometer"
    static let registers: [Register<AccelerometerBMA255>] =
        [
            .command(0x01, "power mode", Byte.self) {
                $0.core.setPower($1.value, highest: 2, on: $2)
            }
        ] + dataToMotionEnable + [
            .value(0x0A, "motion config") { $1(&$0.motionConfig) }
        ] + motionToFlat + [
            .signal(0x1C, "packed data", PackedSamples.self, since: 1)
        ]

    let core: InertialCore<Config>
    let interrupts: BoschInterrupts
    var interruptSource = Word()
    private var motionConfig = MotionDetector.ShortConfig() {
        didSet { interrupts.motion.config = motionConfig.value }
    }

    /// Suspended, with the chip's default configuration.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        // From suspend to the first sample (BMA255 datasheet, wake-up and start-up time).
        core = InertialCore(
            .acceleration, module: Self.id, plain: 0x04, packed: 0x1C,
            startUp: .microseconds(3_000), on: board)
        var lowHigh = LowHighDetector.Config()
        (lowHigh.lowDuration, lowHigh.highDuration) = (0x09, 0x0F)
        interrupts = BoschInterrupts(
            lowHigh: LowHighDetector(lowHigh, durationStep: .milliseconds(2)),
            flat: FlatDetector(holdStep: .milliseconds(512), tellsSign: information.revision >= 2),
            setting: core.config.setting, module: Self.id, on: board)
        interrupts.motion.config = motionConfig.value
    }

    func reconfigure(on board: MetaWearBoard) {
        interrupts.reconfigure(core.config.setting)
        core.reconfigure(on: board)
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        core.tick(argument, on: board)
    }

    /// 130 µA sampling, 6.5 µA in low-power mode, 2.1 µA suspended (BST-BMA255-DS004, operating
    /// conditions).
    func current(on board: MetaWearBoard) -> Double {
        core.isPowered ? (core.mode == 2 ? 6.5 : 130) : 2.1
    }

    /// Bandwidth and range (protocol, sensors 5.7; BMA255 datasheet, registers 0F and 10).
    struct Config: AccelerometerConfig {
        /// 8 to 15: 7.81 Hz doubled n - 8 times; the rate is twice the bandwidth.
        var bandwidth: UInt8 = 0x0A
        var unused: UInt8 = 0
        var range = BoschRange.g2

        mutating func layout(_ c: inout some Coder) {
            c(&bandwidth, bits: 5, "bandwidth")
            c(&unused, bits: 3, "unused")
            c(&range, "range")
        }

        var setting: AccelerometerSetting {
            // Codes below count as the lowest bandwidth, codes above as the highest.
            let code = min(max(Int(bandwidth), 8), 15)
            let hertz = 7.8125 * Double(1 << (code - 8))
            // A cutoff at half the rate would filter nothing: stay a little below it.
            return AccelerometerSetting(hertz: 2 * hertz, cutoff: 0.8 * hertz, range: range.g)
        }
    }
}
