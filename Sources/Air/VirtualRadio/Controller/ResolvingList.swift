internal import Bluetooth
internal import Pairing
internal import Simulation

/// Peers with their identity keys, to generate and resolve resolvable addresses (Core Vol 6, Part
/// B, 4.7 and 6).
struct ResolvingList {
    /// Its capacity in peers.
    static let size = 16

    /// A peer with its key and our key for it; a key of zeroes is none.
    struct Entry {
        let peer: Address
        let peerKey: [UInt8]?
        let localKey: [UInt8]?
        /// In network privacy a peer that has a key must not show its identity address.
        var isNetworkPrivacy = true
        /// The resolvable addresses in use; ours expires.
        var local: (address: Address, madeAt: Instant)?
        var lastOfPeer: Address?

        init(peer: Address, peerKey: [UInt8], localKey: [UInt8]) {
            self.peer = peer
            self.peerKey = peerKey.allSatisfy { $0 == 0 } ? nil : peerKey
            self.localKey = localKey.allSatisfy { $0 == 0 } ? nil : localKey
        }
    }

    private(set) var entries: [Entry] = []
    var isEnabled = false
    /// How long our resolvable address is used (Core Vol 4, Part E, 7.8.45).
    var timeout = Nanoseconds.seconds(900)
    /// Results of earlier resolutions; nil means that no key on the list matches.
    private var known: [Address: Int?] = [:]
    /// Limits the number of remembered results.
    private static let mostKnown = 1_024

    func index(of peer: Address) -> Int? { entries.firstIndex { $0.peer == peer } }

    mutating func add(_ entry: Entry) -> HCIStatus {
        guard index(of: entry.peer) == nil else { return .invalidParameters }
        guard entries.count < Self.size else { return .memoryCapacityExceeded }
        entries.append(entry)
        known = [:]
        return .success
    }

    mutating func remove(_ peer: Address) -> HCIStatus {
        guard let index = index(of: peer) else { return .unknownConnection }
        entries.remove(at: index)
        known = [:]
        return .success
    }

    mutating func clear() {
        entries = []
        known = [:]
    }

    mutating func setPrivacy(of peer: Address, isNetwork: Bool) -> HCIStatus {
        guard let index = index(of: peer) else { return .unknownConnection }
        entries[index].isNetworkPrivacy = isNetwork
        return .success
    }

    /// The identity of a resolvable address; nil if resolution is off or no key matches.
    mutating func identity(
        of address: Address, _ cryptography: (any Cryptography)?
    ) -> PeerAddress? {
        guard isEnabled, address.isResolvable, let cryptography,
            let index = resolve(address, cryptography)
        else { return nil }
        entries[index].lastOfPeer = address
        return PeerAddress(entries[index].peer, isIdentity: true)
    }

    private mutating func resolve(_ address: Address, _ cryptography: any Cryptography) -> Int? {
        if let found = known[address] { return found }
        let index = entries.firstIndex { entry in
            entry.peerKey.map { address.isMade(by: $0, cryptography) } ?? false
        }
        if known.count >= Self.mostKnown { known = [:] }
        known[address] = .some(index)
        return index
    }

    /// False for an identity address that its owner must not use (Core Vol 6, Part B, 4.7).
    func mayShow(_ address: Address) -> Bool {
        guard isEnabled, let index = index(of: address) else { return true }
        return entries[index].peerKey == nil || !entries[index].isNetworkPrivacy
    }

    /// Our resolvable address for a peer, generated again when it has expired; nil if the list has
    /// no key of ours for that peer.
    mutating func localAddress(
        towards peer: Address, at now: Instant, _ chance: inout RandomStream,
        _ cryptography: (any Cryptography)?
    ) -> Address? {
        guard let cryptography, let index = index(of: peer), let key = entries[index].localKey
        else { return nil }
        if let local = entries[index].local, now - local.madeAt < timeout { return local.address }
        let address = Address(resolvableBy: key, chance.next(), cryptography)
        entries[index].local = (address, now)
        return address
    }

    /// A resolvable address that the peer resolves as its own; its identity if it has no key.
    func peerAddress(
        _ peer: Address, _ chance: inout RandomStream, _ cryptography: (any Cryptography)?
    ) -> Address {
        guard isEnabled, let cryptography, let index = index(of: peer),
            let key = entries[index].peerKey
        else { return peer }
        return Address(resolvableBy: key, chance.next(), cryptography)
    }
}
