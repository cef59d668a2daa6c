/// The SVG elements that a plot needs.
struct SVGText {
    private(set) var text = ""

    /// A number with one decimal, as short as it can be written.
    static func number(_ value: Double) -> String { Digits.trimmed(value, 1) }

    mutating func raw(_ line: String) {
        text += line
        text += "\n"
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        let n = Self.number
        raw("<path d=\"M\(n(x1)),\(n(y1))L\(n(x2)),\(n(y2))\" class=\"\(style)\"/>")
    }

    mutating func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String
    ) {
        let n = Self.number
        raw(
            "<rect x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\""
                + " class=\"\(style)\"/>")
    }

    /// - Parameter anchor: `start`, `middle` or `end`.
    mutating func words(
        _ words: String, _ x: Double, _ y: Double, _ style: String, anchor: String = "start",
        fill: String? = nil
    ) {
        let n = Self.number
        let colour = fill.map { " style=\"fill:\($0)\"" } ?? ""
        raw(
            "<text x=\"\(n(x))\" y=\"\(n(y))\" class=\"\(style)\" text-anchor=\"\(anchor)\"\(colour)>"
                + XMLText.escaped(words) + "</text>")
    }

    /// Opens a chart of a page, which has the styles; `</svg>` ends it.
    mutating func beginChart(
        _ title: String, _ width: Double, _ height: Double, _ style: String = "chart"
    ) {
        let (w, h) = (Self.number(width), Self.number(height))
        raw(
            "<svg class=\"\(style)\" role=\"img\" viewBox=\"0 0 \(w) \(h)\""
                + " width=\"\(w)\" height=\"\(h)\">")
        raw("<title>\(XMLText.escaped(title))</title>")
    }

    /// The values of a horizontal axis, about `count` of them.
    mutating func ticks(_ scale: PlotScale, _ count: Int, _ y: Double, _ style: String = "") {
        let (values, decimals) = scale.ticks(count)
        for value in values {
            words(Digits.fixed(value, decimals), scale.position(value), y, style, anchor: "middle")
        }
    }

    /// The approximate width of a text in a sans-serif font: there is no font to measure with.
    static func width(_ words: String, size: Double) -> Double {
        words.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar {
            case "i", "l", "j", ".", ",", ":", "'", "|", " ", "t", "f", "r": sum + 0.36 * size
            case "m", "w", "M", "W", "@", "%", "—", "→": sum + 0.92 * size
            case "A"..."Z": sum + 0.68 * size
            default: sum + (scalar.value < 0x2E80 ? 0.6 * size : size)
            }
        }
    }

    /// In lines of a width, broken at blanks; the last one is cut if there are more.
    static func lines(_ words: String, size: Double, to limit: Double, most: Int) -> [String] {
        var lines: [String] = []
        var rest = words.split(separator: " ")[...]
        while let first = rest.popFirst() {
            var line = String(first)
            let isLast = lines.count == most - 1
            while let next = rest.first, isLast || width("\(line) \(next)", size: size) <= limit {
                line += " \(next)"
                rest.removeFirst()
            }
            lines.append(shortened(line, size: size, to: limit))
        }
        return lines
    }

    /// Cut to a width, with an ellipsis.
    static func shortened(_ words: String, size: Double, to limit: Double) -> String {
        guard width(words, size: size) > limit else { return words }
        var rest = words.prefix(400)
        while !rest.isEmpty, width(rest + "…", size: size) > limit { rest.removeLast() }
        return rest + "…"
    }
}
