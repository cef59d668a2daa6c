import Wire

// The payloads of the interrupts, for the trace and the documents; the detectors set these bits
// themselves (protocol, sensors 5.3.1 to 5.3.5).

/// A payload of one byte whose parts have names, from the least significant bit on.
protocol InterruptNotice: Layout {
    static var parts: [NoticePart] { get }
}

extension InterruptNotice {
    mutating func layout(_ c: inout some Coder) {
        for part in Self.parts { _ = c.field(0, part.bits, part.name) }
    }
}

/// Bits with one name; a literal is the name of a single bit.
struct NoticePart: ExpressibleByStringLiteral, Sendable {
    var bits = 1
    var name: StaticString

    static func bits(_ count: Int, _ name: StaticString) -> Self {
        var part = Self(stringLiteral: name)
        part.bits = count
        return part
    }

    init(stringLiteral name: StaticString) { self.name = name }
}

struct LowHighNotice: InterruptNotice {
    static let parts: [NoticePart] = [
        "high-g", "low-g", "x", "y", "z", "negative", .bits(2, "reserved"),
    ]
}

struct MotionNotice: InterruptNotice {
    static let parts: [NoticePart] = [
        "significant motion", "any motion", "slow or no motion", "x", "y", "z", "negative",
        .bits(1, "reserved"),
    ]
}

struct TapNotice: InterruptNotice {
    static let parts: [NoticePart] = [
        "double tap", "single tap", "x", "y", "z", "negative", .bits(2, "reserved"),
    ]
}

struct OrientationNotice: InterruptNotice {
    static let parts: [NoticePart] = [
        "changed", .bits(2, "orientation"), "face down", .bits(4, "reserved"),
    ]
}

struct FlatNotice: InterruptNotice {
    static let parts: [NoticePart] = [
        "changed", "flat, from revision 2 on z is positive", "flat, from revision 2 on",
        .bits(5, "reserved"),
    ]
}

/// Register 09 of the BMI270 (protocol, sensors 5.5).
struct FeatureMotionNotice: InterruptNotice {
    static let parts: [NoticePart] = [
        "significant motion", "no motion", "any motion", .bits(5, "reserved"),
    ]
}

/// Register 0A of the BMI270 (protocol, sensors 5.6.3).
struct WristNotice: InterruptNotice {
    static let parts: [NoticePart] = [.bits(2, "kind"), .bits(6, "gesture")]
}

/// Register 0C of the BMI270 (protocol, sensors 5.6.2).
struct ActivityNotice: InterruptNotice {
    static let parts: [NoticePart] = ["flag", .bits(7, "activity")]
}

/// Register 0B of the BMI270: the count, or the one byte of the detector (protocol, sensors 5.6.1).
struct StepNotice: Layout {
    private var low: UInt8 = 0
    private var high: UInt8 = 0
    mutating func layout(_ c: inout some Coder) {
        c(&low, "steps")
        c.optional(&high, "steps times 256")
    }
}
