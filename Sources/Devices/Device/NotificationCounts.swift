public import Peripheral

/// A device's notifications since the run began, by what became of them: those made are those
/// sent, dropped, discarded and still waiting together.
@frozen public struct NotificationCounts: Sendable, Equatable {
    /// That the firmware had for a host, whether there was one or not.
    public var made = 0
    /// That the link took.
    public var sent = 0
    /// That found every buffer full.
    public var dropped = 0
    /// That had no way to a host, or lost it while they waited.
    public var discarded = 0

    /// None at all.
    @inlinable public init() {}

    /// In the device's own buffers.
    @inlinable public var waiting: Int { made - sent - dropped - discarded }

    /// What became of one that was made; a waiting one is counted when it is settled.
    @inlinable public mutating func count(_ fate: NotificationFate) {
        switch fate {
        case .sent: sent += 1
        case .waiting: break
        case .dropped: dropped += 1
        case .discarded: discarded += 1
        }
    }
}
