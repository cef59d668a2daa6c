/// The result of a notification or an indication: of one that the firmware passed to its link, or
/// of one that a device made for its host.
@frozen public enum NotificationFate: Sendable, Equatable {
    /// The link took it.
    case sent
    /// Queued in the device's own buffers until the link takes it; no link returns this.
    case waiting
    /// Every buffer was full. A link that returns this calls `readyToNotify` when it has room.
    case dropped
    /// There was no host, or it was lost while the notification was queued.
    case discarded(Reason)

    /// Why a notification was discarded.
    @frozen public enum Reason: UInt8, Sendable {
        /// The host did not subscribe to it at the device.
        case notWanted
        /// There is no connection, or the configuration descriptor is not set.
        case notSubscribed
        /// The host cleared the configuration descriptor while it was queued.
        case unsubscribed
        /// The link ended while it was queued.
        case linkEnded
        /// The device was reset while it was queued.
        case reset
        /// Its stream was stopped while it was queued.
        case stopped
    }

    /// Whether the host has it or may yet get it.
    @inlinable package var mayArrive: Bool {
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
        case .notSubscribed: "there is no subscription"
        case .unsubscribed: "the host has unsubscribed"
        case .linkEnded: "the link has ended"
        case .reset: "the board is reset"
        case .stopped: "the stream was stopped"
        }
    }
}
