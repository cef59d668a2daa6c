import Wire

/// Interrupts of a BMI160: orientation, any motion, taps (protocol, sensors 5.3).
public enum MWAccelerometerBosch {
    /// Which chip a command is for.
    public enum ChipVariant: Equatable, Sendable { case bmi160, bmi270 }

    /// How a board lies.
    public enum SensorOrientation: Int, CaseIterable, Sendable {
        case faceUpPortraitUpright, faceUpPortraitUpsideDown, faceUpLandscapeLeft,
            faceUpLandscapeRight, faceDownPortraitUpright, faceDownPortraitUpsideDown,
            faceDownLandscapeLeft, faceDownLandscapeRight
    }

    /// Registers of the notifications.
    public enum Register: UInt8, CaseIterable, Sendable {
        case lowHighG = 0x08
        case motion = 0x0B
        case tap = 0x0E
        case orientation = 0x11
        case flat = 0x14
    }

    /// An interrupt's mask: bits on, bits off (protocol, sensors 1.4).
    static func mask(_ register: UInt8, on: UInt8 = 0, off: UInt8 = 0) -> Packet {
        Packet(.accelerometer, register, [on, off])
    }

    // MARK: Orientation

    /// Tells how the board lies.
    public struct EnableOrientation: HostCommand {
        /// - Throws: `MWError.operationFailed` for a BMI270, which cannot.
        public init(chip: ChipVariant) throws(MWError) {
            guard chip == .bmi160 else {
                throw .operationFailed(
                    "Orientation requires a BMI160 module, which this device lacks.")
            }
        }
        /// `[03 0F 01 00]`.
        public var packet: Packet { mask(0x0F, on: 0x01) }
    }

    /// No longer tells how the board lies.
    public struct DisableOrientation: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[03 0F 00 01]`.
        public var packet: Packet { mask(0x0F, off: 0x01) }
    }

    /// Reads `[03 11 …]`.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseOrientation(from packet: [UInt8]) throws(MWError) -> SensorOrientation {
        try packet.span.require(3, "an orientation")
        return SensorOrientation(rawValue: Int(packet[2] >> 1 & 7)) ?? .faceUpPortraitUpright
    }

    // MARK: Any motion

    /// A motion that the chip saw.
    public struct AnyMotionEvent: Sendable, Equatable {
        /// Whether it was along the axis, not against it.
        public let isPositive: Bool
        /// Whether x was first.
        public let xAxisActive: Bool
        /// Whether y was first.
        public let yAxisActive: Bool
        /// Whether z was first.
        public let zAxisActive: Bool
        /// A motion.
        public init(isPositive: Bool, xAxisActive: Bool, yAxisActive: Bool, zAxisActive: Bool) {
            self.isPositive = isPositive
            self.xAxisActive = xAxisActive
            self.yAxisActive = yAxisActive
            self.zAxisActive = zAxisActive
        }
    }

    /// What counts as a motion.
    public struct ConfigureAnyMotion: HostCommand {
        /// Which chip it is for.
        public let chip: ChipVariant
        /// Samples in a row, 1 to 4; of 20 ms each for a BMI270.
        public let count: Int
        /// g.
        public let thresholdG: Float
        /// Full scale of the accelerometer in g.
        public let rangeG: Float
        /// In steps; of a BMI160 only.
        public let noMotionThreshold: UInt8

        /// A threshold.
        public init(
            chip: ChipVariant, count: Int = 4, thresholdG: Float = 0.75, rangeG: Float = 8.0,
            noMotionThreshold: UInt8 = 0x14
        ) {
            self.chip = chip
            self.count = count
            self.thresholdG = thresholdG
            self.rangeG = rangeG
            self.noMotionThreshold = noMotionThreshold
        }

        /// The registers of a BMI160.
        public var configuration: BoschConfiguration.Motion {
            var motion = BoschConfiguration.Motion()
            motion.anyCount = UInt8(min(4, max(1, count)) - 1)
            motion.anyThreshold = byte((thresholdG * 512 / rangeG).rounded() - 1, most: 255)
            motion.slowThreshold = noMotionThreshold
            return motion
        }

        /// `[03 0A …]`, or the bank `[03 08 01 …]` of a BMI270.
        public var packet: Packet {
            guard chip == .bmi270 else {
                return Packet(.accelerometer, 0x0A, configuration.bytes)
            }
            var bank = BMI270Bank.Motion.any
            bank.duration = UInt16(min(8191, max(1, count)))
            bank.threshold = UInt16(min(2047, max(0, (thresholdG / 0.00048).rounded(.down))))
            return bank.packet
        }
    }

    /// Tells of motions, on a BMI160.
    public struct EnableAnyMotion: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[03 09 07 00]`.
        public var packet: Packet { mask(0x09, on: 0x07) }
    }

    /// No longer tells of motions.
    public struct DisableAnyMotion: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[03 09 00 7F]`.
        public var packet: Packet { mask(0x09, off: 0x7F) }
    }

    /// Reads `[03 0B …]` of a BMI160.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public static func parseAnyMotion(from packet: [UInt8]) throws(MWError) -> AnyMotionEvent {
        try packet.span.require(3, "a motion")
        let bits = packet[2]
        return AnyMotionEvent(
            isPositive: bits & 0x40 == 0, xAxisActive: bits & 0x08 != 0,
            yAxisActive: bits & 0x10 != 0, zAxisActive: bits & 0x20 != 0)
    }

    // MARK: Taps

    /// How long a shock may last.
    public enum TapShockTime: UInt8, CaseIterable, Sendable { case ms50, ms75 }
    /// How long it must be quiet after it.
    public enum TapQuietTime: UInt8, CaseIterable, Sendable { case ms30, ms20 }
    /// Within which a second tap counts.
    public enum DoubleTapWindow: UInt8, CaseIterable, Sendable {
        case ms50, ms100, ms150, ms200, ms250, ms375, ms500, ms700
    }
    /// One or two taps.
    public enum TapType: UInt8, Sendable {
        case double = 1
        case single
    }

    /// A tap that the chip felt.
    public struct TapEvent: Sendable, Equatable {
        /// One or two.
        public let type: TapType
        /// Whether it was along the axis, not against it.
        public let isPositive: Bool
        /// A tap.
        public init(type: TapType, isPositive: Bool) {
            self.type = type
            self.isPositive = isPositive
        }
    }

    /// What counts as a tap.
    public struct ConfigureTap: HostCommand {
        /// How long a shock may last.
        public let shockTime: TapShockTime
        /// How long it must be quiet after it.
        public let quietTime: TapQuietTime
        /// Within which a second tap counts.
        public let doubleTapWindow: DoubleTapWindow
        /// g.
        public let thresholdG: Float
        /// Full scale of the accelerometer in g.
        public let rangeG: Float

        /// A threshold and times.
        public init(
            shockTime: TapShockTime = .ms50, quietTime: TapQuietTime = .ms30,
            doubleTapWindow: DoubleTapWindow = .ms250, thresholdG: Float, rangeG: Float
        ) {
            self.shockTime = shockTime
            self.quietTime = quietTime
            self.doubleTapWindow = doubleTapWindow
            self.thresholdG = thresholdG
            self.rangeG = rangeG
        }

        /// `[03 0D …]`.
        public var packet: Packet {
            var tap = BoschConfiguration.Tap()
            tap.shock = shockTime
            tap.quiet = quietTime
            tap.window = doubleTapWindow
            tap.threshold = byte((thresholdG * 32 / rangeG).rounded(), most: 31)
            return Packet(.accelerometer, 0x0D, tap.bytes)
        }
    }

    /// Tells of taps.
    public struct EnableTap: HostCommand {
        /// One tap.
        public let single: Bool
        /// Two taps.
        public let double: Bool
        /// Which taps.
        public init(single: Bool = true, double: Bool = false) {
            self.single = single
            self.double = double
        }
        /// `[03 0C bits 00]`.
        public var packet: Packet { mask(0x0C, on: (single ? 0x02 : 0) | (double ? 0x01 : 0)) }
    }

    /// No longer tells of taps.
    public struct DisableTap: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[03 0C 00 03]`.
        public var packet: Packet { mask(0x0C, off: 0x03) }
    }

    /// Reads `[03 0E …]`.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short, or that is neither one nor two taps.
    public static func parseTap(from packet: [UInt8]) throws(MWError) -> TapEvent {
        try packet.span.require(3, "a tap")
        guard let type = TapType(rawValue: packet[2] & 3) else {
            throw .operationFailed("the tap \(packet[2]) is neither single nor double")
        }
        return TapEvent(type: type, isPositive: packet[2] & 0x20 == 0)
    }

    // MARK: Further interrupts

    /// Masks of the interrupts that hosts of today leave alone: free fall, blows, slow motion, lying flat.
    public enum Interrupt: Sendable, CaseIterable {
        case lowG, highG, anyMotion, slowOrNoMotion, significantMotion, tap, orientation, flat,
            stepDetector
        /// Of a BMA255, which has no choice of slow motion or no motion: bit 6 is no motion.
        case noMotionOfBMA255

        /// Its enable register, its bits, and those that are switched off together.
        var mask: (register: UInt8, on: UInt8, off: UInt8) {
            switch self {
            case .lowG: (0x06, 0x08, 0x0F)
            case .highG: (0x06, 0x07, 0x0F)
            case .anyMotion: (0x09, 0x07, 0x7F)
            case .slowOrNoMotion: (0x09, 0x38, 0x38)
            case .noMotionOfBMA255: (0x09, 0x78, 0x78)
            case .significantMotion: (0x09, 0x07, 0x07)
            case .tap: (0x0C, 0x03, 0x03)
            case .orientation: (0x0F, 0x01, 0x01)
            case .flat: (0x12, 0x01, 0x01)
            case .stepDetector: (0x17, 0x01, 0x01)
            }
        }

        /// Switches it on.
        public var enable: Packet { MWAccelerometerBosch.mask(mask.register, on: mask.on) }
        /// Switches it off.
        public var disable: Packet { MWAccelerometerBosch.mask(mask.register, off: mask.off) }
    }

    /// A number as a byte, 0 to `most`.
    static func byte(_ value: Float, most: Float) -> UInt8 {
        value.isNaN ? 0 : UInt8(max(0, min(most, value)))
    }
}
