import Wire

/// What a BMI270 finds in its samples, by its bit (protocol, sensors 5.5).
public enum BMI270Feature: UInt8, CaseIterable, Sendable {
    case significantMotion = 0x01
    case stepCounter = 0x02
    case activity = 0x04
    case wristWakeup = 0x08
    case wristGesture = 0x10
    case noMotion = 0x20
    case anyMotion = 0x40
    case stepDetector = 0x80

    /// Register 07: whether it notifies.
    public func interrupt(_ isOn: Bool) -> Packet { mask(0x07, isOn) }
    /// Register 06: whether it runs.
    public func feature(_ isOn: Bool) -> Packet { mask(0x06, isOn) }
    /// The interrupt first, as both SDKs do it.
    public func packets(_ isOn: Bool) -> [Packet] { [interrupt(isOn), feature(isOn)] }

    private func mask(_ register: UInt8, _ isOn: Bool) -> Packet {
        Self.mask(register, [self], isOn)
    }

    /// Several features by one pair of packets, the interrupt first.
    public static func packets(_ features: [BMI270Feature], _ isOn: Bool) -> [Packet] {
        [mask(0x07, features, isOn), mask(0x06, features, isOn)]
    }

    private static func mask(
        _ register: UInt8, _ features: [BMI270Feature], _ isOn: Bool
    ) -> Packet {
        let bits = features.reduce(0) { $0 | $1.rawValue }
        return MWAccelerometerBosch.mask(register, on: isOn ? bits : 0, off: isOn ? 0 : bits)
    }
}

/// Two packets that switch a feature of a BMI270.
public protocol BMI270FeatureSwitch: HostCommandSequence {
    /// Which feature.
    static var feature: BMI270Feature { get }
    /// Whether it is switched on.
    static var isOn: Bool { get }
}

extension BMI270FeatureSwitch {
    /// Whether it notifies.
    public var interrupt: Packet { Self.feature.interrupt(Self.isOn) }
    /// Whether it runs.
    public var featureSwitch: Packet { Self.feature.feature(Self.isOn) }
    /// The interrupt, then the feature.
    public var packets: [Packet] { [interrupt, featureSwitch] }
}

/// A bank of configuration of a BMI270's features (protocol, sensors 5.5).
public protocol BMI270BankLayout: Layout, Equatable {
    /// The bank's number.
    var bank: UInt8 { get }
}

extension BMI270BankLayout {
    /// `[03 08 bank …]`.
    public var packet: Packet { Packet(.accelerometer, 0x08, [bank] + bytes) }
}

/// The banks that hosts write. The initial values are those of the chip.
public enum BMI270Bank {
    /// Banks 1 and 2: any motion and no motion.
    public struct Motion: BMI270BankLayout {
        /// 1 any motion, 2 no motion.
        public var bank: UInt8 = 1
        /// Steps of 20 ms, 13 bits.
        public var duration: UInt16 = 5
        /// Whether x counts.
        public var x = true
        /// Whether y counts.
        public var y = true
        /// Whether z counts.
        public var z = true
        /// Steps of 0.48 mg, 11 bits.
        public var threshold: UInt16 = 0xAA
        /// Bits that the C++ SDK leaves as the chip has them and the Swift SDK clears.
        public var output: UInt8 = 7
        /// Any motion.
        public init() {}
        /// As the chip starts with any motion.
        public static let any = Motion()
        /// As the chip starts with no motion.
        public static var none: Motion {
            var bank = Motion()
            (bank.bank, bank.threshold, bank.output) = (2, 0x90, 6)
            return bank
        }
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&duration, bits: 13, "duration")
            c(&x, "x")
            c(&y, "y")
            c(&z, "z")
            c(&threshold, bits: 11, "threshold")
            c(&output, bits: 5, "output")
        }
    }

    /// Bank 3: significant motion.
    public struct SignificantMotion: BMI270BankLayout {
        /// 3.
        public var bank: UInt8 { 3 }
        /// Samples.
        public var blocksize: UInt16 = 250
        /// As the chip starts.
        public init() {}
        /// Its field.
        public mutating func layout(_ c: inout some Coder) { c(&blocksize, "block size") }
    }

    /// Bank 0: which axis is which.
    public struct AxisRemap: BMI270BankLayout {
        /// 0.
        public var bank: UInt8 { 0 }
        /// The chip's axis (0 x, 1 y, 2 z) that is x.
        public var x: UInt8 = 0
        /// Whether it is turned round.
        public var isXNegative = false
        /// That is y.
        public var y: UInt8 = 1
        /// Whether it is turned round.
        public var isYNegative = false
        /// That is z.
        public var z: UInt8 = 2
        /// Whether it is turned round.
        public var isZNegative = false
        /// Each its own.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&x, bits: 2, "x")
            c(&isXNegative, "x sign")
            c(&y, bits: 2, "y")
            c(&isYNegative, "y sign")
            c(&z, bits: 2, "z")
            c(&isZNegative, "z sign")
            c.reserved(bits: 7)
        }
    }

    /// Bank 7: the step counter.
    public struct StepCounter: BMI270BankLayout {
        /// 7.
        public var bank: UInt8 { 7 }
        /// The chip's own number, which hosts do not change.
        public var parameter: UInt16 = 0x0E00
        /// Multiples of 20 steps, 10 bits; 0 for no notification.
        public var watermark: UInt16 = 0
        /// Whether the count starts again.
        public var resets = false
        /// As the chip starts.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&parameter, "parameter 25")
            c(&watermark, bits: 10, "watermark")
            c(&resets, "reset")
            c.reserved(bits: 5)
        }
    }

    /// Bank 8: gestures of the wrist.
    public struct WristGesture: BMI270BankLayout {
        /// 8.
        public var bank: UInt8 { 8 }
        /// The chip's own number; 5 with the C++ SDK, 0 with the Swift SDK.
        public var output: UInt8 = 5
        /// Whether it is worn on the right arm.
        public var isRightArm = false
        /// Least peak of a flick.
        public var peak: UInt16 = 0x06EE
        /// Least samples of a flick.
        public var samples: UInt16 = 4
        /// Longest gesture, in samples of 20 ms.
        public var duration: UInt16 = 200
        /// As the chip starts.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&output, bits: 4, "output")
            c(&isRightArm, "right arm")
            c.reserved(bits: 11)
            c(&peak, "peak")
            c(&samples, "samples")
            c(&duration, "duration")
        }
    }

    /// Bank 9: raising the wrist to look at it. The angles are cosines and sines times 2048.
    public struct WristWakeup: BMI270BankLayout {
        /// 9.
        public var bank: UInt8 { 9 }
        /// 1024 to 1774.
        public var minAngleFocus: UInt16 = 0x05A8
        /// 1448 to 1856.
        public var minAngleNonFocus: UInt16 = 0x06EE
        /// 700 to 1024.
        public var maxTiltLR: UInt16 = 0x0400
        /// 700 to 1024.
        public var maxTiltLL: UInt16 = 0x02BC
        /// 0 to 179.
        public var maxTiltPD: UInt16 = 0x00B3
        /// 1774 to 1978.
        public var maxTiltPU: UInt16 = 0x0785
        /// As the chip starts.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&minAngleFocus, "least angle in focus")
            c(&minAngleNonFocus, "least angle out of focus")
            c(&maxTiltLR, "tilt left to right")
            c(&maxTiltLL, "tilt right to left")
            c(&maxTiltPD, "pitch down")
            c(&maxTiltPU, "pitch up")
        }
    }
}

/// Offsets of a BMI270's accelerometer, 3.9 mg a count (protocol, sensors 5.6.6).
public struct BMI270Offset: HostCommand {
    /// Along the x axis.
    public let x: Int8
    /// Along the y axis.
    public let y: Int8
    /// Along the z axis.
    public let z: Int8
    /// Offsets.
    public init(x: Int8, y: Int8, z: Int8) { (self.x, self.y, self.z) = (x, y, z) }
    /// `[03 10 08 x y z]`; 08 puts them into effect.
    public var packet: Packet {
        Packet(.accelerometer, 0x10, [0x08] + [x, y, z].map { UInt8(bitPattern: $0) })
    }
}
