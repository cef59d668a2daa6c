/// Words of bars that are shorter than their words: they stand below the row, one below the other
/// where they would touch.
struct BarLabels {
    struct Label {
        /// The left end of the words, and that of their bar.
        var x: Double
        var barX: Double
        var words: String
        /// From the top.
        var row: Int
    }

    static let rowHeight = 13.0
    private static let size = 11.0
    /// More would hide how the rows belong together; the table of steps has all.
    private static let mostRows = 8

    private(set) var labels: [Label] = []
    /// Rows of labels in use.
    private(set) var rows = 0

    /// - Parameters:
    ///   - bars: in the order of time.
    ///   - right: the last pixel for words.
    init(_ bars: [(x: Double, width: Double, words: String)], left: Double, right: Double) {
        var ends: [Double] = []
        for bar in bars where !bar.words.isEmpty && !Self.fits(bar.words, bar.width) {
            let words = SVGText.shortened(bar.words, size: Self.size, to: right - left)
            let width = SVGText.width(words, size: Self.size)
            let x = max(left, min(bar.x, right - width))
            guard
                let row = ends.firstIndex(where: { $0 + 8 <= x })
                    ?? (ends.count < Self.mostRows ? ends.count : nil)
            else { continue }
            if row == ends.count { ends.append(0) }
            ends[row] = x + width
            labels.append(Label(x: x, barX: bar.x, words: words, row: row))
        }
        rows = ends.count
    }

    /// Whether words fit into their bar.
    static func fits(_ words: String, _ width: Double) -> Bool {
        SVGText.width(words, size: size) <= width - 6
    }
}
