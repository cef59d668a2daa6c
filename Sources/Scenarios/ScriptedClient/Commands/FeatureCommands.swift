import Declaration
import MetaWearProtocol
import Simulation

/// The bytes of the accelerometer's interrupts, by chip (protocol, sensors 5.3 and 5.5).
struct FeatureCommands {
    var chip: InertialChip
    /// Of the accelerometer, in g.
    var range: Double
    var configurations: SensorConfigurations

    private var isBMA255: Bool { chip == .bma255Accelerometer }

    /// The register that its notifications come from.
    func register(of feature: AccelerometerFeature) throws(StepFailure) -> UInt8 {
        switch (chip, feature) {
        case (.bmi160Accelerometer, .motion), (.bma255Accelerometer, .motion): 0x0B
        case (.bmi160Accelerometer, .tap), (.bma255Accelerometer, .tap): 0x0E
        case (.bmi160Accelerometer, .orientation), (.bma255Accelerometer, .orientation): 0x11
        case (.bmi160Accelerometer, .flat), (.bma255Accelerometer, .flat): 0x14
        case (.bmi160Accelerometer, .lowG), (.bmi160Accelerometer, .highG),
            (.bma255Accelerometer, .lowG), (.bma255Accelerometer, .highG):
            0x08
        case (.bmi160Accelerometer, .stepDetector): 0x19
        // Only to be read: loggers take it from silent reads.
        case (.bmi160Accelerometer, .steps): 0xDA
        case (.bmi270Accelerometer, .motion): 0x09
        case (.bmi270Accelerometer, .gesture): 0x0A
        case (.bmi270Accelerometer, .steps), (.bmi270Accelerometer, .stepDetector): 0x0B
        case (.bmi270Accelerometer, .activity): 0x0C
        default: throw StepFailure("the \(chip.name) has no \(feature) detector")
        }
    }

    func configure(_ feature: AccelerometerFeature) throws(StepFailure) -> [[UInt8]] {
        _ = try register(of: feature)
        return chip == .bmi270Accelerometer ? configureBMI270(feature) : configureBMI160(feature)
    }

    /// Enables or disables its interrupt.
    func enable(_ feature: AccelerometerFeature, _ isOn: Bool) -> [[UInt8]] {
        if chip != .bmi270Accelerometer {
            guard let (register, mask, all) = bmi160Mask(of: feature) else { return [] }
            return [[0x03, register] + (isOn ? [mask, 0x00] : [0x00, all])]
        }
        let bits = bmi270Bits(of: feature)
        // The interrupt first, then the feature, either way (protocol, sensors 5.5).
        return [0x07, 0x06].map { [0x03, $0] + (isOn ? [bits, 0x00] : [0x00, bits]) }
    }

    // MARK: BMI160

    private func bmi160Mask(
        of feature: AccelerometerFeature
    ) -> (register: UInt8, mask: UInt8, all: UInt8)? {
        switch feature {
        case .motion:
            switch configurations.motion.kind {
            case .any: (0x09, 0x07, 0x7F)
            case .significant: (0x09, 0x07, 0x07)
            // Bit 6 chooses no motion on a BMA255, which has no selector.
            case .none where isBMA255: (0x09, 0x78, 0x78)
            case .none, .slow: (0x09, 0x38, 0x38)
            }
        case .tap: (0x0C, configurations.tap.kind.mask, 0x03)
        case .orientation: (0x0F, 0x01, 0x01)
        case .flat: (0x12, 0x01, 0x01)
        case .lowG: (0x06, 0x08, 0x0F)
        case .highG: (0x06, 0x07, 0x0F)
        case .stepDetector: (0x17, 0x01, 0x01)
        case .steps, .activity, .gesture: nil
        }
    }

    private func configureBMI160(_ feature: AccelerometerFeature) -> [[UInt8]] {
        switch feature {
        case .motion: [[0x03, 0x0A] + bmi160Motion.prefix(isBMA255 ? 3 : 4)]
        case .tap: [[0x03, 0x0D] + tap]
        case .orientation:
            [
                [
                    0x03, 0x10,
                    configurations.orientation.mode.code | 0x08
                        | UInt8((configurations.orientation.hysteresis.g / 0.0625).rounded())
                        << 4, 0x48,
                ]
            ]
        case .flat:
            [
                [
                    0x03, 0x13, UInt8((configurations.flat.angle.degrees / 44.8 * 63).rounded()),
                    0x11,
                ]
            ]
        case .lowG, .highG: [[0x03, 0x07] + shock]
        case .steps, .stepDetector: [[0x03, 0x18] + configurations.steps.mode.bytes]
        case .activity, .gesture: []
        }
    }

    /// g a count, at 2, 4, 8 or 16 g, rounded as the SDKs do (protocol, sensors 5.3.2).
    private var motionStep: Double { step(0.00391, 0.00781, 0.01563, 0.03125) }
    private var shockStep: Double { step(0.00781, 0.01563, 0.03125, 0.0625) }

    private func step(_ two: Double, _ four: Double, _ eight: Double, _ sixteen: Double) -> Double {
        switch range {
        case ...2: two
        case ...4: four
        case ...8: eight
        default: sixteen
        }
    }

    private var bmi160Motion: [UInt8] {
        let motion = configurations.motion
        let threshold = Self.byte(motion.threshold.g / motionStep)
        let count = UInt8(clamping: motion.count - 1)
        switch motion.kind {
        case .any: return [min(count, 3), threshold, 0x14, 0x14]
        case .slow: return [min(count, 63) << 2, 0x14, threshold, 0x14]
        case .significant: return [0x00, 0x14, 0x14, 0x36]
        case .none:
            let seconds = motion.duration.seconds
            let code = UInt8(
                clamping: isBMA255 ? min(15, max(0, Int(seconds) - 1)) : Self.noMotionCode(seconds))
            return [code << 2, 0x14, threshold, 0x15]
        }
    }

    /// (n + 1) · 1.28 s up to 20.48 s, 5.12 s each from 25.6 s on, 10.24 s each from 87.04 s on
    /// (BST-BMI160-DS000, 2.11.31).
    private static func noMotionCode(_ seconds: Double) -> Int {
        if seconds <= 20.48 { return max(0, Int(seconds / 1.28) - 1) }
        if seconds <= 81.92 { return 16 + max(0, Int((seconds - 25.6) / 5.12)) }
        return 32 + max(0, Int((seconds - 87.04) / 10.24))
    }

    private var tap: [UInt8] {
        let tap = configurations.tap
        let window = Step.TapConfiguration.windows.firstIndex { .milliseconds($0) == tap.window }
        return [
            UInt8(clamping: window ?? 4) | (tap.shock == .milliseconds(75) ? 0x40 : 0)
                | (tap.quiet == .milliseconds(20) ? 0x80 : 0),
            min(31, Self.byte(tap.threshold.g / (range / 32))),
        ]
    }

    private var shock: [UInt8] {
        let shock = configurations.shock
        let steps = { (time: Nanoseconds) in
            UInt8(clamping: time.count / (isBMA255 ? 2_000_000 : 2_500_000) - 1)
        }
        return [
            steps(shock.lowDuration), Self.byte(shock.low.g / 0.00781),
            0x81 | (shock.isSum ? 0x04 : 0), steps(shock.highDuration),
            Self.byte(shock.high.g / shockStep),
        ]
    }

    // MARK: BMI270

    private func bmi270Bits(of feature: AccelerometerFeature) -> UInt8 {
        switch feature {
        case .steps: 0x02
        case .stepDetector: 0x80
        case .activity: 0x04
        case .gesture: configurations.gesture.isWakeUpTold ? 0x18 : 0x10
        case .motion:
            switch configurations.motion.kind {
            case .any, .slow: 0x40
            case .none: 0x20
            case .significant: 0x01
            }
        case .tap, .orientation, .flat, .lowG, .highG: 0
        }
    }

    private func configureBMI270(_ feature: AccelerometerFeature) -> [[UInt8]] {
        switch feature {
        case .steps, .stepDetector:
            let mark = configurations.steps.watermark
            return [[0x03, 0x08, 0x07, 0x00, 0x0E] + LittleEndian.word(min(mark, 1023))]
        case .gesture:
            let arm: UInt8 = configurations.gesture.arm == .right ? 0x10 : 0
            return [[0x03, 0x08, 0x08, 0x05 | arm, 0x00, 0xEE, 0x06, 0x04, 0x00, 0xC8, 0x00]]
        case .motion: return [bmi270Motion]
        case .activity, .tap, .orientation, .flat, .lowG, .highG: return []
        }
    }

    /// Banks 1 to 3 (protocol, sensors 5.5).
    private var bmi270Motion: [UInt8] {
        let motion = configurations.motion
        let threshold = min(2047, Int((motion.threshold.g / 0.00048).rounded(.down)))
        switch motion.kind {
        case .significant: return [0x03, 0x08, 0x03, 0xFA, 0x00]
        case .any, .slow:
            let duration = min(8191, max(1, motion.count))
            return [0x03, 0x08, 0x01] + LittleEndian.word(duration | 0xE000)
                + LittleEndian.word(threshold | 0x3800)
        case .none:
            let duration = min(8191, max(1, Int(clamping: motion.duration.count / 20_000_000)))
            return [0x03, 0x08, 0x02] + LittleEndian.word(duration | 0xE000)
                + LittleEndian.word(threshold | 0x3000)
        }
    }

    private static func byte(_ value: Double) -> UInt8 {
        UInt8(max(0, min(255, value.rounded(.down))))
    }
}
