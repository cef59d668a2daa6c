extension Node {
    /// The node as YAML on one line: `{at: 5 s, button: press}`.
    package var flow: String {
        switch content {
        case .scalar(let text, let quoted): Self.scalar(text, quoted: quoted)
        case .sequence(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{"
                + entries.map { "\(Self.scalar($0.name, quoted: false)): \($0.value.flow)" }
                .joined(separator: ", ") + "}"
        }
    }

    /// The node as YAML in lines, none longer than `width` if it can be broken; ends with a line
    /// end.
    ///
    /// - Parameter indentation: the column of every line.
    package func block(indentation: Int = 0, width: Int = 100) -> String {
        let margin = String(repeating: " ", count: indentation)
        switch content {
        case .scalar: return margin + flow + "\n"
        case .sequence(let items):
            guard !items.isEmpty else { return margin + "[]\n" }
            return items.map { item in
                if item.isScalar || indentation + 2 + item.flow.count <= width {
                    return margin + "- " + item.flow + "\n"
                }
                // The first line follows the dash.
                return margin + "- "
                    + item.block(indentation: indentation + 2, width: width)
                    .dropFirst(indentation + 2)
            }.joined()
        case .mapping(let entries):
            guard !entries.isEmpty else { return margin + "{}\n" }
            return entries.map { entry in
                let key = margin + Self.scalar(entry.name, quoted: false) + ":"
                let line = entry.value.flow
                if entry.value.isScalar || key.count + 1 + line.count <= width,
                    !entry.value.isNested
                {
                    return key + " " + line + "\n"
                }
                return key + "\n" + entry.value.block(indentation: indentation + 2, width: width)
            }.joined()
        }
    }

    private var isScalar: Bool {
        if case .scalar = content { true } else { false }
    }

    /// A list of lists or mappings, which is easier to read in lines of its own.
    private var isNested: Bool {
        guard case .sequence(let items) = content else { return false }
        return items.count > 1 && items.contains { !$0.isScalar }
    }

    /// Plain if that means the same wherever it stands.
    private static func scalar(_ text: String, quoted: Bool) -> String {
        if !quoted, text.isPlainAnywhere { return text }
        var quote = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quote += "\\\""
            case "\\": quote += "\\\\"
            case "\n": quote += "\\n"
            case "\t": quote += "\\t"
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                let hex = String(scalar.value, radix: 16)
                quote += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quote.unicodeScalars.append(scalar)
            }
        }
        return quote + "\""
    }
}

extension String {
    /// Whether YAML reads it as it is in any context: letters, digits and a few signs, which do not
    /// begin or end in a way that means something.
    fileprivate var isPlainAnywhere: Bool {
        guard let first = utf8.first, let last = utf8.last else { return false }
        func isWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        let isNegative = first == UInt8(ascii: "-") && utf8.dropFirst().first.map(isWord) == true
        guard isWord(first) || isNegative else { return false }
        guard isWord(last) || last == UInt8(ascii: "%") else { return false }
        return utf8.allSatisfy { isWord($0) || [0x20, 0x25, 0x2B, 0x2D].contains($0) }
    }
}

extension Node {
    /// Text as it would be written in a file.
    package init(_ text: String) { self.init(.scalar(text, quoted: false), mark: .start) }
    /// A list.
    package init(_ items: [Node]) { self.init(.sequence(items), mark: .start) }
    /// A mapping.
    package init(_ entries: [(String, Node)]) {
        self.init(
            .mapping(entries.map { Entry(name: $0.0, mark: .start, value: $0.1) }), mark: .start)
    }
}
