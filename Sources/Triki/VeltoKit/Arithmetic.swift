import Motion

/// Arithmetic that every part of the engine shares (protocol, triki-motion 3.1).
public enum MotionMath {
    /// `value` within the limits; NaN becomes the value nearest to zero.
    @inline(__always)
    public static func clamp(_ value: Double, _ low: Double = -1, _ high: Double = 1) -> Double {
        value.isNaN ? min(max(0, low), high) : min(max(value, low), high)
    }

    /// Zero below the threshold, else unchanged.
    public static func deadzone(_ value: Double, _ threshold: Double) -> Double {
        abs(value) < threshold ? 0 : value
    }

    /// Zero up to the threshold, and from there steadily up to 1.
    public static func softDeadzone(_ value: Double, _ threshold: Double) -> Double {
        guard abs(value) > threshold else { return 0 }
        let size = min(1, (abs(value) - threshold) / max(1 - threshold, 0.001))
        return value < 0 ? -size : size
    }

    /// The curve that makes small inputs livelier: the magnitude to the power 0.72.
    public static func responseCurve(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return 0 }
        let size = Elementary.power(abs(value), 0.72)
        return value < 0 ? -size : size
    }

    /// A step of `share` (0 to 1) from `current` to `target`.
    @inline(__always)
    public static func smooth(_ current: Double, _ target: Double, _ share: Double) -> Double {
        current + (target - current) * share
    }

    /// Frames of 60 Hz in so many seconds, which are held within 0 and 0.05 s.
    @inline(__always)
    public static func frameScale(_ deltaTime: Double) -> Double { 60 * clamp(deltaTime, 0, 0.05) }

    /// `base` to the power of a frame scale; a base that is not positive decays at once.
    @inline(__always)
    static func decay(_ base: Double, _ scale: Double) -> Double {
        scale == 1 ? max(0, base) : base > 0 ? Elementary.power(base, scale) : 0
    }
}

extension Double {
    /// Itself if finite, else zero: settings and inputs come from outside.
    @inline(__always) var finite: Double { isFinite ? self : 0 }
}

/// The signed 16-bit word, little endian, at an offset that the caller has checked.
@inline(__always)
func word(_ bytes: Span<UInt8>, at offset: Int) -> Int16 {
    Int16(truncatingIfNeeded: Int(bytes[offset]) | Int(bytes[offset + 1]) << 8)
}
