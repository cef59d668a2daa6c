public import Pairing
public import Peripheral

/// Pairing and encryption for synchronous and for `async` code; both run the simulation until they
/// are complete.
extension Connection {
    /// Makes new keys, even if there are some.
    @discardableResult
    public func pairAndWait(requiresMITM: Bool = false) throws(CentralError) -> PairingMethod {
        try wait(for: "pairing") { pair(requiresMITM: requiresMITM, completion: $0) }
    }

    /// Encrypts the link with the kept key.
    @discardableResult
    public func encryptAndWait() throws(CentralError) -> Security {
        try wait(for: "encryption") { encrypt(completion: $0) }
    }

    /// Protects the link.
    @discardableResult
    public func protectAndWait(to level: Security) throws(CentralError) -> Security {
        try wait(for: "a protected link") { protect(to: level, completion: $0) }
    }

    /// Makes new keys, even if there are some.
    @discardableResult
    public func pair(requiresMITM: Bool = false) async throws(CentralError) -> PairingMethod {
        try pairAndWait(requiresMITM: requiresMITM)
    }

    /// Encrypts the link with the kept key.
    @discardableResult
    public func encrypt() async throws(CentralError) -> Security { try encryptAndWait() }

    /// Protects the link.
    @discardableResult
    public func protect(to level: Security) async throws(CentralError) -> Security {
        try protectAndWait(to: level)
    }
}
