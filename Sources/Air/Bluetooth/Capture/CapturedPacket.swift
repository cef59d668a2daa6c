/// The direction of a packet between a host and its controller.
public enum HCIDirection: Sendable {
    case toController, toHost
}

/// One HCI packet between a host and its controller, as on H4 (Core Vol 4, Part A, 2).
public struct CapturedPacket: Equatable, Sendable {
    /// Its direction.
    public var direction: HCIDirection
    /// The indicator byte and the packet.
    public var bytes: [UInt8]

    /// A packet and its direction.
    public init(_ direction: HCIDirection, _ bytes: [UInt8]) {
        self.direction = direction
        self.bytes = bytes
    }
}
