import Bluetooth
import Simulation

/// What one host that attached to the run's radio did and got, as its controller saw it.
package struct HostResult: Sendable {
    /// As trace and captures call it: `host 1`.
    package var name: String
    /// Where it attached: `hci-unix:/tmp/radio`.
    package var origin: String
    /// When it attached.
    package var attached: Instant
    /// When it left or was sent away; nil if it was there at the end.
    package var left: Instant?
    /// Why it left, in words; empty if it closed its side in order, or did not leave.
    package var ending: String
    /// In the order in which they began.
    package var links: [HostLink]
    /// Further links, for which there was no room in `links`.
    package var moreLinks: Int

    /// A host that is there and has done nothing.
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
    /// Who is at the other side: a board's name, or nil for anybody else.
    package var board: String?
    /// The other side's address as the host was told.
    package var peer: Address
    /// Whether the host is the central of the two.
    package var isCentral: Bool
    /// When the host was told of the connection.
    package var began: Instant
    /// When the host was told of its end, or left; nil if it lasted to the end of the run.
    package var ended: Instant?
    /// Why it ended, in words: `connection timeout`. Empty while it lasts.
    package var reason: String
    /// Whether the air or the other side ended it, against the host's will.
    package var isLost: Bool
    /// Notifications and indications that were handed over to the host, read or not.
    package var notificationsReceived: Int
    /// Data packets of HCI that were handed over to the host, read or not.
    package var packetsReceived: Int
    /// Data packets of HCI that the host sent.
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
