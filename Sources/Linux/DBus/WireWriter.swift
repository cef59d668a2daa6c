import CGIO

/// Writes values in wire format (D-Bus Specification, Marshaling), the lowest byte first.
struct WireWriter {
    /// What has been written; alignment counts from its beginning.
    private(set) var bytes: [UInt8] = []

    /// Appends a value after its padding.
    mutating func append(_ value: Value) {
        switch value {
        case .byte(let number): append(number)
        case .bool(let flag): append(UInt32(flag ? 1 : 0))
        case .double(let number): append(number.bitPattern)
        case .int16(let number): append(number)
        case .uint16(let number): append(number)
        case .int32(let number): append(number)
        case .uint32(let number): append(number)
        case .int64(let number): append(number)
        case .uint64(let number): append(number)
        case .descriptor(let index): append(index)
        case .string(let text): append(text: text)
        case .path(let text):
            append(text: g_variant_is_object_path(text) != 0 ? text : "/")
        case .signature(let text): append(signature: Signature.isValid(text) ? text : "")
        case .bytes(let octets): array(alignment: 1) { $0.bytes += octets }
        case .array(let element, let values):
            array(alignment: Signature.alignment(of: element.utf8.first ?? 0)) { writer in
                for value in values {
                    assert(value.signature == element, "\(value.signature) among \(element)")
                    writer.append(value)
                }
            }
        case .dictionary(_, _, let entries):
            array(alignment: 8) { writer in
                for entry in entries {
                    writer.align(to: 8)
                    writer.append(entry.key)
                    writer.append(entry.value)
                }
            }
        case .tuple(let values):
            align(to: 8)
            for value in values { append(value) }
        case .variant(let inner):
            append(signature: inner.signature)
            append(inner)
        }
    }

    /// Appends a number after its padding.
    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        align(to: Number.bitWidth / 8)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends what has been written elsewhere.
    mutating func append(contentsOf other: [UInt8]) { bytes += other }

    /// Appends a signature: a length of one byte, the letters, a zero.
    mutating func append(signature: String) {
        bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
        bytes += signature.utf8
        bytes.append(0)
    }

    /// A text cannot contain a zero; it is cut before one.
    private mutating func append(text: String) {
        let letters = text.utf8.prefix { $0 != 0 }
        append(UInt32(truncatingIfNeeded: letters.count))
        bytes += letters
        bytes.append(0)
    }

    /// Pads with zeros to the next multiple.
    mutating func align(to size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    /// An array's length does not count the padding before its first element.
    private mutating func array(alignment: Int, _ fill: (inout WireWriter) -> Void) {
        append(UInt32(0))
        let place = bytes.count - 4
        align(to: alignment)
        let start = bytes.count
        fill(&self)
        let count = UInt32(truncatingIfNeeded: bytes.count - start)
        for index in 0..<4 {
            bytes[place + index] = UInt8(truncatingIfNeeded: count >> (8 * index))
        }
    }
}
