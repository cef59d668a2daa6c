import Declaration
import JSON

/// Searches the documentation, and reads it.
let guideTool = MCPTool(
    name: "guide", title: "Search and read the documentation",
    about:
        "Searches guides, rules and protocol pages for words, or reads a page, or one section of it.",
    effect: .none,
    arguments: [
        MCPArgument("search", "Words to look for: `client loses samples`."),
        MCPArgument("page", "A page to read: `explore`, `protocol/behaviour`."),
        MCPArgument("section", "A heading of the page, or its beginning. Default: the whole page."),
    ]
) { (parameters, session) throws(RPCError) in
    if let name = try parameters.text("page") {
        let page = try session.pages.page(name)
        guard let wanted = try parameters.text("section") else {
            let text = page.lines.joined(separator: "\n")
            let heads = page.headings.joined(separator: "; ")
            return .done(
                MCPResult(
                    text: text.utf8.count <= MCPResult.longest
                        ? text
                        : "The page is long; name a `section`: \(heads)\n\n"
                            + MCPText.bounded(text, to: 6_000),
                    data: [
                        ("page", .string("docs/\(page.name)")),
                        ("sections", .array(page.headings.map { .string($0) })),
                    ]))
        }
        guard let section = page.section(wanted) else {
            throw RPCError(
                .wrongInput,
                "docs/\(page.name) has no section `\(wanted)`; "
                    + Suggestion.fix(wanted, known: page.headings, what: "sections"))
        }
        return .done(
            MCPResult(
                text: section.text,
                data: [("page", .string("docs/\(page.name)")), ("line", .integer(section.line))]))
    }
    guard let words = try parameters.text("search") else {
        throw parameters.wrong("write `search` or `page`")
    }
    let hits = session.pages.search(words, most: 12)
    guard !hits.isEmpty else {
        throw RPCError(
            .wrongInput, "nothing has `\(words)`; try other words, or `rules` and `steps`")
    }
    return .done(
        MCPResult(
            text: hits.map { "\($0.place) (\($0.heading))\n  \($0.short)" }.joined(separator: "\n"),
            data: [("hits", .array(hits.map(\.json)))]))
}

extension MCPPages.Hit {
    /// Its text, cut if it is long.
    var short: String {
        text.count > 300 ? text.prefix(300) + "…" : text
    }

    var json: JSONValue {
        .object([
            ("page", .string(String(page.dropLast(3)))), ("section", .string(heading)),
            ("line", .integer(number)),
        ])
    }
}

extension MCPPages.Page {
    var headings: [String] {
        headingLines.map(\.title)
    }

    private var headingLines: [(index: Int, level: Int, title: String)] {
        var isCode = false
        return lines.indices.compactMap { index in
            if lines[index].hasPrefix("```") { isCode.toggle() }
            guard !isCode, lines[index].hasPrefix("#") else { return nil }
            let level = lines[index].prefix { $0 == "#" }.count
            return (index, level, String(lines[index].drop { $0 == "#" || $0 == " " }))
        }
    }

    /// A section with what is below it, and the number of its line.
    func section(_ name: String) -> (text: String, line: Int)? {
        let heads = headingLines
        let wanted = name.lowercased()
        guard
            let head = heads.first(where: { $0.title.lowercased() == wanted })
                ?? heads.first(where: { $0.title.lowercased().hasPrefix(wanted) })
        else { return nil }
        let end =
            heads.first { $0.index > head.index && $0.level <= head.level }?.index ?? lines.count
        return (lines[head.index..<end].joined(separator: "\n"), head.index + 1)
    }
}
