import Bluetooth
import Simulation

/// The activity of one host attached to the run's radio, as seen by its controller.
package struct HostResult: Sendable {
    /// Its name in the trace and in captures: `host 1`.
    package var name: String
    /// Where it attached: `hci-unix:/tmp/radio`.
    package var origin: String
    /// When it attached.
    package var attached: Instant
    /// When it detached or was disconnected; nil if it was attached at the end.
    package var left: Instant?
    /// Why it detached, in words; empty if it closed its side cleanly or did not detach.
    package var ending: String
    /// In the order in which they began.
    package var links: [HostLink]
    /// Further links, for which there was no room in `links`.
    package var moreLinks: Int

    /// A host that has attached and done nothing yet.
    package init(
        name: String, origin: String, attached: Instant, left: Instant? = nil,
        ending: String = "", links: [HostLink] = [], moreLinks: Int = 0
    ) {
        self.name = name
        self.origin = origin
        self.attached = attached
        self.left = left
        self.ending = ending
        self.links = links
        self.moreLinks = moreLinks
    }
}

/// One connection of a host.
package struct HostLink: Sendable {
    /// The board at the other end, or nil for any other device.
    package var board: String?
    /// The other side's address as reported to the host.
    package var peer: Address
    /// Whether the host is the central of the two.
    package var isCentral: Bool
    /// When the connection was reported to the host.
    package var began: Instant
    /// When the disconnection was reported to the host, or the host detached; nil if the connection
    /// lasted to the end of the run.
    package var ended: Instant?
    /// Why it ended, in words: `connection timeout`. Empty while it lasts.
    package var reason: String
    /// Whether the link was lost or the other side ended it.
    package var isLost: Bool
    /// Notifications and indications passed to the host, whether or not it read them.
    package var notificationsReceived: Int
    /// HCI data packets passed to the host, whether or not it read them.
    package var packetsReceived: Int
    /// HCI data packets that the host sent.
    package var packetsSent: Int

    /// A connection that has just begun.
    package init(
        board: String? = nil, peer: Address, isCentral: Bool = true, began: Instant,
        ended: Instant? = nil, reason: String = "", isLost: Bool = false,
        notificationsReceived: Int = 0, packetsReceived: Int = 0, packetsSent: Int = 0
    ) {
        self.board = board
        self.peer = peer
        self.isCentral = isCentral
        self.began = began
        self.ended = ended
        self.reason = reason
        self.isLost = isLost
        self.notificationsReceived = notificationsReceived
        self.packetsReceived = packetsReceived
        self.packetsSent = packetsSent
    }
}
