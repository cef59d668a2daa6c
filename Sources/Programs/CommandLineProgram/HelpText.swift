/// The text of `--help`, at most 100 columns wide.
package enum HelpText {
    private static let width = 100
    /// A longer term has a line of its own.
    private static let longestTerm = 28

    /// Terms with what they mean beside them.
    package static func table(_ rows: [(term: String, about: String)]) -> String {
        let terms = rows.map(\.term.count).filter { $0 <= longestTerm }
        let column = 2 + (terms.max() ?? 0) + 2
        return rows.map { term, about in
            let lines = wrap(about, width - column)
            let isBeside = term.count <= longestTerm
            let margin = String(repeating: " ", count: column)
            var text = "  " + term
            if isBeside {
                text += String(repeating: " ", count: column - 2 - term.count) + lines[0] + "\n"
            } else {
                text += "\n" + margin + lines[0] + "\n"
            }
            return text + lines.dropFirst().map { margin + $0 + "\n" }.joined()
        }.joined()
    }

    /// Running text.
    package static func wrapped(_ text: String) -> String {
        wrap(text, width).joined(separator: "\n") + "\n"
    }

    /// At least one line; a word that is too long has one of its own.
    private static func wrap(_ text: String, _ width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
