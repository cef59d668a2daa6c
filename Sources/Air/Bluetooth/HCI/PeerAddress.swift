/// An address in an event: the one on the air, or the identity that it was resolved to.
package struct PeerAddress: Equatable, Sendable {
    /// The 48 bits and their kind.
    package var address: Address
    /// True if it is the identity of a resolvable address on the air.
    package var isIdentity: Bool

    /// An address of the air, unless it `isIdentity`.
    package init(_ address: Address, isIdentity: Bool = false) {
        self.address = address
        self.isIdentity = isIdentity
    }

    /// 0 public, 1 random, 2 public identity, 3 random identity (Core Vol 4, Part E, 7.7.65.2).
    package var type: UInt8 { address.kind.rawValue + (isIdentity ? 2 : 0) }
}
