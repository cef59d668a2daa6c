/// A self-contained page without network or other files: light and dark, searchable from the
/// keyboard, printable.
struct HTMLPage {
    /// One line of the list, with details that open on demand.
    struct Item {
        /// `pass`, `fail`, `inconclusive` or `skipped`: colour and filter.
        var kind: String
        /// The label of the kind: `FAIL`.
        var label: String
        /// The text of the line.
        var title: String
        /// Fainter text after it.
        var remark: String
        /// HTML that is shown when the line is opened; empty for none.
        var details: String
    }

    var title: String
    /// The verdict as a kind of item: the colour of the title.
    var mark: String?
    /// HTML between the title and the list.
    var head: String
    /// Kinds that the reader can hide, with their labels and counts.
    var filters: [(kind: String, label: String, count: Int)]
    var items: [Item]
    /// HTML after the list.
    var foot = ""

    var text: String {
        var text = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <title>\(Self.escaped(title))</title>
            <style>
            \(HTMLStyle.text)</style>
            </head>
            <body>
            <main>
            <h1\(mark.map { " class=\"\($0)\"" } ?? "")>\(Self.escaped(title))</h1>
            \(head)
            <form id="search" role="search" onsubmit="return false">
            <label for="words">Find</label>
            <input id="words" type="search" autocomplete="off" \
            placeholder="id, title or reason">
            \(filterBoxes)
            <output id="shown"></output>
            <p class="hint"><kbd>/</kbd> to search, <kbd>↓</kbd> <kbd>↑</kbd> from line to line, \
            <kbd>Enter</kbd> to open, <kbd>Esc</kbd> for all</p>
            </form>
            <div id="list">

            """
        for item in items { text += Self.line(item) }
        text += "</div>\n\(foot)</main>\n<script>\n\(PageParts.script)</script>\n</body>\n</html>\n"
        return text
    }

    private var filterBoxes: String {
        filters.filter { $0.count > 0 }.map { filter in
            "<label class=\"box\"><input type=\"checkbox\" checked value=\"\(filter.kind)\">"
                + " \(Self.escaped(filter.label)) <b>\(Digits.grouped(filter.count))</b></label>"
        }.joined(separator: "\n")
    }

    private static func line(_ item: Item) -> String {
        let words =
            "<span class=\"verdict\">\(escaped(item.label))</span>"
            + " <span class=\"name\">\(escaped(item.title))</span>"
            + " <span class=\"remark\">\(escaped(item.remark))</span>"
        guard !item.details.isEmpty else {
            return "<div class=\"item \(item.kind)\" tabindex=\"-1\">\(words)</div>\n"
        }
        return "<details class=\"item \(item.kind)\"><summary>\(words)</summary>\n"
            + "<div class=\"inside\">\n\(item.details)</div></details>\n"
    }

    static func escaped(_ text: String) -> String { XMLText.escaped(text) }

    /// A table of facts with name and text.
    static func facts(_ facts: [(String, String)]) -> String {
        "<dl>"
            + facts.map { "<dt>\(escaped($0))</dt><dd>\(escaped($1))</dd>" }.joined(separator: "\n")
            + "</dl>\n"
    }

    /// A table; the first cell of a row is its name, the columns in `numbers` are right-aligned.
    static func table(
        _ titles: [String], numbers: ClosedRange<Int>? = nil, _ rows: [[String]]
    ) -> String {
        func cells(_ cells: [String], _ tag: String) -> String {
            cells.enumerated().map { i, cell in
                let style = numbers?.contains(i) ?? false ? " class=\"number\"" : ""
                return "<\(tag)\(style)>\(escaped(cell))</\(tag)>"
            }.joined()
        }
        let body = rows.map { "<tr>\(cells($0, "td"))</tr>\n" }.joined()
        return "<table><thead><tr>\(cells(titles, "th"))</tr></thead>\n<tbody>\n\(body)</tbody>"
            + "</table>\n"
    }

    static func lines(_ lines: [String]) -> String {
        let text = lines.map { PrintableText.clean($0) }.joined(separator: "\n")
        return "<pre>\(XMLText.escaped(text, keepsLines: true))</pre>\n"
    }
}
