import Conformance

/// The numbers of one name that a case checked, over time, with the band of each.
struct CheckPlot {
    private static let width = 720.0
    private static let height = 170.0
    private static let left = 70.0
    private static let right = 705.0
    private static let top = 24.0
    private static let bottom = 140.0
    /// More points could not be distinguished.
    private static let most = 2_000

    /// A plot for each name with a number outside its band.
    static func plots(_ checks: [NumericCheck]) -> [String] {
        var names: [String] = []
        for check in checks where !check.held && !names.contains(check.name) {
            names.append(check.name)
        }
        return names.map { name in plot(checks.filter { $0.name == name }) }
    }

    /// A plot treats larger values as infinite.
    private static func isDrawn(_ value: Double) -> Bool {
        value.magnitude < PlotPanel.largestValue
    }

    private static func plot(_ all: [NumericCheck]) -> String {
        let checks = Array(all.filter { isDrawn($0.value) && isDrawn($0.seconds) }.prefix(most))
        var values: ClosedRange<Double>?
        var times: ClosedRange<Double>?
        for check in checks {
            for value in [check.value, check.low, check.high] {
                if let value, isDrawn(value) { values.include(value) }
            }
            times.include(check.seconds)
        }
        let x = PlotScale(showing: times, air: 0.03, from: left, to: right)
        let y = PlotScale(showing: values, air: 0.12, from: bottom, to: top)
        var svg = SVGText()
        let first = all.first
        let title =
            "\(first?.name ?? "")\(first.map { $0.unit.isEmpty ? "" : " (\($0.unit))" } ?? "")"
        svg.beginChart(title, width, height)
        svg.words(SVGText.shortened(title, size: 11, to: 400), left, 14, "")
        svg.rectangle(left, top, right - left, bottom - top, "frame")
        drawBand(checks, x, y, &svg)
        drawTicks(x, y, &svg)
        var path = PlotPath()
        for (i, check) in checks.enumerated() {
            let (px, py) = (x.position(check.seconds), y.position(check.value))
            if i == 0 { path.move(px, py) } else { path.line(px, py) }
        }
        if checks.count > 1 { svg.raw("<path d=\"\(path.text)\" class=\"curve\"/>") }
        let n = SVGText.number
        for check in checks {
            svg.raw(
                "<circle cx=\"\(n(x.position(check.seconds)))\" cy=\"\(n(y.position(check.value)))\""
                    + " r=\"3\" class=\"\(check.held ? "held" : "missed")\"><title>"
                    + XMLText.escaped(ConformanceWords.check(check)) + "</title></circle>")
        }
        if checks.count < all.count {
            svg.words(
                "\(all.count - checks.count) of \(all.count) not drawn", right, 14, "",
                anchor: "end")
        }
        svg.raw("</svg>")
        return svg.text
    }

    /// The band of each value, half way to its neighbours; open sides extend to the frame.
    private static func drawBand(
        _ checks: [NumericCheck], _ x: PlotScale, _ y: PlotScale, _ svg: inout SVGText
    ) {
        for (i, check) in checks.enumerated() where check.low != nil || check.high != nil {
            let here = x.position(check.seconds)
            let before = i > 0 ? (x.position(checks[i - 1].seconds) + here) / 2 : left
            let after =
                i + 1 < checks.count ? (x.position(checks[i + 1].seconds) + here) / 2 : right
            let high = check.high.map { max(top, min(bottom, y.position($0))) } ?? top
            let low = check.low.map { max(top, min(bottom, y.position($0))) } ?? bottom
            guard after > before, low > high else { continue }
            svg.rectangle(before, high, after - before, low - high, "band")
        }
    }

    private static func drawTicks(_ x: PlotScale, _ y: PlotScale, _ svg: inout SVGText) {
        let (values, decimals) = y.ticks(4)
        for value in values {
            svg.words(
                Digits.fixed(value, decimals), left - 6, y.position(value) + 4, "", anchor: "end")
        }
        svg.ticks(x, 8, bottom + 15)
        svg.words("s", right, bottom + 28, "", anchor: "end")
    }
}
