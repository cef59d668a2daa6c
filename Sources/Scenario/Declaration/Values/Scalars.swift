public import YAML

extension String: DeclaredValue {
    /// Any text.
    public static var shape: Shape { .text }
    /// The text itself.
    public var text: String { self }

    /// Reads a scalar as it was written.
    public static func read(_ node: Node, _ reader: Reader) -> String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reader.mismatch(node, expected: "a text", mend: "write a text, in quotes if need be")
            return nil
        }
        return text
    }
}

extension Bool: DeclaredValue {
    /// `true` or `false`.
    public static var shape: Shape { .boolean }
    /// `true` or `false`.
    public var text: String { self ? "true" : "false" }

    /// Reads `true` or `false`; the other words of YAML 1.1 are refused, because editors that
    /// follow YAML 1.2 read them as text.
    public static func read(_ node: Node, _ reader: Reader) -> Bool? {
        if case .scalar(let text, quoted: false) = node.content {
            if text == "true" { return true }
            if text == "false" { return false }
        }
        reader.mismatch(node, expected: "true or false", mend: "write `true` or `false`")
        return nil
    }
}

extension Int: DeclaredValue {
    /// A whole number.
    public static var shape: Shape { .integer }
    /// Its decimal digits.
    public var text: String { String(self) }

    /// Reads decimal digits without a unit.
    public static func read(_ node: Node, _ reader: Reader) -> Int? {
        if case .scalar(let text, quoted: false) = node.content,
            text.utf8.first != UInt8(ascii: "+"), let value = Int(text)
        {
            return value
        }
        if case .scalar(let text, quoted: false) = node.content, text.isDecimal {
            let end = text.hasPrefix("-") ? "least \(Int.min)" : "most \(Int.max)"
            reader.fail("\(node.summary) is out of range", at: node.mark, mend: "give at \(end)")
            return nil
        }
        reader.mismatch(node, expected: "a whole number without a unit", mend: "write `3`")
        return nil
    }
}

extension String {
    /// Digits, perhaps behind a minus.
    fileprivate var isDecimal: Bool {
        let digits = utf8.drop { $0 == UInt8(ascii: "-") }
        return !digits.isEmpty && digits.count + 1 >= utf8.count
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension Array: DeclaredValue where Element: DeclaredValue {
    /// A list.
    public static var shape: Shape { .list(Element.shape) }
    /// `[a, b]`; empty for an empty list.
    public var text: String {
        isEmpty ? "" : "[" + map(\.text).joined(separator: ", ") + "]"
    }

    /// Reads each item; a single scalar is refused, so that a list always looks like one.
    public static func read(_ node: Node, _ reader: Reader) -> [Element]? {
        guard case .sequence(let items) = node.content else {
            reader.mismatch(
                node, expected: "a list", mend: "begin each entry with `- `, or write `[…]`")
            return nil
        }
        return items.compactMap { Element.read($0, reader) }
    }
}
