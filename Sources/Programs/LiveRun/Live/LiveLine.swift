import CommandLineProgram
import Report
import ScenarioFile
import ScenarioRun
import Simulation

/// The status during a run: one line that is updated in place on a terminal, a plain line now and
/// then elsewhere.
package final class LiveLine {
    private unowned let run: any VirtualRun
    private let console: Console
    private let elapsed: () -> Double
    private var shown = 0.0
    private var isOpen = false

    /// - Parameter elapsed: wall-clock seconds since the run began.
    package init(_ run: any VirtualRun, _ console: Console, elapsed: @escaping () -> Double) {
        self.run = run
        self.console = console
        self.elapsed = elapsed
    }

    /// Seconds between two updates: a tenth on a terminal, five elsewhere.
    package var period: Double { console.isErrorTerminal ? 0.1 : 5 }

    package func show() {
        let elapsed = elapsed()
        guard elapsed - shown >= period else { return }
        shown = elapsed
        let boards = run.boards.lazy.map { BoardState($0, .line) }
        let speed = run.now.seconds / elapsed
        if console.isErrorTerminal {
            isOpen = true
            console.complain(StatusLine.terminal(boards, at: run.now, speed: speed))
        } else {
            console.complain(StatusLine.plain(boards, at: run.now, speed: speed) + "\n")
        }
    }

    /// Clears the line for other output.
    package func end() {
        if isOpen { console.complain(StatusLine.cleared) }
        isOpen = false
    }
}

extension Console {
    /// A line to standard error while a live line may be open.
    func announce(_ line: String) {
        complain((isErrorTerminal ? StatusLine.cleared : "") + line + "\n")
    }
}
