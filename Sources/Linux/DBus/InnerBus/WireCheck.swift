/// Whether bytes are values of their types (D-Bus Specification, Marshaling), as strictly as libdbus takes it and
/// without making anything of them.
struct WireCheck {
    /// How deep values may be nested, variants included.
    private static let deepest = 64

    private let bytes: [UInt8]
    private let isBigEndian: Bool
    /// Where the next value begins, before its padding.
    private(set) var offset: Int

    /// Alignment counts from the beginning of the bytes.
    init(_ bytes: [UInt8], isBigEndian: Bool, from offset: Int) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
        self.offset = offset
    }

    /// Whether values of these types are next; moves past them.
    mutating func passes(_ signature: String) -> Bool {
        guard Signature.isValid(signature) else { return false }
        let letters = Array(signature.utf8)
        var index = 0
        while index < letters.count {
            guard value(at: &index, of: letters, depth: 0) else { return false }
        }
        return true
    }

    /// Moves to the next multiple, over zeros.
    mutating func align(to size: Int) -> Bool {
        let next = (offset + size - 1) / size * size
        guard next <= bytes.count else { return false }
        while offset < next {
            guard bytes[offset] == 0 else { return false }
            offset += 1
        }
        return true
    }

    /// One of the type at an index of well-formed letters; the index moves past it.
    private mutating func value(at index: inout Int, of letters: [UInt8], depth: Int) -> Bool {
        guard depth <= Self.deepest else { return false }
        let letter = letters[index]
        index += 1
        switch letter {
        case UInt8(ascii: "y"): return skip(1)
        case UInt8(ascii: "b"): return number().map { $0 <= 1 } ?? false
        case UInt8(ascii: "s"): return text() != nil
        case UInt8(ascii: "o"): return text().map { BusNames.isPath(bytes[$0]) } ?? false
        case UInt8(ascii: "g"):
            return signature().map { Signature.isValid(String(decoding: $0, as: UTF8.self)) }
                ?? false
        case UInt8(ascii: "v"):
            guard let inner = signature().map(Array.init), Signature.isSingle(inner) else {
                return false
            }
            var start = 0
            return value(at: &start, of: inner, depth: depth + 1)
        case UInt8(ascii: "a"): return array(at: &index, of: letters, depth)
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            guard align(to: 8) else { return false }
            while letters[index] != UInt8(ascii: ")"), letters[index] != UInt8(ascii: "}") {
                guard value(at: &index, of: letters, depth: depth + 1) else { return false }
            }
            index += 1
            return true
        default:
            let size = Signature.alignment(of: letter)
            return align(to: size) && skip(size)
        }
    }

    private mutating func array(at index: inout Int, of letters: [UInt8], _ depth: Int) -> Bool {
        let start = index
        guard let typeEnd = Self.endOfElement(from: start, in: letters) else { return false }
        index = typeEnd
        guard let count = number(), count <= WireReader.longestArray,
            align(to: Signature.alignment(of: letters[start])), count <= bytes.count - offset
        else { return false }
        let end = offset + count
        if Self.isOfAnyBits(letters[start]) {
            offset = end
            return count % Signature.alignment(of: letters[start]) == 0
        }
        while offset < end {
            var type = start
            guard value(at: &type, of: letters, depth: depth + 1) else { return false }
        }
        return offset == end
    }

    /// The letters have been checked together; an entry is as well formed as its array.
    private static func endOfElement(from start: Int, in letters: [UInt8]) -> Int? {
        Signature.end(from: start - 1, in: letters)
    }

    /// Whether all bits of all its values are allowed, and each is as long as it is aligned.
    private static func isOfAnyBits(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "y"), UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"),
            UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"),
            UInt8(ascii: "h"):
            true
        default: false
        }
    }

    private mutating func skip(_ count: Int) -> Bool {
        guard count <= bytes.count - offset else { return false }
        offset += count
        return true
    }

    private mutating func number() -> Int? {
        guard align(to: 4), skip(4) else { return nil }
        let parts = bytes[offset - 4..<offset]
        return isBigEndian
            ? parts.reduce(0) { $0 << 8 | Int($1) }
            : parts.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func text() -> Range<Int>? {
        guard let count = number(), let range = letters(count) else { return nil }
        let letters = bytes[range]
        guard
            letters.allSatisfy({ $0 != 0 && $0 < 0x80 })
                || (!letters.contains(0) && String(validating: letters, as: UTF8.self) != nil)
        else { return nil }
        return range
    }

    private mutating func signature() -> ArraySlice<UInt8>? {
        guard skip(1), let range = letters(Int(bytes[offset - 1])) else { return nil }
        return bytes[range]
    }

    /// So many, and a zero.
    private mutating func letters(_ count: Int) -> Range<Int>? {
        guard count < bytes.count - offset, bytes[offset + count] == 0 else { return nil }
        defer { offset += count + 1 }
        return offset..<offset + count
    }
}
