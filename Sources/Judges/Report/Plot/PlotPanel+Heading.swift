import ScriptedClient

/// The heading of a panel: signal, figures, and the colour of each axis.
extension PlotPanel {
    func drawHead(top: Double, time: PlotScale, into svg: inout SVGText) {
        let rate = series.rateInWords.map { ", \($0)" } ?? ""
        let name = "\(series.board) · \(series.signal), \(series.source.inWords)\(rate)"
        svg.words(
            SVGText.shortened(name, size: 14.5, to: time.end - time.start - 300), time.start,
            top + 14, "halo head")
        var facts = ["\(Digits.grouped(series.received)) of \(Digits.grouped(series.made)) samples"]
        if series.missing > 0 { facts.append("\(Digits.grouped(series.missing)) missing") }
        if series.unheard > 0 {
            facts.append("\(Digits.grouped(series.unheard)) while nobody was connected")
        }
        if let error = series.errorInWords { facts.append("error RMS / max \(error)") }
        if let latency = series.latency {
            facts.append("latency mean / max \(Digits.spans(latency.mean, latency.largest))")
        }
        svg.words(facts.joined(separator: " · "), time.start, top + 31, "halo small")
        if let range = errorRange {
            let words = "error lanes ±\(Digits.significant(range.upperBound)) \(series.unit)"
            let short = SVGText.shortened(words, size: 11, to: 220)
            svg.words(short, time.end, top + 31, "halo small", anchor: "end")
        }
        var x = time.end
        for (i, axis) in Array(zip(axes, series.axes)).reversed() {
            let palette = PlotPalette.axis(i)
            let words = SVGText.shortened(axis, size: 12, to: 80)
            svg.words(words, x, top + 14, "halo tick", anchor: "end")
            x -= SVGText.width(words, size: 12) + 6
            svg.raw(
                "<path d=\"M\(SVGText.number(x - 20)),\(SVGText.number(top + 10))h20\""
                    + " class=\"dots\" stroke=\"\(palette.measurement)\"/>")
            svg.raw(
                "<path d=\"M\(SVGText.number(x - 20)),\(SVGText.number(top + 10))h20\""
                    + " class=\"truth\" stroke=\"\(palette.truth)\"/>")
            x -= 36
        }
    }
}
