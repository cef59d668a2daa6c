import MetaWearTables

/// What the accelerometer's chip finds in its samples by itself (protocol, sensors 5.3 and 5.5).
public enum AccelerometerFeature: CaseIterable, Hashable, Sendable {
    case steps, stepDetector, motion, tap, orientation, flat, lowG, highG, activity, gesture

    /// The feature behind a row of the hosts' table; nil for all other signals.
    public init?(_ signal: Signal) {
        switch signal {
        case .steps: self = .steps
        case .stepDetector: self = .stepDetector
        case .motion: self = .motion
        case .tap: self = .tap
        case .orientation: self = .orientation
        case .flat: self = .flat
        case .freeFall: self = .lowG
        case .highG: self = .highG
        case .activity: self = .activity
        case .gesture: self = .gesture
        default: return nil
        }
    }
}

extension InertialChip {
    /// The register that a feature's notifications come from; nil if the chip does not have the feature. The steps of
    /// a BMI160 are only to be read: loggers take them from silent reads.
    public func register(of feature: AccelerometerFeature) -> UInt8? {
        switch (self, feature) {
        case (.bmi270Accelerometer, .motion): 0x09
        case (.bmi270Accelerometer, .gesture): 0x0A
        case (.bmi270Accelerometer, .steps), (.bmi270Accelerometer, .stepDetector):
            MWAccelerometerBMI270Steps.stepRegister
        case (.bmi270Accelerometer, .activity): 0x0C
        case (.bmi270Accelerometer, _): nil
        case (.bmi160Accelerometer, .steps):
            MWAccelerometerBMI160Steps.ReadStepCounterSilent().packet.registerByte
        case (.bmi160Accelerometer, .stepDetector): MWAccelerometerBMI160Steps.stepDetectorRegister
        case (.bmi160Accelerometer, _), (.bma255Accelerometer, _): feature.boschRegister?.rawValue
        default: nil
        }
    }
}

extension AccelerometerFeature {
    /// The register of a BMI160 and of a BMA255.
    fileprivate var boschRegister: MWAccelerometerBosch.Register? {
        switch self {
        case .motion: .motion
        case .tap: .tap
        case .orientation: .orientation
        case .flat: .flat
        case .lowG, .highG: .lowHighG
        case .steps, .stepDetector, .activity, .gesture: nil
        }
    }
}
