/// Markdown of a bounded size, in pieces that are there whole or not at all.
struct MarkdownWriter {
    /// What GitHub takes of one step is 1 MiB; other steps' summaries are not ours to count.
    static let largest = 1_000_000

    private(set) var text = ""
    private(set) var isFull = false

    /// Adds a piece if it fits, with room left for what must come behind it.
    ///
    /// - Returns: whether it is there.
    @discardableResult
    mutating func add(_ piece: String, leaving room: Int = 4_000) -> Bool {
        guard text.utf8.count + piece.utf8.count + room <= Self.largest else {
            isFull = true
            return false
        }
        text += piece
        return true
    }

    /// A table; cells are Markdown already.
    static func table(_ titles: [String], alignment: String, _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        let rules = alignment.map { $0 == "r" ? "---:" : "---" }
        return line(titles) + line(rules) + rows.map(line).joined()
    }

    /// Text in its own lines, closed until the reader opens it.
    ///
    /// - Parameter summary: Markdown on one line.
    static func folded(_ summary: String, lines: [String]) -> String {
        var text = "<details><summary>\(summary)</summary>\n\n<pre>\n"
        // Not a fence: what shows a fence's text may still take a tag in it for one.
        for line in lines { text += XMLText.escaped(PrintableText.clean(line)) + "\n" }
        return text + "</pre>\n\n</details>\n\n"
    }
}
