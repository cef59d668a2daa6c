import JSON

/// Test Anything Protocol, version 14: the plan first, one line per test, YAML below failures.
struct TAPWriter {
    private(set) var text: String
    private var number = 0

    init(plan count: Int) {
        text = "TAP version 14\n1..\(count)"
        text += count == 0 ? " # SKIP nothing to judge\n" : "\n"
    }

    /// A remark for the reader.
    mutating func remark(_ words: String) {
        text += "# \(PrintableText.clean(words))\n"
    }

    /// One test.
    ///
    /// - Parameters:
    ///   - skipped: why it was not run.
    ///   - details: by name, in this order; a name is a plain word.
    mutating func test(
        _ isOK: Bool, _ title: String, skipped: String? = nil, details: [(String, Detail)] = []
    ) {
        number += 1
        text += "\(isOK ? "ok" : "not ok") \(number) - \(Self.escaped(title))"
        if let skipped { text += " # SKIP \(Self.escaped(skipped))" }
        text += "\n"
        guard !details.isEmpty else { return }
        text += "  ---\n"
        for (name, detail) in details {
            switch detail {
            case .text(let words): text += "  \(name): \(JSONValue.quoted(words))\n"
            case .integer(let value): text += "  \(name): \(value)\n"
            case .lines(let lines):
                text += "  \(name):\n"
                for line in lines { text += "    - \(JSONValue.quoted(line))\n" }
            }
        }
        text += "  ...\n"
    }

    /// A value in the YAML.
    enum Detail {
        case text(String)
        case integer(Int)
        case lines([String])
    }

    /// A `#` would begin a directive.
    private static func escaped(_ words: String) -> String {
        var escaped = ""
        for character in PrintableText.clean(words) {
            if character == "#" || character == "\\" { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }
}
