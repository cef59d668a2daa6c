/// Bytes that are not JSON, or JSON beyond the limits of the reader.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    /// What is wrong: `no value`.
    package var reason: String
    /// Where, in bytes from the start.
    package var offset: Int

    /// `no value at byte 3`.
    package var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
    /// Objects and arrays may lie in each other this deep.
    package static let deepest = 32

    /// Reads one value, with nothing but white space around it (RFC 8259).
    ///
    /// - Throws: for anything else, and for a number that is out of range, a key that comes twice, and more than
    ///   ``deepest`` levels.
    package init(reading bytes: some Collection<UInt8>) throws(JSONError) {
        var reader = JSONReader(bytes: Array(bytes))
        self = try reader.value(depth: 0)
        try reader.end()
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: at) }

    private mutating func skipSpace() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    mutating func end() throws(JSONError) {
        skipSpace()
        if next != nil { throw error("unexpected text after the value") }
    }

    mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.deepest else {
            throw error("more than \(JSONValue.deepest) levels")
        }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[at...].starts(with: text.utf8) else { throw error("no value") }
        at += text.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        at += 1
        var entries: [(String, JSONValue)] = []
        // Few keys are compared with each other.
        var keys: Set<String> = []
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("no key") }
            let key = try string()
            if entries.count == 16 { keys = Set(entries.map { $0.0 }) }
            let isKnown =
                entries.count < 16 ? entries.contains { $0.0 == key } : !keys.insert(key).inserted
            guard !isKnown else { throw error("duplicate key") }
            guard take(":") else { throw error("no colon after a key") }
            entries.append((key, try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw error("unterminated object") }
        return .object(entries)
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        at += 1
        var items: [JSONValue] = []
        if take("]") { return .array([]) }
        repeat { items.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw error("unterminated array") }
        return .array(items)
    }
}

/// Numbers.
extension JSONReader {
    private mutating func digits() -> Bool {
        let start = at
        while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
        return at > start
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = at
        var isWhole = true
        if next == UInt8(ascii: "-") { at += 1 }
        if next == UInt8(ascii: "0") { at += 1 } else if !digits() { throw error("no value") }
        if next == UInt8(ascii: ".") {
            at += 1
            isWhole = false
            guard digits() else { throw error("no digit after the point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            at += 1
            isWhole = false
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            guard digits() else { throw error("no digit in the exponent") }
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isWhole, text != "-0" {
            if let whole = Int(text) { return .integer(whole) }
            if let whole = UInt64(text) { return .unsigned(whole) }
        }
        guard let value = Double(text), value.isFinite else { throw error("a number out of range") }
        return .number(value)
    }
}

/// Strings.
extension JSONReader {
    private mutating func string() throws(JSONError) -> String {
        at += 1
        let start = at
        // What comes before the first escape is taken as a whole.
        var escaped: [UInt8] = []
        var plain = at
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                let rest = bytes[plain..<at]
                at += 1
                let text =
                    escaped.isEmpty
                    ? String(validating: rest, as: UTF8.self)
                    : String(validating: escaped + rest, as: UTF8.self)
                guard let text else {
                    throw JSONError(reason: "a text is not UTF-8", offset: start)
                }
                return text
            case UInt8(ascii: "\\"):
                escaped += bytes[plain..<at]
                at += 1
                try escape(into: &escaped)
                plain = at
            case 0..<0x20:
                at += 1
                throw error("a control character in a text")
            default: at += 1
            }
        }
        throw error("a text has no end")
    }

    private mutating func escape(into units: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error("a text has no end") }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(byte)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"): units += try scalar().utf8
        default: throw error("an unknown escape")
        }
    }

    /// A character; one beyond the first 65,536 has two codes. Half of one is replaced by U+FFFD.
    private mutating func scalar() throws(JSONError) -> String {
        var codes = [try code()]
        if UTF16.isLeadSurrogate(codes[0]), bytes[at...].starts(with: #"\u"#.utf8) {
            let second = at
            at += 2
            codes.append(try code())
            if !UTF16.isTrailSurrogate(codes[1]) {
                codes.removeLast()
                at = second
            }
        }
        return String(decoding: codes, as: UTF16.self)
    }

    private mutating func code() throws(JSONError) -> UInt16 {
        let digits = bytes[at..<min(at + 4, bytes.count)]
        let text = String(decoding: digits, as: UTF8.self)
        // `UInt16` would also take a sign.
        guard digits.count == 4, digits.first != UInt8(ascii: "+"),
            let code = UInt16(text, radix: 16)
        else {
            throw error("four digits are missing after \\u")
        }
        at += 4
        return code
    }
}
