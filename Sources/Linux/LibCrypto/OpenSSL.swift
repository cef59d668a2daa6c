import CCrypto
import Pairing

/// The primitives of OpenSSL 3's libcrypto.
///
/// Arguments of a wrong length are refused as the library's own errors are: with zeros or nil.
package final class OpenSSL: Cryptography {
    private let blockCipher: Handle
    private let cipherContext: Handle
    private let codeContext: Handle
    private let curve: Curve

    /// nil if the installed library has no AES, no CMAC or no P-256.
    package init?() {
        Self.ignoreConfiguration()
        guard let blockCipher = Handle(EVP_CIPHER_fetch(nil, "AES-128-ECB", nil), EVP_CIPHER_free),
            let cipherContext = Handle(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free),
            let code = Handle(EVP_MAC_fetch(nil, "CMAC", nil), EVP_MAC_free),
            let codeContext = Handle(EVP_MAC_CTX_new(code.pointer), EVP_MAC_CTX_free),
            Self.chooseCipher(of: codeContext.pointer), let curve = Curve()
        else { return nil }
        self.blockCipher = blockCipher
        self.cipherContext = cipherContext
        self.codeContext = codeContext
        self.curve = curve
    }

    /// The machine's configuration can take AES or CMAC away (`fips=yes`, no default provider); a
    /// simulated board pairs on every machine. Only the first use of the library can refuse it.
    private static func ignoreConfiguration() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
    }

    package func encrypt(_ block: [UInt8], key: [UInt8]) -> [UInt8] {
        var result = Self.zeros
        var count: Int32 = 0
        guard block.count == 16, key.count == 16,
            EVP_EncryptInit_ex2(cipherContext.pointer, blockCipher.pointer, key, nil, nil) == 1,
            EVP_CIPHER_CTX_set_padding(cipherContext.pointer, 0) == 1,
            EVP_EncryptUpdate(cipherContext.pointer, &result, &count, block, 16) == 1, count == 16
        else { return Self.zeros }
        return result
    }

    package func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var result = Self.zeros
        var count = 0
        let isDone =
            key.count == 16 && EVP_MAC_init(codeContext.pointer, key, key.count, nil) == 1
            && EVP_MAC_update(codeContext.pointer, message, message.count) == 1
            && EVP_MAC_final(codeContext.pointer, &result, &count, result.count) == 1
        return isDone && count == 16 ? result : Self.zeros
    }

    package func publicKey(of privateKey: [UInt8]) -> (x: [UInt8], y: [UInt8])? {
        guard let scalar = curve.scalar(privateKey),
            let point = curve.multiply(scalar, nil),
            let bytes = curve.bytes(of: point)
        else { return nil }
        return (Array(bytes[1...32]), Array(bytes[33...64]))
    }

    package func sharedSecret(
        _ privateKey: [UInt8], with x: [UInt8], _ y: [UInt8]
    ) -> [UInt8]? {
        guard let scalar = curve.scalar(privateKey), let peer = curve.point(x, y),
            let point = curve.multiply(scalar, peer.pointer),
            let bytes = curve.bytes(of: point)
        else { return nil }
        return Array(bytes[1...32])
    }

    /// Makes a CMAC one over AES-128. A parameter holds addresses: they are good in here alone.
    private static func chooseCipher(of context: OpaquePointer) -> Bool {
        var cipher = Array("AES-128-CBC".utf8CString)
        return OSSL_MAC_PARAM_CIPHER.withCString { name in
            cipher.withUnsafeMutableBufferPointer { value in
                let parameters = [
                    OSSL_PARAM_construct_utf8_string(name, value.baseAddress, 0),
                    OSSL_PARAM_construct_end(),
                ]
                return EVP_MAC_CTX_set_params(context, parameters) == 1
            }
        }
    }

    private static let zeros = [UInt8](repeating: 0, count: 16)
}
