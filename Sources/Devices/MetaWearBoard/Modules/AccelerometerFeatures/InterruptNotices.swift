import Wire

// The payloads of the interrupts, for the trace and the documents; the detectors set these bits
// themselves (protocol, sensors 5.3.1 to 5.3.5).

struct LowHighNotice: Layout {
    private var isHigh = false
    private var isLow = false
    private var axes = AxisBits()
    private var isNegative = false
    mutating func layout(_ c: inout some Coder) {
        c(&isHigh, "high-g")
        c(&isLow, "low-g")
        axes.layout(&c)
        c(&isNegative, "negative")
        c.reserved(bits: 2)
    }
}

struct MotionNotice: Layout {
    private var isSignificant = false
    private var isAny = false
    private var isSlowOrNone = false
    private var axes = AxisBits()
    private var isNegative = false
    mutating func layout(_ c: inout some Coder) {
        c(&isSignificant, "significant motion")
        c(&isAny, "any motion")
        c(&isSlowOrNone, "slow or no motion")
        axes.layout(&c)
        c(&isNegative, "negative")
        c.reserved(bits: 1)
    }
}

struct TapNotice: Layout {
    private var isDouble = false
    private var isSingle = false
    private var axes = AxisBits()
    private var isNegative = false
    mutating func layout(_ c: inout some Coder) {
        c(&isDouble, "double tap")
        c(&isSingle, "single tap")
        axes.layout(&c)
        c(&isNegative, "negative")
        c.reserved(bits: 2)
    }
}

struct OrientationNotice: Layout {
    private var isInterrupt = false
    private var direction: UInt8 = 0
    private var isDown = false
    mutating func layout(_ c: inout some Coder) {
        c(&isInterrupt, "changed")
        c(&direction, bits: 2, "orientation")
        c(&isDown, "face down")
        c.reserved(bits: 4)
    }
}

struct FlatNotice: Layout {
    private var isInterrupt = false
    private var isUpOrFlat = false
    private var isFlat = false
    mutating func layout(_ c: inout some Coder) {
        c(&isInterrupt, "changed")
        c(&isUpOrFlat, "flat, from revision 2 on z is positive")
        c(&isFlat, "flat, from revision 2 on")
        c.reserved(bits: 5)
    }
}

/// One bit for x, y and z.
struct AxisBits: Layout {
    private var x = false
    private var y = false
    private var z = false
    mutating func layout(_ c: inout some Coder) {
        c(&x, "x")
        c(&y, "y")
        c(&z, "z")
    }
}

/// Register 09 of the BMI270 (protocol, sensors 5.5).
struct FeatureMotionNotice: Layout {
    private var isSignificant = false
    private var isNone = false
    private var isAny = false
    mutating func layout(_ c: inout some Coder) {
        c(&isSignificant, "significant motion")
        c(&isNone, "no motion")
        c(&isAny, "any motion")
        c.reserved(bits: 5)
    }
}

/// Register 0A of the BMI270 (protocol, sensors 5.6.3).
struct WristNotice: Layout {
    private var kind: UInt8 = 0
    private var gesture: UInt8 = 0
    mutating func layout(_ c: inout some Coder) {
        c(&kind, bits: 2, "kind")
        c(&gesture, bits: 6, "gesture")
    }
}

/// Register 0C of the BMI270 (protocol, sensors 5.6.2).
struct ActivityNotice: Layout {
    private var flag = false
    private var activity: UInt8 = 0
    mutating func layout(_ c: inout some Coder) {
        c(&flag, "flag")
        c(&activity, bits: 7, "activity")
    }
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
