import LibCrypto
import Testing

@testable import Pairing

/// Bytes as specifications print them, blanks left out.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The toolbox over the real primitives.
func toolbox() throws -> Toolbox { Toolbox(cryptography: try #require(OpenSSL())) }
