import Bluetooth

/// One PDU of the Security Manager Protocol: its code and what follows, of the length that the
/// code has.
package struct PairingPDU: Equatable, Sendable {
    /// The command.
    package let code: PairingCode
    /// The bytes after the code, as on the air.
    package let body: [UInt8]

    /// A PDU made by this side.
    ///
    /// - Precondition: the body has the length of the code.
    init(_ code: PairingCode, _ body: [UInt8]) {
        precondition(body.count == code.length - 1)
        self.code = code
        self.body = body
    }

    /// A PDU that carries one value, most significant byte first.
    init(_ code: PairingCode, value: [UInt8]) { self.init(code, value.reversed()) }

    /// Reads a PDU and checks its length.
    package init(_ bytes: Span<UInt8>) throws(PairingPDUError) {
        guard bytes.count > 0 else { throw .empty }
        guard let code = PairingCode(rawValue: bytes[0]) else { throw .reservedCode(bytes[0]) }
        guard bytes.count == code.length else { throw .invalidLength(code, bytes.count) }
        self.code = code
        body = bytes.array(from: 1)
    }

    /// The body as one value, most significant byte first.
    var value: [UInt8] { body.reversed() }

    /// The bytes on the air.
    package var bytes: [UInt8] { [code.rawValue] + body }
}

/// Why bytes are not a PDU of the Security Manager Protocol.
package enum PairingPDUError: Error, Equatable, Sendable {
    case empty
    /// A code reserved for future use; such a PDU is to be ignored (Core Vol 3, Part H, 3.3).
    case reservedCode(UInt8)
    /// The length, in bytes, is not that of the code.
    case invalidLength(PairingCode, Int)
}

extension PairingPDUError: CustomStringConvertible {
    /// The case's name.
    package var description: String {
        switch self {
        case .empty: "empty"
        case .reservedCode(let code): "reservedCode(\(code))"
        case .invalidLength(let code, let count):
            "invalidLength(Pairing.PairingCode.\(code), \(count))"
        }
    }
}
