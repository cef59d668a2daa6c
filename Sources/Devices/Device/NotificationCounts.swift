public import Peripheral

/// A device's notifications since the run began, by their fate: made is the sum of sent, dropped,
/// discarded and waiting.
@frozen public struct NotificationCounts: Sendable, Equatable {
    /// Made by the firmware, with or without a host.
    public var made = 0
    /// Taken by the link.
    public var sent = 0
    /// Dropped because every buffer was full.
    public var dropped = 0
    /// Discarded: there was no host, or it disconnected while they were queued.
    public var discarded = 0

    /// All zero.
    @inlinable public init() {}

    /// In the device's own buffers.
    @inlinable public var waiting: Int { made - sent - dropped - discarded }

    /// Counts the fate of a new notification; a waiting one is counted when it is settled.
    @inlinable public mutating func count(_ fate: NotificationFate) {
        switch fate {
        case .sent: sent += 1
        case .waiting: break
        case .dropped: dropped += 1
        case .discarded: discarded += 1
        }
    }
}
