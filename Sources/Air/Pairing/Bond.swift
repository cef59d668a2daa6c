public import Bluetooth

/// The other side's keys, kept after pairing, so that the next link can be encrypted at once.
public struct Bond: Equatable, Sendable {
    /// The other side's identity address, or the one that it used if it gave none.
    public var identity: Address
    /// Another public or static address that it used when it paired: some devices give an identity
    /// that they do not use.
    package var alias: Address?
    /// Resolves its private addresses; 16 bytes, most significant first.
    package var identityResolvingKey: [UInt8]?
    /// Encrypts the link; 16 bytes, most significant first.
    package var longTermKey: [UInt8]
    /// Identifies the key, 0 for one of LE Secure Connections (EDIV).
    package var diversifier: UInt16 = 0
    /// Identifies the key, 0 for one of LE Secure Connections (Rand).
    public var random: UInt64 = 0
    /// The key's length in bytes, 7 to 16; the key's bytes above it are zero.
    package var keySize: UInt8 = 16
    /// The pairing was protected against a man in the middle.
    package var isAuthenticated = false
    /// The key is from LE Secure Connections.
    package var isSecureConnections = false

    /// A bond with a key of full length that has no EDIV and Rand.
    ///
    /// - Precondition: both keys have 16 bytes.
    public init(identity: Address, identityResolvingKey: [UInt8]? = nil, longTermKey: [UInt8]) {
        precondition(longTermKey.count == 16 && (identityResolvingKey?.count ?? 16) == 16)
        self.identity = identity
        self.identityResolvingKey = identityResolvingKey
        self.longTermKey = longTermKey
    }
}

/// Where a board or a central keeps its bonds.
public protocol BondStore: AnyObject {
    /// All of them, the newest last.
    var bonds: [Bond] { get }
    /// Keeps a bond in place of an earlier one with the same device.
    func keep(_ bond: Bond)
    /// Forgets the bond with a device, if there is one.
    func forget(_ identity: Address)
}

/// Bonds in memory only.
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
