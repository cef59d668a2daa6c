import Conformance

/// Packets over time: one stroke per packet, the host's above, the board's below.
struct PacketTimeline {
    private static let left = 70.0
    private static let right = 705.0
    /// More strokes would overlap.
    private static let most = 1_000

    /// Empty for fewer than two packets.
    static func plot(_ log: [LogLine]) -> String {
        let lines = log.filter { $0.seconds.magnitude < PlotPanel.largestValue }.suffix(most)
        guard lines.count(where: { $0.direction != .note }) > 1 else { return "" }
        var times: ClosedRange<Double>?
        for line in lines { times.include(line.seconds) }
        let x = PlotScale(showing: times, air: 0.02, from: left, to: right)
        var svg = SVGText()
        svg.beginChart("packets over time", 720, 96)
        svg.rectangle(left, 6, right - left, 60, "frame")
        svg.words("host", left - 6, 24, "", anchor: "end")
        svg.words("board", left - 6, 56, "", anchor: "end")
        let n = SVGText.number
        for line in lines {
            let (top, bottom) =
                switch line.direction {
                case .host: (10.0, 34.0)
                case .board: (38.0, 62.0)
                case .note: (6.0, 66.0)
                }
            let px = n(x.position(line.seconds))
            let words = ConformanceWords.lines([line]).joined()
            svg.raw(
                "<path d=\"M\(px),\(n(top))V\(n(bottom))\" class=\"\(line.direction.rawValue)\"><title>"
                    + XMLText.escaped(PrintableText.clean(words)) + "</title></path>")
        }
        svg.ticks(x, 8, 81)
        svg.words("s", right, 93, "", anchor: "end")
        svg.raw("</svg>")
        return svg.text
    }
}
