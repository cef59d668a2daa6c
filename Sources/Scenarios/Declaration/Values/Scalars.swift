import Simulation
import Wire
import YAML

extension String: DeclaredValue {
    package static var shape: Shape { .text }
    package var text: String { self }

    /// Reads a scalar as it was written, on one line.
    package static func read(_ node: Node, _ reader: Reader) -> String? {
        read(node, reader, isProse: false)
    }

    /// - Parameter isProse: whether it may have lines and tabs.
    package static func read(_ node: Node, _ reader: Reader, isProse: Bool) -> String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reader.mismatch(node, expected: "text", fix: "write text, in quotes if necessary")
            return nil
        }
        return reader.isPlain(text, at: node.mark, isProse: isProse) ? text : nil
    }
}

extension Reader {
    /// Whether a text can be shown in a report or trace unchanged; records a problem if not.
    package func isPlain(_ text: String, at mark: Mark, isProse: Bool = false) -> Bool {
        for scalar in text.unicodeScalars {
            if isProse, scalar == "\n" || scalar == "\t" { continue }
            let number = String(scalar.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
            guard !LineText.isControl(scalar) else {
                let what =
                    scalar.value == 0x0A || scalar.value == 0x2028 || scalar.value == 0x2029
                    ? "a line end"
                    : scalar.value < 0xA0 ? "a control character" : "an invisible character"
                fail(
                    "this text contains \(what), \(code)", at: mark,
                    fix: what == "a line end" ? "write it on one line" : "remove the character")
                return false
            }
            // In a path it would stand for a raw byte, such as a slash.
            guard PathText.isWhole(String(scalar)) else {
                fail(
                    "this text contains the private-use character \(code)", at: mark,
                    fix: "remove the character")
                return false
            }
        }
        return true
    }
}

extension Bool: DeclaredValue {
    package static var shape: Shape { .boolean }
    package var text: String { self ? "true" : "false" }

    /// Reads `true` or `false`; the other words of YAML 1.1 are refused, because editors that
    /// follow YAML 1.2 read them as text.
    package static func read(_ node: Node, _ reader: Reader) -> Bool? {
        if case .scalar(let text, quoted: false) = node.content {
            if text == "true" { return true }
            if text == "false" { return false }
        }
        reader.mismatch(node, expected: "true or false", fix: "write `true` or `false`")
        return nil
    }
}

extension Int: DeclaredValue {
    /// A whole number.
    package static var shape: Shape { .integer }
    /// Its decimal digits.
    package var text: String { String(self) }

    /// Reads decimal digits without a unit.
    package static func read(_ node: Node, _ reader: Reader) -> Int? {
        if case .scalar(let text, quoted: false) = node.content,
            text.utf8.first != UInt8(ascii: "+"), let value = Int(text)
        {
            return value
        }
        if case .scalar(let text, quoted: false) = node.content, text.isDecimal {
            let end = text.hasPrefix("-") ? "least \(Int.min)" : "most \(Int.max)"
            reader.fail("\(node.summary) is out of range", at: node.mark, fix: "use at \(end)")
            return nil
        }
        reader.mismatch(node, expected: "a whole number without a unit", fix: "write `3`")
        return nil
    }
}

extension String {
    /// Digits, perhaps after a minus sign.
    fileprivate var isDecimal: Bool {
        let digits = utf8.drop { $0 == UInt8(ascii: "-") }
        return !digits.isEmpty && digits.count + 1 >= utf8.count
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension Array: DeclaredValue where Element: DeclaredValue {
    package static var shape: Shape { .list(Element.shape) }
    /// `[a, b]`; empty for an empty list.
    package var text: String {
        isEmpty ? "" : "[" + map(\.text).joined(separator: ", ") + "]"
    }

    /// Reads each item; a single scalar is refused, so that a list always looks like one.
    package static func read(_ node: Node, _ reader: Reader) -> [Element]? {
        guard case .sequence(let items) = node.content else {
            reader.mismatch(
                node, expected: "a list", fix: "begin each entry with `- `, or write `[…]`")
            return nil
        }
        return items.compactMap { Element.read($0, reader) }
    }
}
