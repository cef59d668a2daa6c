/// Reads values in wire format (D-Bus Specification, Marshaling), of either byte order.
///
/// It reads every type that the specification allows, however rare: a bus forwards whatever libdbus
/// accepts as well formed.
struct WireReader {
    /// The data do not match their types.
    struct Malformed: Error {}

    static let longestArray = 1 << 26
    /// How deep values may be nested, variants included: twice as deep as libdbus allows.
    private static let deepest = 128

    private let bytes: [UInt8]
    private let isBigEndian: Bool
    /// Where the next value begins, before its padding.
    private(set) var offset: Int

    /// Alignment counts from the beginning of the bytes.
    init(_ bytes: [UInt8], isBigEndian: Bool, from offset: Int = 0) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
        self.offset = offset
    }

    mutating func values(of signature: String) throws(Malformed) -> [Value] {
        guard Signature.isValid(signature) else { throw Malformed() }
        let letters = Array(signature.utf8)
        var values: [Value] = []
        var index = 0
        while index < letters.count { values.append(try value(at: &index, of: letters)) }
        return values
    }

    /// Reads a value of the type at an index of well-formed letters; the index moves past it.
    mutating func value(
        at index: inout Int, of letters: [UInt8], depth: Int = 0
    ) throws(Malformed) -> Value {
        guard depth <= Self.deepest else { throw Malformed() }
        let letter = letters[index]
        index += 1
        switch letter {
        case UInt8(ascii: "y"): return .byte(try number())
        case UInt8(ascii: "b"): return .bool(try number() as UInt32 != 0)
        case UInt8(ascii: "n"): return .int16(try number())
        case UInt8(ascii: "q"): return .uint16(try number())
        case UInt8(ascii: "i"): return .int32(try number())
        case UInt8(ascii: "u"): return .uint32(try number())
        case UInt8(ascii: "x"): return .int64(try number())
        case UInt8(ascii: "t"): return .uint64(try number())
        case UInt8(ascii: "d"): return .double(Double(bitPattern: try number()))
        case UInt8(ascii: "h"): return .descriptor(Int32(bitPattern: try number()))
        case UInt8(ascii: "s"): return .string(try text())
        case UInt8(ascii: "o"): return .path(try text())
        case UInt8(ascii: "g"): return .signature(try signature())
        case UInt8(ascii: "v"):
            let inner = Array(try signature().utf8)
            guard Signature.isSingle(inner) else { throw Malformed() }
            var start = 0
            return .variant(try value(at: &start, of: inner, depth: depth + 1))
        case UInt8(ascii: "a"): return try array(at: &index, of: letters, depth + 1)
        default: return .tuple(try fields(at: &index, of: letters, depth + 1))
        }
    }

    /// What is between brackets: the values of a struct or an entry.
    private mutating func fields(
        at index: inout Int, of letters: [UInt8], _ depth: Int
    ) throws(Malformed) -> [Value] {
        try align(to: 8)
        var values: [Value] = []
        while letters[index] != UInt8(ascii: ")"), letters[index] != UInt8(ascii: "}") {
            values.append(try value(at: &index, of: letters, depth: depth))
        }
        index += 1
        return values
    }

    private mutating func array(
        at index: inout Int, of letters: [UInt8], _ depth: Int
    ) throws(Malformed) -> Value {
        let start = index
        guard let typeEnd = Self.endOfElement(from: start, in: letters) else { throw Malformed() }
        index = typeEnd
        let count = Int(try number() as UInt32)
        try align(to: Signature.alignment(of: letters[start]))
        guard count <= Self.longestArray, count <= bytes.count - offset else { throw Malformed() }
        let end = offset + count
        let element = String(decoding: letters[start..<typeEnd], as: UTF8.self)
        if element == "y" {
            defer { offset = end }
            return .bytes(Array(bytes[offset..<end]))
        }
        let isDictionary = letters[start] == UInt8(ascii: "{")
        var values: [Value] = []
        var entries: [Value.Entry] = []
        while offset < end {
            var type = isDictionary ? start + 1 : start
            if isDictionary {
                let pair = try fields(at: &type, of: letters, depth + 1)
                entries.append(Value.Entry(pair[0], pair[1]))
            } else {
                values.append(try value(at: &type, of: letters, depth: depth))
            }
        }
        guard offset == end else { throw Malformed() }
        guard isDictionary else { return .array(element, values) }
        // Keys are of a basic type: one letter.
        let inner = element.dropFirst().dropLast()
        return .dictionary(String(inner.prefix(1)), String(inner.dropFirst()), entries)
    }

    /// The letters have been checked together: an entry is as well formed as its array.
    private static func endOfElement(from start: Int, in letters: [UInt8]) -> Int? {
        guard start > 0 else { return nil }
        return Signature.end(from: start - 1, in: letters)
    }

    /// A number, after its padding.
    mutating func number<Number: FixedWidthInteger>() throws(Malformed) -> Number {
        let size = Number.bitWidth / 8
        try align(to: size)
        guard size <= bytes.count - offset else { throw Malformed() }
        let raw = bytes.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
        }
        offset += size
        return isBigEndian ? Number(bigEndian: raw) : Number(littleEndian: raw)
    }

    private mutating func text() throws(Malformed) -> String {
        try letters(count: Int(try number() as UInt32))
    }

    /// A signature's length is one byte.
    mutating func signature() throws(Malformed) -> String {
        try letters(count: Int(try number() as UInt8))
    }

    private mutating func letters(count: Int) throws(Malformed) -> String {
        guard count < bytes.count - offset, bytes[offset + count] == 0 else { throw Malformed() }
        defer { offset += count + 1 }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }

    /// Moves to the next multiple.
    mutating func align(to size: Int) throws(Malformed) {
        let next = (offset + size - 1) / size * size
        guard next <= bytes.count else { throw Malformed() }
        offset = next
    }
}
