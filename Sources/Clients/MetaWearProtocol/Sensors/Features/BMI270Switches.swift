/// What a BMI270 finds in its samples: activity, gestures, motion, rest (protocol, sensors 5.6).
public enum MWAccelerometerBMI270Features {
    /// Notifies activities.
    public static let activityRegister: UInt8 = 0x0C
    /// Notifies gestures and the raising of the wrist.
    public static let wristEventRegister: UInt8 = 0x0A
    /// Notifies motion: bit 0 significant, bit 1 none, bit 2 any.
    public static let motionRegister: UInt8 = 0x09

    /// Tells of what the wearer does.
    public struct EnableActivityDetection: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.activity
        /// On.
        public static let isOn = true
        /// The commands have no choices.
        public init() {}
    }

    /// No longer tells of what the wearer does.
    public struct DisableActivityDetection: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.activity
        /// Off.
        public static let isOn = false
        /// The commands have no choices.
        public init() {}
    }

    /// Tells of gestures of the wrist.
    public struct EnableWristGesture: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.wristGesture
        /// On.
        public static let isOn = true
        /// The commands have no choices.
        public init() {}
    }

    /// No longer tells of gestures of the wrist.
    public struct DisableWristGesture: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.wristGesture
        /// Off.
        public static let isOn = false
        /// The commands have no choices.
        public init() {}
    }

    /// Tells of raising the wrist.
    public struct EnableWristWakeup: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.wristWakeup
        /// On.
        public static let isOn = true
        /// The commands have no choices.
        public init() {}
    }

    /// No longer tells of raising the wrist.
    public struct DisableWristWakeup: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.wristWakeup
        /// Off.
        public static let isOn = false
        /// The commands have no choices.
        public init() {}
    }

    /// Tells of rest.
    public struct EnableNoMotion: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.noMotion
        /// On.
        public static let isOn = true
        /// The commands have no choices.
        public init() {}
    }

    /// No longer tells of rest.
    public struct DisableNoMotion: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.noMotion
        /// Off.
        public static let isOn = false
        /// The commands have no choices.
        public init() {}
    }

    /// Tells of motion that goes on.
    public struct EnableSignificantMotion: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.significantMotion
        /// On.
        public static let isOn = true
        /// The commands have no choices.
        public init() {}
    }

    /// No longer tells of motion that goes on.
    public struct DisableSignificantMotion: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.significantMotion
        /// Off.
        public static let isOn = false
        /// The commands have no choices.
        public init() {}
    }

    /// Tells of motion.
    public struct EnableAnyMotion: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.anyMotion
        /// On.
        public static let isOn = true
        /// The commands have no choices.
        public init() {}
    }

    /// No longer tells of motion.
    public struct DisableAnyMotion: BMI270FeatureSwitch {
        /// The feature.
        public static let feature = BMI270Feature.anyMotion
        /// Off.
        public static let isOn = false
        /// The commands have no choices.
        public init() {}
    }
}
