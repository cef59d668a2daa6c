/// A time in a capture: virtual time, on a calendar that is the same for every run.
///
/// A capture is dated from a fixed day and not from the wall clock, so that the same run gives the
/// same bytes.
package struct CaptureTime: Equatable, Sendable {
    /// Virtual time zero, 2026-01-01T00:00:00Z, in seconds since 1970; reports are dated from it too.
    package static let epochSeconds: UInt64 = 1_767_225_600
    /// From 0000-01-01 to 1970-01-01 in microseconds: btsnoop counts from the year 0 (Wireshark and
    /// BlueZ use the same number; the format's own text gives 0x00E03AB44A676000 for 2000). It is
    /// 12 days more than the calendar's, which no reader corrects.
    package static let btsnoopUnixEpoch: UInt64 = 0x00DC_DDB3_0F2F_8000

    /// Since virtual time zero.
    package var nanoseconds: UInt64

    /// A time before virtual time zero counts as zero.
    package init(nanoseconds: Int64) { self.nanoseconds = UInt64(max(0, nanoseconds)) }

    /// Since 1970-01-01T00:00:00Z, for an interface with a resolution of nanoseconds.
    package var unixNanoseconds: UInt64 { Self.epochSeconds * 1_000_000_000 + nanoseconds }

    /// Since 0000-01-01T00:00:00Z, rounded down to microseconds.
    package var btsnoopMicroseconds: UInt64 {
        Self.btsnoopUnixEpoch + Self.epochSeconds * 1_000_000 + nanoseconds / 1_000
    }
}
