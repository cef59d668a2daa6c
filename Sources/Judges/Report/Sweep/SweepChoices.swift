import JSON
import Sweep

/// What a reader can choose of a sweep's map: its axes, and which expectation failed.
enum SweepChoices {
    /// A page with more kinds of worlds would be slow; it has the map over the first two keys.
    static let mostKinds = 20_000

    private static func hasChoice(_ summary: SweepSummary) -> Bool {
        guard let grid = summary.grid, grid.kinds.count <= mostKinds else { return false }
        return grid.axes.count > 1 || !summary.expectations.isEmpty
    }

    /// The controls; empty if there is nothing to choose.
    static func html(_ summary: SweepSummary) -> String {
        guard hasChoice(summary), let grid = summary.grid else { return "" }
        let keys = grid.axes.map(\.name)
        var html = "<div class=\"choices\">\n"
        if keys.count > 1 {
            html += select("map-x", "Across", keys, chosen: 0)
            html += select("map-y", "Down", keys + ["nothing"], chosen: 1)
        }
        if !summary.expectations.isEmpty {
            html += select(
                "map-of", "Failures of",
                ["anything"] + summary.expectations.map(\.title), chosen: 0)
        }
        return html + "</div>\n"
    }

    private static func select(
        _ id: String, _ label: String, _ options: [String], chosen: Int
    ) -> String {
        let list = options.enumerated().map { place, text in
            "<option\(place == chosen ? " selected" : "")>\(HTMLPage.escaped(text))</option>"
        }.joined()
        return "<label>\(label) <select id=\"\(id)\">\(list)</select></label>\n"
    }

    /// The worlds, and what draws the map that was chosen.
    static func script(_ summary: SweepSummary) -> String {
        guard hasChoice(summary), let grid = summary.grid else { return "" }
        let axes = grid.axes.map { axis in
            JSONValue.object([
                ("key", .string(axis.name)), ("values", .array(axis.labels.map { .string($0) })),
            ])
        }
        // One line for each, without the blanks of a report: there may be thousands.
        let worlds = grid.kinds.map { kind, count in
            let places = kind.places.map { "\($0)," }.joined()
            return "[\(places)\(kind.isFailed ? 1 : 0),\"\(kind.verdicts)\",\(count)]"
        }
        let keys = JSONValue.array(axes).text.replacing("<", with: "\\u003c")
        let data = "{axes: \(keys), worlds: [\(worlds.joined(separator: ",\n"))]}"
        return "<script>\nconst sweep = \(data);\n\(PageParts.mapScript)</script>\n"
    }
}
