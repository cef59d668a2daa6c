/// What became of a notification or an indication: of one that the firmware gave to its link, or
/// of one that a device made for its host.
@frozen public enum NotificationFate: Sendable, Equatable {
    /// The link took it.
    case sent
    /// It waits in the device's own buffers until the link takes it; no link answers this.
    case waiting
    /// It found every buffer full. A link that answers this calls `readyToNotify` when it has room.
    case dropped
    /// It had no way to a host, or lost it while it waited.
    case discarded(Reason)

    /// Why a notification was discarded.
    @frozen public enum Reason: UInt8, Sendable {
        /// The host did not ask the device for it.
        case notWanted
        /// Nobody is connected, or the configuration descriptor is not set.
        case notSubscribed
        /// The host cleared the configuration descriptor while it waited.
        case unsubscribed
        /// The link ended while it waited.
        case linkEnded
        /// The device was reset while it waited.
        case reset
        /// The stream that it belongs to was stopped while it waited.
        case stopped
    }

    /// Whether the host has it or may yet get it.
    @inlinable public var mayArrive: Bool {
        switch self {
        case .sent, .waiting: true
        case .dropped, .discarded: false
        }
    }
}

extension NotificationFate.Reason: CustomStringConvertible {
    /// For the trace: `the link has ended`.
    public var description: String {
        switch self {
        case .notWanted: "the host did not ask for it"
        case .notSubscribed: "nobody has subscribed"
        case .unsubscribed: "the host has unsubscribed"
        case .linkEnded: "the link has ended"
        case .reset: "the board is reset"
        case .stopped: "the stream was stopped"
        }
    }
}
