package import Pairing
package import Peripheral

/// Pairing and encryption for synchronous code: each operation runs the simulation until it is complete.
extension Connection {
    /// Makes new keys, even if there are some.
    @discardableResult
    package func pairAndWait(requiresMITM: Bool = false) throws(CentralError) -> PairingMethod {
        try wait(for: "pairing") { pair(requiresMITM: requiresMITM, completion: $0) }
    }

    /// Encrypts the link with the kept key.
    @discardableResult
    package func encryptAndWait() throws(CentralError) -> Security {
        try wait(for: "encryption") { encrypt(completion: $0) }
    }

    /// Protects the link.
    @discardableResult
    package func protectAndWait(to level: Security) throws(CentralError) -> Security {
        try wait(for: "a protected link") { protect(to: level, completion: $0) }
    }
}
