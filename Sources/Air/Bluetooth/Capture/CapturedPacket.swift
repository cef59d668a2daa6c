/// The direction of a packet between a host and its controller.
package enum HCIDirection: Sendable {
    case toController, toHost
}

/// One HCI packet between a host and its controller, as on H4 (Core Vol 4, Part A, 2).
package struct CapturedPacket: Equatable, Sendable {
    /// Its direction.
    package var direction: HCIDirection
    /// The indicator byte and the packet.
    package var bytes: [UInt8]

    /// A packet and its direction.
    package init(_ direction: HCIDirection, _ bytes: [UInt8]) {
        self.direction = direction
        self.bytes = bytes
    }
}
