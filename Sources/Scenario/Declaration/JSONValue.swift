/// A JSON value that keeps the order of its keys, so that the same value is the same text.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Written as Swift does, the shortest text that reads back; not a number becomes null.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    /// Two blanks a level; short arrays and objects of plain values stay on one line.
    public func text() -> String {
        var out = ""
        write(to: &out, indent: "")
        return out + "\n"
    }

    private func write(to out: inout String, indent: String) {
        switch self {
        case .null: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .integer(let value): out += "\(value)"
        case .number(let value): out += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.quote(value, to: &out)
        case .array(let items): Self.list(items.map { ("", $0) }, "[", "]", &out, indent)
        case .object(let entries): Self.list(entries, "{", "}", &out, indent)
        }
    }

    private var isPlain: Bool {
        switch self {
        case .array(let items): items.isEmpty
        case .object(let entries): entries.isEmpty
        default: true
        }
    }

    private static func list(
        _ entries: [(String, JSONValue)], _ open: String, _ close: String, _ out: inout String,
        _ indent: String
    ) {
        func line(_ separator: String, _ indent: String) -> String {
            var line = open
            for (index, entry) in entries.enumerated() {
                if index > 0 { line += separator }
                line += indent
                if open == "{" {
                    quote(entry.0, to: &line)
                    line += ": "
                }
                entry.1.write(to: &line, indent: indent.isEmpty ? "" : String(indent.dropFirst()))
            }
            return line
        }
        if entries.allSatisfy({ $0.1.isPlain }) {
            let short = line(", ", "") + close
            if short.utf8.count + indent.utf8.count <= 80 {
                out += short
                return
            }
        }
        let deeper = indent + "  "
        // The newline travels in the indentation, so that one function writes both forms.
        out += line(",", "\n" + deeper) + "\n" + indent + close
    }

    private static func quote(_ text: String, to out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case "\r": out += "\\r"
            case "\u{0}"..."\u{1f}":
                let hex = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
            default: out.unicodeScalars.append(scalar)
            }
        }
        out += "\""
    }
}
