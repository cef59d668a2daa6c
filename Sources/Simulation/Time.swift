/// A span of virtual time in integer nanoseconds.
@frozen public struct Nanoseconds: Comparable, Hashable, Sendable {
    /// Negative for a span into the past.
    public var count: Int64

    /// A span of so many nanoseconds.
    @inlinable public init(_ count: Int64) { self.count = count }

    /// No time at all.
    public static let zero = Nanoseconds(0)

    /// An exact number of microseconds.
    @inlinable public static func microseconds(_ n: Int64) -> Self { Self(n * 1_000) }
    /// An exact number of milliseconds.
    @inlinable public static func milliseconds(_ n: Int64) -> Self { Self(n * 1_000_000) }
    /// An exact number of seconds.
    @inlinable public static func seconds(_ n: Int64) -> Self { Self(n * 1_000_000_000) }

    /// Rounded to the nearest nanosecond; a literal without a point means the exact one.
    @_disfavoredOverload
    @inlinable public static func seconds(_ s: Double) -> Self {
        Self(Int64((s * 1e9).rounded()))
    }

    /// In seconds.
    @inlinable public var seconds: Double { Double(count) * 1e-9 }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
    @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.count + b.count) }
    @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.count - b.count) }
    @inlinable public static func * (a: Self, n: Int64) -> Self { Self(a.count * n) }
    @inlinable public static func / (a: Self, n: Int64) -> Self { Self(a.count / n) }
}

/// A moment of virtual time: nanoseconds since power-on of the world.
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
        Self(nanoseconds: a.nanoseconds + d.count)
    }
    @inlinable public static func - (a: Self, d: Nanoseconds) -> Self {
        Self(nanoseconds: a.nanoseconds - d.count)
    }
    @inlinable public static func - (a: Self, b: Self) -> Nanoseconds {
        Nanoseconds(a.nanoseconds - b.nanoseconds)
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
