public import Pairing
public import Peripheral

/// Pairing and encryption for synchronous and for `async` code; both run the simulation until it
/// is over.
extension Connection {
    /// Makes new keys, even if some are kept.
    @discardableResult
    public func pairAndWait(requiresMITM: Bool = false) throws(CentralError) -> PairingMethod {
        try wait(for: "pairing") { pair(requiresMITM: requiresMITM, completion: $0) }
    }

    /// Encrypts the link with the key that is kept.
    @discardableResult
    public func encryptAndWait() throws(CentralError) -> Security {
        try wait(for: "encryption") { encrypt(completion: $0) }
    }

    /// Sees to it that the link is protected so.
    @discardableResult
    public func protectAndWait(to level: Security) throws(CentralError) -> Security {
        try wait(for: "a protected link") { protect(to: level, completion: $0) }
    }

    /// Makes new keys, even if some are kept.
    @discardableResult
    public func pair(requiresMITM: Bool = false) async throws(CentralError) -> PairingMethod {
        try pairAndWait(requiresMITM: requiresMITM)
    }

    /// Encrypts the link with the key that is kept.
    @discardableResult
    public func encrypt() async throws(CentralError) -> Security { try encryptAndWait() }

    /// Sees to it that the link is protected so.
    @discardableResult
    public func protect(to level: Security) async throws(CentralError) -> Security {
        try protectAndWait(to: level)
    }
}
