extension MWAccelerometerBMI270Features {
    /// The arm on which a board is worn.
    public enum WristArm: UInt8, Sendable { case left, right }

    /// What counts as a gesture of the wrist.
    public struct ConfigureWristGesture: HostCommand {
        /// Where it is worn.
        public let arm: WristArm
        /// Least peak of a flick.
        public let peak: UInt16
        /// Least samples of a flick.
        public let samples: UInt16
        /// Longest gesture, in samples of 20 ms.
        public let duration: UInt16
        /// The defaults are those of the Swift SDK; the chip's own are in `BMI270Bank.WristGesture`.
        public init(
            arm: WristArm = .left, peak: UInt16 = 0x0332, samples: UInt16 = 0x0050,
            duration: UInt16 = 0x0064
        ) {
            self.arm = arm
            self.peak = peak
            self.samples = samples
            self.duration = duration
        }
        /// `[03 08 08 …]`.
        public var packet: Packet {
            var bank = BMI270Bank.WristGesture()
            bank.output = 0
            bank.isRightArm = arm == .right
            (bank.peak, bank.samples, bank.duration) = (peak, samples, duration)
            return bank.packet
        }
    }

    /// What counts as raising the wrist.
    public struct ConfigureWristWakeup: HostCommand {
        /// The angles.
        public let bank: BMI270Bank.WristWakeup
        /// Cosines and sines of angles times 2048.
        public init(
            minAngleFocus: UInt16 = 0x05A8, minAngleNonFocus: UInt16 = 0x06EE,
            maxTiltLR: UInt16 = 0x0400, maxTiltLL: UInt16 = 0x02BC, maxTiltPD: UInt16 = 0x00B3,
            maxTiltPU: UInt16 = 0x0785
        ) {
            var bank = BMI270Bank.WristWakeup()
            (bank.minAngleFocus, bank.minAngleNonFocus) = (minAngleFocus, minAngleNonFocus)
            (bank.maxTiltLR, bank.maxTiltLL) = (maxTiltLR, maxTiltLL)
            (bank.maxTiltPD, bank.maxTiltPU) = (maxTiltPD, maxTiltPU)
            self.bank = bank
        }
        /// `[03 08 09 …]`.
        public var packet: Packet { bank.packet }
    }

    /// What counts as rest.
    public struct ConfigureNoMotion: HostCommand {
        /// The bank.
        public let bank: BMI270Bank.Motion
        /// - Parameters:
        ///   - duration: steps of 20 ms, below 8192.
        ///   - threshold: steps of 0.48 mg, below 2048.
        /// - Throws: `MWError.operationFailed` for a number beyond its range.
        public init(
            duration: UInt16 = 5, threshold: UInt16 = 0xAA, selectX: Bool = true,
            selectY: Bool = true, selectZ: Bool = true
        ) throws(MWError) {
            guard duration < 8192, threshold < 2048 else {
                throw .operationFailed(
                    "duration \(duration) must be below 8192, threshold \(threshold) below 2048")
            }
            var bank = BMI270Bank.Motion.none
            (bank.duration, bank.threshold, bank.output) = (duration, threshold, 0)
            (bank.x, bank.y, bank.z) = (selectX, selectY, selectZ)
            self.bank = bank
        }
        /// `[03 08 02 …]`.
        public var packet: Packet { bank.packet }
    }

    /// What counts as motion that goes on.
    public struct ConfigureSignificantMotion: HostCommand {
        /// Samples.
        public let blocksize: UInt16
        /// Samples.
        public init(blocksize: UInt16 = 250) { self.blocksize = blocksize }
        /// `[03 08 03 …]`.
        public var packet: Packet {
            var bank = BMI270Bank.SignificantMotion()
            bank.blocksize = blocksize
            return bank.packet
        }
    }

    /// How many samples the chip's memory leaves out.
    public struct SetDownsampling: HostCommand {
        /// The gyroscope's power of two, 0 to 7.
        public let gyroOrdinal: UInt8
        /// Whether the gyroscope's samples are smoothed first.
        public let gyroFilterData: Bool
        /// The accelerometer's power of two, 0 to 7.
        public let accOrdinal: UInt8
        /// Whether the accelerometer's samples are smoothed first.
        public let accFilterData: Bool
        /// - Throws: `MWError.operationFailed` for a power beyond 7.
        public init(
            gyroOrdinal: UInt8 = 0, gyroFilterData: Bool = false, accOrdinal: UInt8 = 0,
            accFilterData: Bool = false
        ) throws(MWError) {
            guard gyroOrdinal <= 7, accOrdinal <= 7 else {
                throw .operationFailed("a down-sampling power is 0 to 7")
            }
            self.gyroOrdinal = gyroOrdinal
            self.gyroFilterData = gyroFilterData
            self.accOrdinal = accOrdinal
            self.accFilterData = accFilterData
        }
        /// `[03 11 …]`.
        public var packet: Packet {
            Packet(
                .accelerometer, 0x11,
                bitFields(
                    (Int(gyroOrdinal), 3), (gyroFilterData ? 1 : 0, 1), (Int(accOrdinal), 3),
                    (accFilterData ? 1 : 0, 1)))
        }
    }

    // MARK: Notifications

    /// What the wearer does.
    public enum Activity: UInt8, Equatable, Sendable { case still, walking, running, unknown }

    /// Reads `[03 0C …]`.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseActivity(from packet: [UInt8]) throws(MWError) -> Activity {
        try packet.span.require(3, "an activity")
        return Activity(rawValue: packet[2] >> 1) ?? .unknown
    }

    /// A gesture of the wrist.
    public enum WristGestureCode: UInt8, Sendable {
        case unknown, pushArmDown, pivotUp, shake, armFlickIn, armFlickOut
    }

    /// What a wrist did.
    public enum WristEventKind: UInt8, Sendable { case wakeup, gesture }

    /// How the two kinds are numbered; no capture of a board decides (protocol, sensors 5.6.3).
    public enum WristCoding: Sendable {
        /// 0 wake-up, 1 gesture: the Swift SDK.
        case fromZero
        /// 1 wake-up, 2 gesture: the C++ SDK and the vendor's document.
        case fromOne
    }

    /// What a wrist did, and which gesture it was.
    public struct WristEvent: Sendable, Equatable {
        /// What a wrist did.
        public let kind: WristEventKind
        /// Which gesture it was.
        public let gestureCode: WristGestureCode
        /// An event.
        public init(kind: WristEventKind, gestureCode: WristGestureCode) {
            self.kind = kind
            self.gestureCode = gestureCode
        }
    }

    /// Reads `[03 0A …]`; what is unknown is a wake-up or an unknown gesture.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseWristEvent(
        from packet: [UInt8], coding: WristCoding = .fromZero
    ) throws(MWError) -> WristEvent {
        try packet.span.require(3, "an event of the wrist")
        let kind = packet[2] & 3
        return WristEvent(
            kind: WristEventKind(rawValue: coding == .fromOne ? kind &- 1 : kind) ?? .wakeup,
            gestureCode: WristGestureCode(rawValue: packet[2] >> 2) ?? .unknown)
    }
}
