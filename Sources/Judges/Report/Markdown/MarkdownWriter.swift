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

    /// A table; cells are Markdown already, the columns in `numbers` are set to the right.
    static func table(
        _ titles: [String], numbers: ClosedRange<Int>? = nil, _ rows: [[String]]
    ) -> String {
        let rules = titles.indices.map { numbers?.contains($0) ?? false ? "---:" : "---" }
        return row(titles) + row(rules) + rows.map(row).joined()
    }

    /// A row of a table.
    static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

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
