/// Lines of text for a terminal.
struct TextPage {
    let colour: Colour
    private(set) var lines: [String] = []

    /// All lines, ending in a line end.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// A title, with an empty line before it unless it is the first.
    mutating func heading(_ title: String) {
        if !lines.isEmpty { lines.append("") }
        append(title, .heading)
    }

    /// Any text, wrapped.
    mutating func append(_ text: String, _ meaning: Colour.Meaning = .plain, indent: Int = 0) {
        let margin = String(repeating: " ", count: indent)
        for part in PrintableText.wrap(PrintableText.clean(text), TextReport.width - indent) {
            lines.append(margin + colour.paint(part, meaning))
        }
    }

    /// One line, cut to the width.
    mutating func appendLine(_ text: String, indent: Int) {
        let clean = PrintableText.clean(text)
        lines.append(
            String(repeating: " ", count: indent)
                + PrintableText.shortened(clean, TextReport.width - indent))
    }

    mutating func append(_ table: TextTable) {
        lines += table.lines(width: TextReport.width, colour: colour)
    }
}
