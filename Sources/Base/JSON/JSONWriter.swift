/// Writes values as UTF-8.
struct JSONWriter {
    enum Form {
        case compact, canonical, pretty
    }

    private var bytes: [UInt8]
    private let isPretty: Bool
    /// Whether keys are sorted and whole numbers have no point.
    private let isCanonical: Bool

    static func write(_ value: JSONValue, _ form: Form, to bytes: inout [UInt8]) {
        var writer = JSONWriter(
            bytes: [], isPretty: form == .pretty, isCanonical: form != .compact)
        swap(&writer.bytes, &bytes)
        writer.put(value, depth: 0)
        swap(&writer.bytes, &bytes)
    }

    private mutating func put(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += value.description.utf8
        case .unsigned(let value): bytes += value.description.utf8
        case .number(let value): put(value)
        case .string(let text): Self.append(text, to: &bytes)
        case .array(let items): put(items, depth: depth + 1)
        case .object(let entries):
            put(isCanonical ? Self.sorted(entries) : entries, depth: depth + 1)
        }
    }

    private mutating func put(_ number: Double) {
        guard number.isFinite else {
            bytes += "null".utf8
            return
        }
        let digits = number.description.utf8
        bytes +=
            isCanonical && digits.suffix(2).elementsEqual(".0".utf8)
            ? digits.dropLast(2) : digits[...]
    }

    private mutating func put(_ items: [JSONValue], depth: Int) {
        bytes.append(UInt8(ascii: "["))
        indent(items.isEmpty ? 0 : depth)
        for (index, item) in items.enumerated() {
            if index > 0 { separate(depth) }
            put(item, depth: depth)
        }
        indent(depth - 1)
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func put(_ entries: [(String, JSONValue)], depth: Int) {
        bytes.append(UInt8(ascii: "{"))
        indent(entries.isEmpty ? 0 : depth)
        for (index, (key, value)) in entries.enumerated() {
            if index > 0 { separate(depth) }
            Self.append(key, to: &bytes)
            bytes += (isPretty ? " : " : ":").utf8
            put(value, depth: depth)
        }
        indent(depth - 1)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func separate(_ depth: Int) {
        bytes.append(UInt8(ascii: ","))
        indent(depth)
    }

    /// Begins a line. Within an empty array there is an empty line, as in Foundation.
    private mutating func indent(_ depth: Int) {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    /// By the bytes of the keys.
    private static func sorted(_ entries: [(String, JSONValue)]) -> [(String, JSONValue)] {
        func isBefore(_ one: (String, JSONValue), _ two: (String, JSONValue)) -> Bool {
            one.0.utf8.lexicographicallyPrecedes(two.0.utf8)
        }
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { !isBefore($1, $0) }
        let sorted = isSorted ? entries : entries.sorted(by: isBefore)
        assert(zip(sorted, sorted.dropFirst()).allSatisfy { $0.0 != $1.0 }, "a key comes twice")
        return sorted
    }
}

/// Strings.
extension JSONWriter {
    /// Appends a text in double quotes.
    fileprivate static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            // What needs no escape is copied as a whole.
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                else { continue }
                bytes += utf8[start..<index]
                start = index + 1
                if let letter = letter(for: byte) {
                    bytes += [UInt8(ascii: "\\"), letter]
                } else {
                    bytes += escape(UInt32(byte)).utf8
                }
            }
            bytes += utf8[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Of a short escape: `n` for a line end.
    private static func letter(for byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }

    /// `\u001b`, for a scalar of the first 65,536.
    static func escape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
