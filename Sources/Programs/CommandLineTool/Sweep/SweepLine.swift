import CommandLineProgram
import Report

/// The progress of a sweep: updated in place on a terminal, a line every five seconds elsewhere.
struct SweepLine {
    private let console: Console
    private let start = Pacer.wallSeconds
    private var shown = 0.0

    init(_ console: Console) { self.console = console }

    /// - Parameters:
    ///   - done: of this call; with `before`, what an earlier one had done.
    ///   - failing: of all that are done.
    mutating func show(done: Int, before: Int, of all: Int, failing: Int) {
        let elapsed = Pacer.wallSeconds - start
        guard elapsed - shown >= (console.isErrorTerminal ? 0.1 : 5) else { return }
        shown = elapsed
        let text =
            Self.words(done: done, before: before, of: all, failing: failing, elapsed: elapsed)
        console.complain(console.isErrorTerminal ? StatusLine.cleared + text : text + "\n")
    }

    /// `120 of 1,000 worlds, 3 failing, 12 s left`.
    static func words(
        done: Int, before: Int, of all: Int, failing: Int, elapsed: Double
    ) -> String {
        var text = "\(Digits.grouped(before + done)) of \(Digits.grouped(all)) worlds"
        text += ", \(Digits.grouped(failing)) failing"
        guard done > 0, elapsed > 0 else { return text }
        let left = elapsed / Double(done) * Double(all - before - done)
        if left < 90 { return text + ", \(Int(left.rounded(.up))) s left" }
        let minutes = Int(min(left / 60, 1e6).rounded(.up))
        return text
            + (minutes < 90
                ? ", \(minutes) min left" : ", \(minutes / 60) h \(minutes % 60) min left")
    }

    func end() { if console.isErrorTerminal { console.complain(StatusLine.cleared) } }
}
