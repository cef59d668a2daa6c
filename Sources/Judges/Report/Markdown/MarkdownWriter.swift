/// Markdown of a bounded size, in pieces that are included whole or not at all.
struct MarkdownWriter {
    /// GitHub accepts 1 MiB per step.
    static let largest = 1_000_000

    private(set) var text = ""

    /// Adds a piece if it fits and leaves room for what must follow.
    ///
    /// - Returns: whether it was added.
    @discardableResult
    mutating func add(_ piece: String, leaving room: Int = 4_000) -> Bool {
        guard text.utf8.count + piece.utf8.count + room <= Self.largest else { return false }
        text += piece
        return true
    }

    /// A table; cells are already Markdown, the columns in `numbers` are right-aligned.
    static func table(
        _ titles: [String], numbers: ClosedRange<Int>? = nil, _ rows: [[String]]
    ) -> String {
        let rules = titles.indices.map { numbers?.contains($0) ?? false ? "---:" : "---" }
        return row(titles) + row(rules) + rows.map(row).joined()
    }

    static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

    /// Folded preformatted text.
    ///
    /// - Parameter summary: Markdown on one line.
    static func folded(_ summary: String, lines: [String]) -> String {
        var text = "<details><summary>\(summary)</summary>\n\n<pre>\n"
        // Not a fence: a viewer may still interpret tags inside one.
        for line in lines { text += XMLText.escaped(PrintableText.clean(line)) + "\n" }
        return text + "</pre>\n\n</details>\n\n"
    }
}
