import CommandLineProgram
import Conformance
import Report

/// The progress of a conformance run on a terminal, in one line that is updated in place.
struct CaseLine {
    private let run: SuiteRun
    private let console: Console
    private let start = Pacer.wallSeconds
    private var shown = -1.0
    /// How many cases have not passed so far.
    var bad = 0

    /// Seconds between two updates.
    private static let period = 0.1

    init(_ run: SuiteRun, _ console: Console) {
        self.run = run
        self.console = console
    }

    /// Shows the current case; on fast targets only now and then.
    mutating func show() {
        let elapsed = Pacer.wallSeconds - start
        guard shown < 0 || elapsed - shown >= Self.period, let next = run.upcoming else { return }
        shown = elapsed
        let progress = CaseProgress(
            done: run.progress.done, all: run.progress.all, elapsed: elapsed,
            current: next.entry.item.id.text, bad: bad)
        console.complain(progress.terminal())
    }

    /// Clears the line for other output.
    func end() { console.complain(StatusLine.cleared) }
}
