import Simulation

/// External text, made safe for a table on a terminal.
enum PrintableText {
    /// Control characters and marks of writing direction become `�`, line ends and tabs become spaces:
    /// a board's name must not control the terminal.
    static func clean(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: clean.append(" ")
            default: clean.append(LineText.isControl(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(clean)
    }

    /// The width of the text on a terminal, in columns.
    static func width(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// Two for East Asian wide characters and emoji (Unicode Standard Annex 11), else one.
    static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first?.value else { return 0 }
        switch first {
        case 0..<0x300: return 1
        case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// Lines of at most `limit` columns, broken between words if possible.
    static func wrap(_ text: String, _ limit: Int) -> [String] {
        if text.utf8.count <= limit || width(text) <= limit { return [text] }
        var lines: [String] = []
        var line = ""
        var lineWidth = 0
        for word in text.split(separator: " ") {
            var rest = word
            var restWidth = width(rest)
            if lineWidth > 0, lineWidth + 1 + restWidth <= limit {
                line += " " + rest
                lineWidth += 1 + restWidth
                continue
            }
            if lineWidth > 0 { lines.append(line) }
            while restWidth > limit {
                let piece = head(of: rest, limit)
                lines.append(String(piece))
                rest = rest[piece.endIndex...]
                restWidth = width(rest)
            }
            line = String(rest)
            lineWidth = restWidth
        }
        if lineWidth > 0 || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// At most `limit` columns; a cut is marked with an ellipsis.
    static func shortened(_ text: String, _ limit: Int) -> String {
        guard width(text) > limit else { return text }
        switch limit {
        case ..<1: return ""
        case 1: return "…"
        default: return head(of: text[...], limit - 1) + "…"
        }
    }

    /// At least one character, unless the text is empty.
    private static func head(of text: Substring, _ limit: Int) -> Substring {
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            used += width(text[end])
            if used > limit, end > text.startIndex { break }
            end = text.index(after: end)
        }
        return text[..<end]
    }
}
