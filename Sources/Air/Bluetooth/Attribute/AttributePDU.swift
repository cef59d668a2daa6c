/// The fixed part of one PDU of the Attribute Protocol; the variable part stays in the bytes.
///
/// The table of `AttributeOpcode.shape` gives the meaning of the three numbers, in the words of the
/// Core Specification; a handle is always the first number, except in an error response.
package struct AttributePDU: Equatable, Sendable {
    /// The kind of PDU.
    package var opcode: AttributeOpcode
    /// The first number after the opcode, 0 if the kind has none.
    package var first: UInt16
    /// The second number, 0 if the kind has none.
    package var second: UInt16
    /// The third number, 0 if the kind has none.
    package var third: UInt16

    /// A PDU with these numbers, as many as its kind has.
    package init(
        _ opcode: AttributeOpcode, _ first: UInt16 = 0, _ second: UInt16 = 0, _ third: UInt16 = 0
    ) {
        self.opcode = opcode
        self.first = first
        self.second = second
        self.third = third
    }

    /// Reads the fixed part and checks the length of the whole.
    package init(_ bytes: Span<UInt8>) throws(AttributePDUError) {
        guard bytes.count > 0 else { throw .empty }
        guard let opcode = AttributeOpcode(rawValue: bytes[0]) else {
            throw .unknownOpcode(bytes[0])
        }
        let shape = opcode.shape
        guard shape.fits(bytes.count) else { throw .invalidLength(opcode, bytes.count) }
        var offset = 1
        func number(_ width: UInt8) -> UInt16 {
            defer { offset += Int(width) }
            switch width {
            case 0: return 0
            case 1: return UInt16(bytes[offset])
            default: return bytes.word(at: offset)
            }
        }
        self.opcode = opcode
        first = number(shape.first)
        second = number(shape.second)
        third = number(shape.third)
    }

    /// Bytes before the variable part, including the opcode.
    package var headerLength: Int { opcode.shape.header }

    /// Replaces the buffer's contents by the fixed part; append the variable part after it.
    package func encode(into buffer: inout [UInt8]) {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(opcode.rawValue)
        let shape = opcode.shape
        func put(_ value: UInt16, _ width: UInt8) {
            if width > 0 { buffer.append(UInt8(truncatingIfNeeded: value)) }
            if width > 1 { buffer.append(UInt8(value >> 8)) }
        }
        put(first, shape.first)
        put(second, shape.second)
        put(third, shape.third)
    }

    /// The whole PDU as a new array.
    package func bytes(_ tail: [UInt8] = []) -> [UInt8] {
        var result: [UInt8] = []
        encode(into: &result)
        result.append(contentsOf: tail)
        return result
    }
}

/// Why bytes are not a PDU of the Attribute Protocol.
package enum AttributePDUError: Error, Equatable, Sendable {
    case empty
    case unknownOpcode(UInt8)
    /// The length, in bytes, is not valid for this PDU.
    case invalidLength(AttributeOpcode, Int)
}

extension AttributePDUError: CustomStringConvertible {
    /// One clause.
    package var description: String {
        switch self {
        case .empty: "an empty PDU"
        case .unknownOpcode(let opcode): "unknown opcode 0x" + String(opcode, radix: 16)
        case .invalidLength(let opcode, let count): "\(opcode) of \(count) bytes"
        }
    }
}

extension Span<UInt8> {
    /// The little-endian number at an offset.
    ///
    /// - Precondition: both bytes are there.
    @inlinable package func word(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// A copy as an array, from an offset on.
    @inlinable package func array(from offset: Int = 0) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(Swift.max(0, count - offset))
        result.append(self, from: offset)
        return result
    }
}

extension [UInt8] {
    /// Appends `bytes` from an offset on, until this array is `limit` long.
    @inlinable package mutating func append(
        _ bytes: Span<UInt8>, from offset: Int = 0, upTo limit: Int = .max
    ) {
        let start = count
        let length = Swift.min(bytes.count - offset, limit - start)
        guard length > 0 else { return }
        // One check of the buffer, not one for each byte.
        append(contentsOf: repeatElement(0, count: length))
        var copy = mutableSpan
        for index in 0..<length { copy[start + index] = bytes[offset + index] }
    }

    /// Appends a number, little endian.
    @inlinable package mutating func append(word: UInt16) {
        append(UInt8(truncatingIfNeeded: word))
        append(UInt8(word >> 8))
    }
}
