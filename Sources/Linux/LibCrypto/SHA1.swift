import CCrypto

extension OpenSSL {
    /// The SHA-1 digest, 20 bytes, for names: it is no protection against forgery. Zeros if the library has none.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        _ = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil)
        return digest
    }
}
