/// How far a run of the conformance suite has come, in one line for a terminal.
package struct CaseProgress: Sendable {
    /// Cases that were carried out; what is skipped takes no time and does not count.
    package var done: Int
    /// Cases that are to be carried out.
    package var all: Int
    /// Seconds on the wall since the first case began.
    package var elapsed: Double
    /// The id of the case that is under way.
    package var current: String
    /// How many did not hold so far.
    package var bad: Int

    /// Where a run stands.
    package init(done: Int, all: Int, elapsed: Double, current: String, bad: Int) {
        self.done = done
        self.all = all
        self.elapsed = elapsed
        self.current = current
        self.bad = bad
    }

    /// Goes back to the start of its line and writes over what stood there:
    /// `12 of 317 cases, 1 does not hold, about 4 min left  MW/ACC/DATA/BV-01-C`.
    package func terminal(width: Int = 80) -> String {
        var text = "\(Digits.grouped(done)) of \(Digits.grouped(all)) cases"
        if bad > 0 { text += ", \(Digits.grouped(bad)) \(bad == 1 ? "does" : "do") not hold" }
        if let left { text += ", \(left) left" }
        if !current.isEmpty { text += "  \(PrintableText.clean(current))" }
        return StatusLine.cleared + PrintableText.shortened(text, max(1, width - 1))
    }

    /// An estimate from what the cases took that are done; nil while they are too few to say.
    var left: String? {
        guard done >= Self.fewest, elapsed >= Self.soonest, all > done else { return nil }
        let seconds = elapsed / Double(done) * Double(all - done)
        if seconds < 55 { return "less than a minute" }
        // Up to the next minute: what is promised too soon annoys.
        let minutes = Int(min(seconds / 60, 1e6).rounded(.up))
        return minutes < 90 ? "about \(minutes) min" : "about \(minutes / 60) h \(minutes % 60) min"
    }

    private static let fewest = 5
    private static let soonest = 2.0
}
