package import Bluetooth
package import Peripheral

/// A side of a link.
package enum LinkRole: Sendable {
    case central, peripheral

    /// The other side.
    package var other: LinkRole { self == .central ? .peripheral : .central }
}

/// A radio's identity on a link (Core Vol 6, Part B, 2.4.2).
package struct LinkLayerIdentity: Sendable, Equatable {
    /// The assigned number of the Link Layer's version: 9 is Bluetooth 5.0.
    package var version: UInt8
    /// The radio's manufacturer: an assigned number.
    package var company: UInt16
    /// The manufacturer's own number.
    package var subversion: UInt16
    /// The features bits (Core Vol 6, Part B, 4.6).
    package var features: UInt64
    /// The longest payload of a data packet: 27 to 251 bytes.
    package var dataLength: Int

    /// An identity.
    package init(
        version: UInt8, company: UInt16, subversion: UInt16, features: UInt64, dataLength: Int
    ) {
        self.version = version
        self.company = company
        self.subversion = subversion
        self.features = features
        self.dataLength = dataLength
    }

    /// Bits of `features`.
    package enum Feature {
        package static let encryption: UInt64 = 1 << 0
        package static let connectionParametersRequest: UInt64 = 1 << 1
        package static let extendedReject: UInt64 = 1 << 2
        package static let peripheralFeatureExchange: UInt64 = 1 << 3
        package static let ping: UInt64 = 1 << 4
        package static let dataLengthExtension: UInt64 = 1 << 5
        package static let privacy: UInt64 = 1 << 6
        package static let twoMegabit: UInt64 = 1 << 8
        package static let extendedAdvertising: UInt64 = 1 << 12
        package static let channelSelection2: UInt64 = 1 << 14
    }
}

package enum LinkChange: Sendable {
    /// New parameters are in force, or the request for them failed with this status.
    case parameters(ConnectionParameters)
    case parametersRefused(status: UInt8)
    /// The longest payloads of data packets, sent and received by this side.
    case dataLength(sent: Int, received: Int)
    case phy(sent: Radio.PHY, received: Radio.PHY)
    /// The link is now encrypted, or (with a status) could not be.
    case encryption(status: UInt8, isRefresh: Bool)
    /// The other side's features and version, which this side requested.
    case features(UInt64)
    case version(LinkLayerIdentity)
}

/// A question of the other side; the answer goes to the link.
package enum LinkQuestion: Sendable {
    /// To the peripheral: the long-term key for these numbers.
    case longTermKey(random: UInt64, diversifier: UInt16)
    /// To the central: would these parameters do?
    case parameters(ConnectionParameterRequest)
}

/// One side of a link: a simulated board, an in-process central, or a controller with its host.
package protocol LinkEnd: AnyObject {
    /// The radio's identity.
    var linkIdentity: LinkLayerIdentity { get }
    /// Whether it receives each data packet separately, or whole units as they were sent.
    var wantsFragments: Bool { get }
    /// False while there is no room for data; they are then sent again until there is.
    var canReceive: Bool { get }

    /// The PHYs that it prefers to send and to receive with, as bits (1M, 2M, coded); 0 for any.
    var preferredPHYs: (transmit: UInt8, receive: UInt8) { get }

    /// The longest payload of data packets that it prefers to send, 27 to 251 bytes.
    var preferredDataLength: Int { get }

    /// The link exists; called before anything else.
    func began(_ link: Link, as role: LinkRole)
    /// A whole L2CAP frame, or a part of one: `isStart` is true for the part with the header.
    func receive(_ bytes: Span<UInt8>, isStart: Bool, on link: Link)
    /// One of the units that this side sent has arrived.
    func acknowledged(on link: Link)
    /// The queue of notifications, which had refused one, has room.
    func readyToNotify(on link: Link)
    func changed(_ change: LinkChange, on link: Link)
    func asked(_ question: LinkQuestion, on link: Link)
    /// The link has ended; `link` makes no more calls.
    func ended(_ reason: DisconnectReason, on link: Link)
    /// The simulation ends: no peer is called.
    func abandoned(_ link: Link)
}

extension LinkEnd {
    package var preferredPHYs: (transmit: UInt8, receive: UInt8) { (0, 0) }
    package var preferredDataLength: Int { linkIdentity.dataLength }
    package func readyToNotify(on link: Link) {}
}
