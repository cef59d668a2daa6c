import Wire
import YAML

/// Bytes as people write packets: `03 01 01`.
package struct Bytes: DeclaredValue, Hashable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Pairs of hexadecimal digits.
    package static var shape: Shape {
        .form(
            name: "bytes", about: "Bytes in hexadecimal, in pairs of digits.",
            pattern: "^([0-9A-Fa-f]{2} ?)+$", example: "\"03 01 01\"")
    }
    /// `03 01 01`.
    package var text: String { Hex.text(bytes) }

    /// Reads pairs of digits.
    package static func read(_ node: Node, _ reader: Reader) -> Bytes? {
        if case .scalar(let text, _) = node.content, let bytes = Hex.bytes(text), !bytes.isEmpty {
            return Bytes(bytes)
        }
        reader.mismatch(
            node, expected: "bytes in hexadecimal",
            fix: "write pairs of hexadecimal digits: `\"03 01 01\"`")
        return nil
    }
}

/// A pattern of bytes: `??` matches any byte, `..` at the end matches any further bytes.
package struct BytePattern: DeclaredValue, Hashable {
    /// `nil` matches any byte.
    package var bytes: [UInt8?]
    /// Whether further bytes may follow.
    package var isOpen: Bool

    /// A pattern by its parts.
    package init(_ bytes: [UInt8?], isOpen: Bool) {
        self.bytes = bytes
        self.isOpen = isOpen
    }

    /// Pairs of hexadecimal digits or question marks.
    package static var shape: Shape {
        .form(
            name: "byte-pattern",
            about:
                "Bytes in hexadecimal; `??` matches any byte, `..` at the end matches any further"
                + " bytes.",
            pattern: "^(([0-9A-Fa-f]{2}|\\?\\?) ?)+(\\.\\.)?$", example: "\"03 04 ?? ..\"")
    }
    /// `03 04 ?? ..`.
    package var text: String {
        (bytes.map { $0.map { Hex.text([$0]) } ?? "??" } + (isOpen ? [".."] : []))
            .joined(separator: " ")
    }

    /// Whether bytes match the pattern.
    package func matches(_ value: [UInt8]) -> Bool {
        guard value.count == bytes.count || isOpen && value.count > bytes.count else {
            return false
        }
        return zip(bytes, value).allSatisfy { $0 == nil || $0 == $1 }
    }

    /// Reads pairs of digits or question marks.
    package static func read(_ node: Node, _ reader: Reader) -> BytePattern? {
        if case .scalar(let text, _) = node.content, let pattern = BytePattern(text) {
            return pattern
        }
        reader.mismatch(
            node, expected: "a pattern of bytes",
            fix:
                "write pairs of hexadecimal digits, `??` for any byte, `..` at the end for any"
                + " more: `\"03 04 ?? ..\"`"
        )
        return nil
    }

    init?(_ text: String) {
        var words = text.split(separator: " ")[...]
        let isOpen = words.last == ".."
        if isOpen { words.removeLast() }
        self.init(words, isOpen: isOpen)
    }

    /// Pairs of hexadecimal digits or question marks; nil if there is anything else, or nothing.
    package init?(_ words: ArraySlice<Substring>, isOpen: Bool) {
        var bytes: [UInt8?] = []
        for word in words {
            if word == "??" {
                bytes.append(nil)
            } else if let value = Hex.bytes(word) {
                bytes += value.map(Optional.some)
            } else {
                return nil
            }
        }
        guard !bytes.isEmpty else { return nil }
        self.init(bytes, isOpen: isOpen)
    }
}
