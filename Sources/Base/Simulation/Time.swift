/// A span of virtual time in integer nanoseconds.
///
/// Its arithmetic does not overflow: what would be longer than 292 years is that long.
@frozen public struct Nanoseconds: Comparable, Hashable, Sendable {
    /// Negative for a span into the past.
    public var count: Int64

    /// A span of so many nanoseconds.
    @inlinable public init(_ count: Int64) { self.count = count }

    /// No time at all.
    public static let zero = Nanoseconds(0)

    /// An exact number of microseconds.
    @inlinable public static func microseconds(_ n: Int64) -> Self { Self(1_000) * n }
    /// An exact number of milliseconds.
    @inlinable public static func milliseconds(_ n: Int64) -> Self { Self(1_000_000) * n }
    /// An exact number of seconds.
    @inlinable public static func seconds(_ n: Int64) -> Self { Self(1_000_000_000) * n }

    /// Rounded to the nearest nanosecond; a literal without a point means the exact one.
    ///
    /// Not a number is no time at all.
    @_disfavoredOverload
    @inlinable public static func seconds(_ s: Double) -> Self {
        let count = (s * 1e9).rounded()
        guard count.magnitude < 9.2e18 else {
            return count > 0 ? .greatest : count < 0 ? .least : .zero
        }
        return Self(Int64(count))
    }

    /// Longer than anything: 292 years, at which all arithmetic ends.
    public static let greatest = Nanoseconds(.max)
    /// The same into the past.
    public static let least = Nanoseconds(.min)

    /// In seconds.
    @inlinable public var seconds: Double { Double(count) * 1e-9 }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
    @inlinable public static func + (a: Self, b: Self) -> Self {
        Self(a.count.addingSaturating(b.count))
    }
    @inlinable public static func - (a: Self, b: Self) -> Self {
        Self(a.count.subtractingSaturating(b.count))
    }
    @inlinable public static func * (a: Self, n: Int64) -> Self {
        let (product, overflow) = a.count.multipliedReportingOverflow(by: n)
        return overflow ? ((a.count < 0) == (n < 0) ? .greatest : .least) : Self(product)
    }
    /// The divisor must not be 0.
    @inlinable public static func / (a: Self, n: Int64) -> Self {
        let (quotient, overflow) = a.count.dividedReportingOverflow(by: n)
        precondition(n != 0, "a span is divided by nothing")
        return overflow ? .greatest : Self(quotient)
    }

    /// This many of so many equal parts, rounded down to a whole nanosecond; exact, however large the
    /// numbers are.
    public func part(_ step: Int64, of steps: Int64) -> Self {
        precondition(steps > 0, "a span has at least one part")
        return Self(Int64(clamping: Int128(count) * Int128(step) / Int128(steps)))
    }
}

extension Int64 {
    /// The sum, or the end of the range that it lies beyond.
    @inlinable func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the end of the range that it lies beyond.
    @inlinable func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}

/// A moment of virtual time: nanoseconds since power-on of the world.
///
/// Its arithmetic does not overflow either: after the last moment there is none.
@frozen public struct Instant: Comparable, Hashable, Sendable {
    /// Since power-on of the world.
    public var nanoseconds: Int64

    /// The moment so many nanoseconds after power-on of the world.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Power-on of the world.
    public static let zero = Instant(nanoseconds: 0)

    /// Seconds since power-on of the world.
    @inlinable public var seconds: Double { Double(nanoseconds) * 1e-9 }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
    @inlinable public static func + (a: Self, d: Nanoseconds) -> Self {
        Self(nanoseconds: a.nanoseconds.addingSaturating(d.count))
    }
    @inlinable public static func - (a: Self, d: Nanoseconds) -> Self {
        Self(nanoseconds: a.nanoseconds.subtractingSaturating(d.count))
    }
    @inlinable public static func - (a: Self, b: Self) -> Nanoseconds {
        Nanoseconds(a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }
}

extension Instant: CustomStringConvertible {
    /// Seconds with nine decimals, `1.250000000 s`.
    public var description: String { Nanoseconds(nanoseconds).description }
}

extension Nanoseconds: CustomStringConvertible {
    /// Seconds with nine decimals, `1.250000000 s`.
    public var description: String {
        let magnitude = count.magnitude
        let fraction = String(magnitude % 1_000_000_000)
        let padded = String(repeating: "0", count: 9 - fraction.utf8.count) + fraction
        return "\(count < 0 ? "-" : "")\(magnitude / 1_000_000_000).\(padded) s"
    }
}
