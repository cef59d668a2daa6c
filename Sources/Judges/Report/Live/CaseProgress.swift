/// The progress of a run of the conformance suite, in one line for a terminal.
package struct CaseProgress: Sendable {
    /// Cases that were run; skipped ones take no time and do not count.
    package var done: Int
    package var all: Int
    /// Wall-clock seconds since the first case began.
    package var elapsed: Double
    /// The id of the running case.
    package var current: String
    /// How many have not passed so far.
    package var bad: Int

    package init(done: Int, all: Int, elapsed: Double, current: String, bad: Int) {
        self.done = done
        self.all = all
        self.elapsed = elapsed
        self.current = current
        self.bad = bad
    }

    /// Overwrites its line:
    /// `12 of 317 cases, 1 not passed, about 4 min left  MW/ACC/DATA/BV-01-C`.
    package func terminal(width: Int = 80) -> String {
        var text = "\(Digits.grouped(done)) of \(Digits.grouped(all)) cases"
        if bad > 0 { text += ", \(Digits.grouped(bad)) not passed" }
        if let left { text += ", \(left) left" }
        if !current.isEmpty { text += "  \(PrintableText.clean(current))" }
        return StatusLine.cleared + PrintableText.shortened(text, max(1, width - 1))
    }

    /// An estimate from the time of the finished cases; nil while they are too few.
    var left: String? {
        guard done >= Self.fewest, elapsed >= Self.soonest, all > done else { return nil }
        let seconds = elapsed / Double(done) * Double(all - done)
        if seconds < 55 { return "less than a minute" }
        // Rounded up: an estimate that is too short is annoying.
        let minutes = Int(min(seconds / 60, 1e6).rounded(.up))
        return minutes < 90 ? "about \(minutes) min" : "about \(minutes / 60) h \(minutes % 60) min"
    }

    private static let fewest = 5
    private static let soonest = 2.0
}
