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
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { at += 1 }
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
        var keys: Set<String> = []
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("no key") }
            let key = try string()
            guard keys.insert(key).inserted else { throw error("duplicate key") }
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

    private mutating func digits() -> Bool {
        let start = at
        while let byte = next, (0x30...0x39).contains(byte) { at += 1 }
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
        if isWhole, let whole = Int(text) { return .integer(whole) }
        guard let value = Double(text), value.isFinite else { throw error("a number out of range") }
        return .number(value)
    }

    private mutating func string() throws(JSONError) -> String {
        at += 1
        var units: [UInt8] = []
        while let byte = next {
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else {
                    throw error("a text is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): try escape(into: &units)
            case 0..<0x20: throw error("a control character in a text")
            default: units.append(byte)
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
        case UInt8(ascii: "f"): units.append(0x0c)
        case UInt8(ascii: "n"): units.append(0x0a)
        case UInt8(ascii: "r"): units.append(0x0d)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"):
            var codes = [try code()]
            // A character beyond the first 65,536 has two.
            if (0xd800...0xdbff).contains(codes[0]), bytes[at...].starts(with: #"\u"#.utf8) {
                at += 2
                codes.append(try code())
            }
            units += String(decoding: codes, as: UTF16.self).utf8
        default: throw error("an unknown escape")
        }
    }

    private mutating func code() throws(JSONError) -> UInt16 {
        let text = String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self)
        guard text.utf8.count == 4, text.first != "+", let code = UInt16(text, radix: 16) else {
            throw error("four digits are missing after \\u")
        }
        at += 4
        return code
    }
}
