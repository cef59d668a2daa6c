import Declaration
import MetaWearProtocol
import Simulation
import Wire

/// What a script wants of the accelerometer's interrupts, in counts of the chip (protocol, sensors
/// 5.3 and 5.5).
struct FeatureCommands {
    var chip: InertialChip
    /// Of the accelerometer, in g.
    var range: Double
    var configurations: SensorConfigurations

    private var isBMA255: Bool { chip == .bma255Accelerometer }

    /// The register that its notifications come from.
    func register(of feature: AccelerometerFeature) throws(StepFailure) -> UInt8 {
        guard let register = chip.register(of: feature) else {
            throw StepFailure("the \(chip.name) has no \(feature) detector")
        }
        return register
    }

    func configure(_ feature: AccelerometerFeature) throws(StepFailure) -> [Packet] {
        _ = try register(of: feature)
        switch (feature, chip) {
        case (.motion, .bmi270Accelerometer): return [motionBank]
        case (.motion, _): return [motion.packet(for: chip)]
        case (.steps, .bmi270Accelerometer), (.stepDetector, .bmi270Accelerometer):
            let mark = UInt16(clamping: configurations[Step.StepsConfiguration.self].watermark)
            return [MWAccelerometerBMI270Steps.ConfigureStepCounter(trigger: mark).configuration]
        case (.steps, _), (.stepDetector, _):
            let mode = configurations[Step.StepsConfiguration.self].mode
            return [
                MWAccelerometerBMI160Steps.ConfigureStepCounter(mode: mode.counterpart()).packet
            ]
        case (.gesture, _):
            var bank = BMI270Bank.WristGesture()
            bank.isRightArm = configurations.gesture.arm == .right
            return [bank.packet]
        case (.tap, _): return [Packet(.accelerometer, 0x0D, tap.bytes)]
        case (.orientation, _): return [Packet(.accelerometer, 0x10, orientation.bytes)]
        case (.flat, _):
            var flat = BoschConfiguration.Flat()
            flat.theta = UInt8(
                (configurations[Step.FlatConfiguration.self].angle.degrees / 44.8 * 63).rounded())
            return [Packet(.accelerometer, 0x13, flat.bytes)]
        case (.lowG, _), (.highG, _): return [Packet(.accelerometer, 0x07, shock.bytes)]
        case (.activity, _): return []
        }
    }

    /// Enables or disables its interrupt.
    func enable(_ feature: AccelerometerFeature, _ isOn: Bool) -> [Packet] {
        if chip == .bmi270Accelerometer { return BMI270Feature.packets(bits(of: feature), isOn) }
        if feature == .tap, isOn {
            let kind = configurations.tap.kind
            return [
                MWAccelerometerBosch.EnableTap(single: kind != .double, double: kind != .single)
                    .packet
            ]
        }
        return interrupt(of: feature).map { [isOn ? $0.enable : $0.disable] } ?? []
    }

    private static func byte(_ value: Double) -> UInt8 {
        UInt8(max(0, min(255, value.rounded(.down))))
    }

    // MARK: BMI160 and BMA255

    private func interrupt(of feature: AccelerometerFeature) -> MWAccelerometerBosch.Interrupt? {
        switch feature {
        case .motion:
            switch configurations.motion.kind {
            case .any: .anyMotion
            case .significant: .significantMotion
            case .none where isBMA255: .noMotionOfBMA255
            case .none, .slow: .slowOrNoMotion
            }
        case .tap: .tap
        case .orientation: .orientation
        case .flat: .flat
        case .lowG: .lowG
        case .highG: .highG
        case .stepDetector: .stepDetector
        case .steps, .activity, .gesture: nil
        }
    }

    private var motion: BoschConfiguration.Motion {
        let wish = configurations.motion
        let threshold = Self.byte(
            wish.threshold.g * 1000 / BoschConfiguration.motionStep(range: range))
        let count = UInt8(clamping: wish.count - 1)
        var motion = BoschConfiguration.Motion()
        switch wish.kind {
        case .any:
            motion.anyCount = min(count, 3)
            motion.anyThreshold = threshold
        case .slow:
            motion.slowCount = min(count, 63)
            motion.slowThreshold = threshold
        case .significant:
            motion.isSignificant = true
            motion.proof = 3
        case .none:
            let seconds = wish.duration.seconds
            motion.slowCount =
                isBMA255
                ? UInt8(clamping: min(15, Int(seconds) - 1))
                : BoschConfiguration.Motion.noMotionCode(seconds: seconds)
            motion.slowThreshold = threshold
            motion.isNoMotion = true
        }
        return motion
    }

    private var tap: BoschConfiguration.Tap {
        let wish = configurations.tap
        var tap = BoschConfiguration.Tap()
        let window = Step.TapConfiguration.windows.firstIndex { .milliseconds($0) == wish.window }
        tap.window = MWAccelerometerBosch.DoubleTapWindow.allCases[window ?? 4]
        tap.shock = wish.shock == .milliseconds(75) ? .ms75 : .ms50
        tap.quiet = wish.quiet == .milliseconds(20) ? .ms20 : .ms30
        tap.threshold = min(31, Self.byte(wish.threshold.g / (range / 32)))
        return tap
    }

    private var orientation: BoschConfiguration.Orientation {
        let wish = configurations[Step.OrientationConfiguration.self]
        var orientation = BoschConfiguration.Orientation()
        orientation.mode = UInt8(clamping: wish.mode.position)
        orientation.hysteresis = UInt8((wish.hysteresis.g / 0.0625).rounded())
        return orientation
    }

    private var shock: BoschConfiguration.LowHighG {
        let wish = configurations[Step.ShockConfiguration.self]
        let steps = { (time: Nanoseconds) in
            UInt8(clamping: time.count / (isBMA255 ? 2_000_000 : 2_500_000) - 1)
        }
        var shock = BoschConfiguration.LowHighG()
        shock.lowDuration = steps(wish.lowDuration)
        shock.lowThreshold = Self.byte(wish.low.g / 0.00781)
        shock.sumsAxes = wish.isSum
        shock.highDuration = steps(wish.highDuration)
        shock.highThreshold = Self.byte(
            wish.high.g * 1000 / BoschConfiguration.shockStep(range: range))
        return shock
    }

    // MARK: BMI270

    private func bits(of feature: AccelerometerFeature) -> [BMI270Feature] {
        switch feature {
        case .steps: [.stepCounter]
        case .stepDetector: [.stepDetector]
        case .activity: [.activity]
        case .gesture:
            configurations.gesture.isWakeUpTold ? [.wristWakeup, .wristGesture] : [.wristGesture]
        case .motion:
            switch configurations.motion.kind {
            case .any, .slow: [.anyMotion]
            case .none: [.noMotion]
            case .significant: [.significantMotion]
            }
        case .tap, .orientation, .flat, .lowG, .highG: []
        }
    }

    private var motionBank: Packet {
        let wish = configurations.motion
        guard wish.kind != .significant else { return BMI270Bank.SignificantMotion().packet }
        var bank = wish.kind == .none ? BMI270Bank.Motion.none : .any
        let duration = wish.kind == .none ? wish.duration.count / 20_000_000 : Int64(wish.count)
        bank.duration = UInt16(clamping: min(8191, max(1, duration)))
        bank.threshold = UInt16(min(2047, (wish.threshold.g / 0.00048).rounded(.down)))
        return bank.packet
    }
}
