/// Which way a packet goes between a host and its controller.
public enum HCIDirection: Sendable {
    case toController, toHost
}

/// One HCI packet on the way between a host and its controller, as H4 carries it (Core Vol 4, Part A,
/// 2).
public struct CapturedPacket: Equatable, Sendable {
    /// Which way it goes.
    public var direction: HCIDirection
    /// The indicator byte and the packet.
    public var bytes: [UInt8]

    /// A packet and its way.
    public init(_ direction: HCIDirection, _ bytes: [UInt8]) {
        self.direction = direction
        self.bytes = bytes
    }
}
