/// The primitives that pairing and the controller need, from a maintained library.
///
/// All values are most significant byte first, as the Security Manager's functions are written in
/// the specification (Core Vol 3, Part H, 2.2). Implementations are pure functions: randomness
/// comes from the simulation. None of them traps: if there is no result, as with arguments of
/// another length, they return 16 zero bytes or nil.
public protocol Cryptography: AnyObject {
    /// AES-128 of one block of 16 bytes under a key of 16 bytes.
    func encrypt(_ block: [UInt8], key: [UInt8]) -> [UInt8]
    /// AES-CMAC (RFC 4493) of a message under a key of 16 bytes; 16 bytes.
    func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8]
    /// The public key, X and Y of 32 bytes each, of a private key of 32 bytes on P-256; nil if the
    /// private key is not in 1 ..< n.
    func publicKey(of privateKey: [UInt8]) -> (x: [UInt8], y: [UInt8])?
    /// The shared secret (32 bytes) of Diffie and Hellman on P-256; nil if the private key is
    /// not in 1 ..< n or the point not on the curve.
    func sharedSecret(_ privateKey: [UInt8], with x: [UInt8], _ y: [UInt8]) -> [UInt8]?
}
