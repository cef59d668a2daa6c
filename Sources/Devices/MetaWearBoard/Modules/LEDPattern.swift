internal import Simulation
import Wire

extension LED {
    /// The colours, numbered as on the wire.
    public enum Channel: UInt8, Sendable, CaseIterable {
        /// Channel 0.
        case green
        /// Channel 1.
        case red
        /// Channel 2.
        case blue
    }

    struct Play: Layout {
        var mode = Mode.paused
        mutating func layout(_ c: inout some Coder) { c(&mode, "mode") }
    }

    struct Stop: Layout {
        var clears = false
        mutating func layout(_ c: inout some Coder) { c(&clears, bits: 8, "clear") }
    }

    /// The layout of a pattern's bytes. The SDKs only send pulses; the form of blink is the
    /// vendor's, and for solid light there is no description.
    enum Kind: UInt8 { case solid, blink, pulse }

    /// One channel's pattern, times in milliseconds.
    struct Pattern: Layout {
        var channel = Channel.green
        var kind = Kind.pulse
        var high: UInt8 = 0
        var low: UInt8 = 0
        var rise: UInt16 = 0
        var hold: UInt16 = 0
        var fall: UInt16 = 0
        var period: UInt16 = 0
        var delay: UInt16 = 0
        var repetitions: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&channel, "channel")
            c(&kind, "mode")
            c(&high, "high intensity")
            c(&low, "low intensity")
            if kind == .pulse {
                c.unit(FieldUnit("ms"))
                c(&rise, "rise time")
            }
            c.unit(FieldUnit("ms"))
            c(&hold, "high time")
            if kind == .pulse {
                c.unit(FieldUnit("ms"))
                c(&fall, "fall time")
            }
            c.unit(FieldUnit("ms"))
            c(&period, "period")
            c.unit(FieldUnit("ms"))
            c(&delay, "delay")
            c(&repetitions, "repeat count")
        }

        /// `FF` repeats for ever; 0 is documented as undefined and does so too, because the Swift
        /// SDK encodes it that way.
        private var isEndless: Bool { repetitions == 0xFF || repetitions == 0 }

        /// From its start to its end; nil for one that repeats for ever.
        var length: Nanoseconds? {
            isEndless
                ? nil : .milliseconds(Int64(period) * Int64(repetitions) + Int64(delay))
        }

        func isOver(after played: Nanoseconds) -> Bool { length.map { played >= $0 } ?? false }

        /// Over one period, 0 to 31.
        var meanIntensity: Double {
            let (high, low) = (Double(min(self.high, 31)), Double(min(self.low, 31)))
            guard period > 0 else { return high }
            let bright = Double(hold) + (Double(rise) + Double(fall)) / 2
            return low + (high - low) * min(bright / Double(period), 1)
        }

        func intensity(after played: Nanoseconds) -> Double {
            let time = played.seconds * 1000 - Double(delay)
            guard time >= 0, !isOver(after: played) else { return 0 }
            let high = Double(min(self.high, 31))
            let low = Double(min(self.low, 31))
            guard period > 0 else { return high }
            let phase = time.truncatingRemainder(dividingBy: Double(period))
            let (rise, hold, fall) = (Double(rise), Double(hold), Double(fall))
            if phase < rise { return low + (high - low) * phase / rise }
            if phase < rise + hold { return high }
            if phase < rise + hold + fall {
                return high - (high - low) * (phase - rise - hold) / fall
            }
            return low
        }
    }
}

extension LED.Channel: CustomStringConvertible {
    /// The case's name.
    public var description: String {
        switch self {
        case .green: "green"
        case .red: "red"
        case .blue: "blue"
        }
    }
}

extension LED.Kind: CustomStringConvertible {
    /// The case's name.
    var description: String {
        switch self {
        case .solid: "solid"
        case .blink: "blink"
        case .pulse: "pulse"
        }
    }
}
