public import Bluetooth

/// What is kept of the other side after pairing, so that the next link can be encrypted at once.
public struct Bond: Equatable, Sendable {
    /// Who the other side is: its identity address, or the one that it used if it gave none.
    public var identity: Address
    /// Another public or static address, which it used when it paired: some give an identity that
    /// they do not use.
    public var alias: Address?
    /// Resolves its private addresses; 16 bytes, most significant first.
    public var identityResolvingKey: [UInt8]?
    /// Encrypts the link; 16 bytes, most significant first.
    public var longTermKey: [UInt8]
    /// Names the key, 0 for one of LE Secure Connections (EDIV).
    public var diversifier: UInt16 = 0
    /// Names the key, 0 for one of LE Secure Connections (Rand).
    public var random: UInt64 = 0
    /// The key's length in bytes, 7 to 16; what is above it in the key is zero.
    public var keySize: UInt8 = 16
    /// Nobody stood in the middle when the keys were made.
    public var isAuthenticated = false
    /// The key is one of LE Secure Connections.
    public var isSecureConnections = false

    /// A bond with a key of full length of nobody's known name.
    ///
    /// - Precondition: both keys have 16 bytes.
    public init(identity: Address, identityResolvingKey: [UInt8]? = nil, longTermKey: [UInt8]) {
        precondition(longTermKey.count == 16 && identityResolvingKey.map(\.count) ?? 16 == 16)
        self.identity = identity
        self.identityResolvingKey = identityResolvingKey
        self.longTermKey = longTermKey
    }
}

/// Where a board or a central keeps its bonds.
public protocol BondStore: AnyObject {
    /// All of them, the one that was made last at the end.
    var bonds: [Bond] { get }
    /// Keeps a bond in place of an earlier one with the same device.
    func keep(_ bond: Bond)
    /// Forgets the bond with a device, if there is one.
    func forget(_ identity: Address)
}

/// Bonds that are gone with the process.
public final class BondMemory: BondStore {
    public private(set) var bonds: [Bond]

    /// A store that holds these bonds.
    public init(_ bonds: [Bond] = []) { self.bonds = bonds }

    public func keep(_ bond: Bond) {
        forget(bond.identity)
        bonds.append(bond)
    }

    public func forget(_ identity: Address) { bonds.removeAll { $0.identity == identity } }
}
