/// Steps that a BMI160 counts (protocol, sensors 5.3.6).
public enum MWAccelerometerBMI160Steps {
    /// What counts as a step.
    public enum StepCounterMode: CaseIterable, Sendable {
        case normal, sensitive, robust

        /// As the register has it, with the counter on.
        public var bytes: [UInt8] {
            switch self {
            case .normal: [0x15, 0x0B]
            case .sensitive: [0x2D, 0x08]
            case .robust: [0x1D, 0x0F]
            }
        }
    }

    /// Notifies each step.
    public static let stepDetectorRegister: UInt8 = 0x19

    /// Chooses what counts as a step, and counts.
    public struct ConfigureStepCounter: HostCommand {
        /// What counts as a step.
        public let mode: StepCounterMode
        /// Whether the counter runs; the detector does either way.
        public let isCounting: Bool
        /// A choice.
        public init(mode: StepCounterMode = .normal, isCounting: Bool = true) {
            self.mode = mode
            self.isCounting = isCounting
        }
        /// `[03 18 …]`; bit 11 is the counter's.
        public var packet: Packet {
            let bytes = mode.bytes
            return Packet(
                .accelerometer, 0x18, [bytes[0], isCounting ? bytes[1] : bytes[1] & 0xF7])
        }
    }

    /// Asks for the steps so far.
    public struct ReadStepCounter: HostCommand {
        /// The question has no choices.
        public init() {}
        /// `[03 9A]`.
        public var packet: Packet { .read(.accelerometer, 0x1A) }
    }

    /// Has the steps so far logged; no answer comes.
    public struct ReadStepCounterSilent: HostCommand {
        /// The question has no choices.
        public init() {}
        /// `[03 DA]`.
        public var packet: Packet { .silentRead(.accelerometer, 0x1A) }
    }

    /// Counts from zero again.
    public struct ResetStepCounter: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[03 1B]`.
        public var packet: Packet { Packet(.accelerometer, 0x1B) }
    }

    /// Tells of each step.
    public struct EnableStepDetector: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[03 17 01 00]`.
        public var packet: Packet { MWAccelerometerBosch.Interrupt.stepDetector.enable }
    }

    /// No longer tells of each step.
    public struct DisableStepDetector: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[03 17 00 01]`.
        public var packet: Packet { MWAccelerometerBosch.Interrupt.stepDetector.disable }
    }

    /// Reads the steps so far.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepCount(from packet: [UInt8]) throws(MWError) -> UInt32 {
        try packet.span.require(4, "a number of steps")
        return UInt32(packet.span.uint16(at: 2))
    }

    /// Reads the notification of a step.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepDetection(from packet: [UInt8]) throws(MWError) -> UInt32 {
        try packet.span.require(3, "a step")
        return UInt32(packet[2])
    }
}

/// Steps that a BMI270 counts (protocol, sensors 5.6.1).
public enum MWAccelerometerBMI270Steps {
    /// Notifies steps and, with two bytes, their number.
    public static let stepRegister: UInt8 = 0x0B

    /// Tells the number of steps each time it has grown by a multiple of 20.
    public struct ConfigureStepCounter: HostCommandSequence {
        /// Multiples of 20 steps, 1 to 1023.
        public let trigger: UInt16
        /// Whether the count starts again.
        public let resets: Bool
        /// A number beyond the range counts as its nearest end.
        public init(trigger: UInt16 = 1, resets: Bool = false) {
            self.trigger = min(1023, max(1, trigger))
            self.resets = resets
        }
        /// `[03 07 02 00]`.
        public var interruptEnable: Packet { BMI270Feature.stepCounter.interrupt(true) }
        /// `[03 06 02 00]`.
        public var featureEnable: Packet { BMI270Feature.stepCounter.feature(true) }
        /// `[03 08 07 00 0E …]`.
        public var configuration: Packet {
            var bank = BMI270Bank.StepCounter()
            bank.watermark = trigger
            bank.resets = resets
            return bank.packet
        }
        /// Interrupt, feature, configuration.
        public var packets: [Packet] { [interruptEnable, featureEnable, configuration] }
    }

    /// Asks for the steps so far.
    public struct ReadStepCounter: HostCommand {
        /// The question has no choices.
        public init() {}
        /// `[03 8B]`.
        public var packet: Packet { .read(.accelerometer, 0x0B) }
    }

    /// Tells of each step.
    public struct EnableStepDetector: BMI270FeatureSwitch {
        /// The step detector.
        public static let feature = BMI270Feature.stepDetector
        /// On.
        public static let isOn = true
        /// The commands have no choices.
        public init() {}
    }

    /// No longer tells of each step.
    public struct DisableStepDetector: BMI270FeatureSwitch {
        /// The step detector.
        public static let feature = BMI270Feature.stepDetector
        /// Off.
        public static let isOn = false
        /// The commands have no choices.
        public init() {}
    }

    /// Reads the steps so far.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepCount(from packet: [UInt8]) throws(MWError) -> UInt32 {
        try MWAccelerometerBMI160Steps.parseStepCount(from: packet)
    }

    /// Reads the notification of a step, which has one byte less than that of their number.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseStepDetection(from packet: [UInt8]) throws(MWError) -> UInt32 {
        try MWAccelerometerBMI160Steps.parseStepDetection(from: packet)
    }
}
