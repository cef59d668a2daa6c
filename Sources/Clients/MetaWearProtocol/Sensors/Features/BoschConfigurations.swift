import Wire

/// Configurations of the interrupts that a BMI160 and a BMA255 have, as their registers hold them (protocol, sensors
/// 5.3). The initial values are those of the firmware.
public enum BoschConfiguration {
    /// Register 07: free fall and blows.
    public struct LowHighG: Layout, Equatable {
        /// Steps of 2.5 ms (BMA255: 2 ms) less one.
        public var lowDuration: UInt8 = 0x07
        /// Steps of 7.81 mg.
        public var lowThreshold: UInt8 = 0x30
        /// Steps of 125 mg.
        public var lowHysteresis: UInt8 = 1
        /// Whether the sum of the axes counts, not each of them.
        public var sumsAxes = false
        /// Steps of 125 mg, more at larger ranges.
        public var highHysteresis: UInt8 = 2
        /// As `lowDuration`.
        public var highDuration: UInt8 = 0x0B
        /// Steps of 7.81 mg at 2 g, twice as much at each larger range.
        public var highThreshold: UInt8 = 0xC0
        /// As the firmware starts with it.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&lowDuration, "low duration")
            c(&lowThreshold, "low threshold")
            c(&lowHysteresis, bits: 2, "low hysteresis")
            c(&sumsAxes, "sum")
            c.reserved(bits: 3)
            c(&highHysteresis, bits: 2, "high hysteresis")
            c(&highDuration, "high duration")
            c(&highThreshold, "high threshold")
        }
    }

    /// Register 0A: any motion, slow motion, no motion, significant motion. A BMA255 has the first three bytes.
    public struct Motion: Layout, Equatable {
        /// Samples less one, 0 to 3.
        public var anyCount: UInt8 = 0
        /// Samples of slow motion less one, or the time of no motion as a code; 0 to 63.
        public var slowCount: UInt8 = 0
        /// Steps of 3.91 mg at 2 g, twice as much at each larger range.
        public var anyThreshold: UInt8 = 0x14
        /// As `anyThreshold`.
        public var slowThreshold: UInt8 = 0x14
        /// Whether no motion is looked for in place of slow motion.
        public var isNoMotion = false
        /// Whether significant motion is looked for in place of any motion.
        public var isSignificant = false
        /// 1.5, 3, 6 or 12 s.
        public var skip: UInt8 = 1
        /// 0.25, 0.5, 1 or 2 s.
        public var proof: UInt8 = 1
        /// As the firmware starts with it.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&anyCount, bits: 2, "any-motion count less one")
            c(&slowCount, bits: 6, "slow-motion count or no-motion time")
            c(&anyThreshold, "any-motion threshold")
            c(&slowThreshold, "slow-motion threshold")
            c(&isNoMotion, "no motion")
            c(&isSignificant, "significant motion")
            c(&skip, bits: 2, "skip")
            c(&proof, bits: 2, "proof")
            c.reserved(bits: 2)
        }

        /// Writes it: four bytes, of which a BMA255 takes the first three.
        public func packet(for chip: InertialChip) -> Packet {
            Packet(
                .accelerometer, 0x0A, Array(bytes.prefix(chip == .bma255Accelerometer ? 3 : 4)))
        }

        /// The code of a time of no motion: (n + 1) × 1.28 s up to 20.48 s, then steps of 5.12 s from 25.6 s and of
        /// 10.24 s from 87.04 s on (BST-BMI160-DS000, 2.11.31).
        public static func noMotionCode(seconds: Double) -> UInt8 {
            let code =
                if seconds <= 20.48 {
                    max(0, Int(seconds / 1.28) - 1)
                } else if seconds <= 81.92 {
                    16 + max(0, Int((seconds - 25.6) / 5.12))
                } else {
                    32 + max(0, Int((min(seconds, 1000) - 87.04) / 10.24))
                }
            return UInt8(min(63, code))
        }
    }

    /// Register 0D: taps.
    public struct Tap: Layout, Equatable {
        /// 50, 100, 150, 200, 250, 375, 500 or 700 ms.
        public var window = MWAccelerometerBosch.DoubleTapWindow.ms250
        /// How long a shock may last.
        public var shock = MWAccelerometerBosch.TapShockTime.ms50
        /// How quiet it must be after it.
        public var quiet = MWAccelerometerBosch.TapQuietTime.ms30
        /// Steps of 62.5 mg at 2 g, twice as much at each larger range; 0 to 31.
        public var threshold: UInt8 = 0x0A
        /// Of a BMA255 only.
        public var samples: UInt8 = 0
        /// As the firmware starts with it.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&window, bits: 3, "window")
            c.reserved(bits: 3)
            c(&shock, bits: 1, "shock")
            c(&quiet, bits: 1, "quiet")
            c(&threshold, bits: 5, "threshold")
            c.reserved(bits: 1)
            c(&samples, bits: 2, "samples")
        }
    }

    /// Register 10: orientation.
    public struct Orientation: Layout, Equatable {
        /// 0 symmetrical, 1 high-asymmetrical, 2 low-asymmetrical.
        public var mode: UInt8 = 0
        /// What keeps it from changing, 0 to 3.
        public var blocking: UInt8 = 2
        /// Steps of 62.5 mg.
        public var hysteresis: UInt8 = 1
        /// The angle at which it changes, 0 to 63.
        public var theta: UInt8 = 8
        /// Whether face up and face down are told apart.
        public var tellsUpFromDown = true
        /// Whether axes are exchanged.
        public var exchangesAxes = false
        /// As the firmware starts with it.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&mode, bits: 2, "mode")
            c(&blocking, bits: 2, "blocking")
            c(&hysteresis, bits: 4, "hysteresis")
            c(&theta, bits: 6, "theta")
            c(&tellsUpFromDown, "up and down")
            c(&exchangesAxes, "axes exchanged")
        }
    }

    /// Register 13: lying flat.
    public struct Flat: Layout, Equatable {
        /// Steps of 44.8/63 degrees, 0 to 63.
        public var theta: UInt8 = 8
        /// 0 to 7.
        public var hysteresis: UInt8 = 1
        /// How long it must lie, 0 to 3.
        public var hold: UInt8 = 1
        /// As the firmware starts with it.
        public init() {}
        /// Its fields.
        public mutating func layout(_ c: inout some Coder) {
            c(&theta, bits: 6, "theta")
            c.reserved(bits: 2)
            c(&hysteresis, bits: 3, "hysteresis")
            c.reserved(bits: 1)
            c(&hold, bits: 2, "hold")
            c.reserved(bits: 2)
        }
    }

    /// mg of one step of a threshold, rounded as the SDKs have it (protocol, sensors 5.3.1 and 5.3.2).
    public static func motionStep(range: Double) -> Double {
        step(range, 3.91, 7.81, 15.63, 31.25)
    }

    /// mg of one step of a blow's threshold.
    public static func shockStep(range: Double) -> Double { step(range, 7.81, 15.63, 31.25, 62.5) }

    private static func step(
        _ range: Double, _ two: Double, _ four: Double, _ eight: Double, _ sixteen: Double
    ) -> Double {
        switch range {
        case ...2: two
        case ...4: four
        case ...8: eight
        default: sixteen
        }
    }
}
