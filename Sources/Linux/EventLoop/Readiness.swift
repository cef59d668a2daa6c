import CGLib

/// What a file descriptor is ready for, or is watched for.
package struct Readiness: OptionSet, Sendable {
    /// The bits of `GIOCondition`.
    package let rawValue: UInt32

    /// Any bits; unnamed ones are preserved.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the other side has closed.
    package static let readable = Self(G_IO_IN)
    /// There is room to write.
    package static let writable = Self(G_IO_OUT)
    /// There is an error; always watched for.
    package static let failed = Self(G_IO_ERR)
    /// The other side has hung up; always watched for.
    package static let hungUp = Self(G_IO_HUP)

    private init(_ condition: GIOCondition) { rawValue = condition.rawValue }

    var condition: GIOCondition { GIOCondition(rawValue: rawValue) }
}
