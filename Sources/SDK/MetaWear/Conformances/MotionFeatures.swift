public import Foundation

// Interrupts of the accelerometers: packets and single commands as `Data`.

extension MWAccelerometerBosch {
    /// Reads `[03 11 …]`.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseOrientation(from packet: Data) throws -> SensorOrientation {
        try parseOrientation(from: [UInt8](packet))
    }

    /// Reads `[03 0B …]` of a BMI160.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseAnyMotion(from packet: Data) throws -> AnyMotionEvent {
        try parseAnyMotion(from: [UInt8](packet))
    }

    /// Reads `[03 0E …]`.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short, or that is neither one nor two taps.
    public static func parseTap(from packet: Data) throws -> TapEvent {
        try parseTap(from: [UInt8](packet))
    }
}

extension MWAccelerometerBosch.EnableOrientation {
    /// The only chip that tells its orientation.
    public var chip: MWAccelerometerBosch.ChipVariant { .bmi160 }
}

extension MWAccelerometerBMI160Steps {
    /// Reads the steps so far.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepCount(from packet: Data) throws -> UInt32 {
        try parseStepCount(from: [UInt8](packet))
    }

    /// Reads the notification of a step.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepDetection(from packet: Data) throws -> UInt32 {
        try parseStepDetection(from: [UInt8](packet))
    }
}

extension MWAccelerometerBMI270Steps {
    /// Reads the steps so far.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepCount(from packet: Data) throws -> UInt32 {
        try parseStepCount(from: [UInt8](packet))
    }

    /// Reads the notification of a step.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepDetection(from packet: Data) throws -> UInt32 {
        try parseStepDetection(from: [UInt8](packet))
    }
}

extension MWAccelerometerBMI270Steps.ConfigureStepCounter {
    /// `[03 07 02 00]`.
    public var interruptEnableCommand: Data { interruptEnable.data }
    /// `[03 06 02 00]`.
    public var featureEnableCommand: Data { featureEnable.data }
    /// `[03 08 07 00 0E …]`.
    public var configCommand: Data { configuration.data }
    /// Interrupt, feature, configuration.
    public var allCommands: [Data] { commands }
}

extension BMI270FeatureSwitch {
    /// Has the feature notify.
    public var interruptEnableCommand: Data { Self.feature.interrupt(true).data }
    /// Has the feature run.
    public var featureEnableCommand: Data { Self.feature.feature(true).data }
    /// Has the feature notify no longer.
    public var interruptDisableCommand: Data { Self.feature.interrupt(false).data }
    /// Has the feature run no longer.
    public var featureDisableCommand: Data { Self.feature.feature(false).data }
}

extension MWAccelerometerBMI270Features {
    /// Reads `[03 0C …]`.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseActivity(from packet: Data) throws -> Activity {
        try parseActivity(from: [UInt8](packet))
    }

    /// Reads `[03 0A …]`; what is unknown is a wake-up or an unknown gesture.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseWristEvent(
        from packet: Data, coding: WristCoding = .fromZero
    ) throws -> WristEvent { try parseWristEvent(from: [UInt8](packet), coding: coding) }
}

extension MWAccelerometerBMI270Features.ConfigureWristWakeup {
    /// Least angle in focus: a cosine times 2048.
    public var minAngleFocus: UInt16 { bank.minAngleFocus }
    /// Least angle out of focus: a cosine times 2048.
    public var minAngleNonFocus: UInt16 { bank.minAngleNonFocus }
    /// Largest tilt from left to right: a sine times 2048.
    public var maxTiltLR: UInt16 { bank.maxTiltLR }
    /// Largest tilt from right to left: a sine times 2048.
    public var maxTiltLL: UInt16 { bank.maxTiltLL }
    /// Largest pitch downwards: a sine times 2048.
    public var maxTiltPD: UInt16 { bank.maxTiltPD }
    /// Largest pitch upwards: a sine times 2048.
    public var maxTiltPU: UInt16 { bank.maxTiltPU }
}

extension MWAccelerometerBMI270Features.ConfigureNoMotion {
    /// Steps of 20 ms.
    public var duration: UInt16 { bank.duration }
    /// Steps of 0.48 mg.
    public var threshold: UInt16 { bank.threshold }
    /// Whether x counts.
    public var selectX: Bool { bank.x }
    /// Whether y counts.
    public var selectY: Bool { bank.y }
    /// Whether z counts.
    public var selectZ: Bool { bank.z }
}
