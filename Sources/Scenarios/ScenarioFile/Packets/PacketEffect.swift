import VirtualRadio

/// What happens at a packet.
package enum PacketEffect {
    /// To the packet itself.
    case packet(PacketFate)
    /// Something else: before the packet, which is lost on the air if the link is cut then, or when it has
    /// arrived.
    case action(isBefore: Bool, () -> Void)
}
