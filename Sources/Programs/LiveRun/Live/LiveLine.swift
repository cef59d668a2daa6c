import CommandLineProgram
import Device
import Peripheral
import Report
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
        let status = LiveStatus(
            time: run.now, speed: run.now.seconds / elapsed,
            boards: run.boards.map(LiveStatus.Board.init))
        if console.isErrorTerminal {
            isOpen = true
            console.complain(StatusLine.terminal(status))
        } else {
            console.complain(StatusLine.plain(status) + "\n")
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

extension LiveStatus.Board {
    fileprivate init(_ board: any SimulatedDevice) {
        self.init(
            name: board.name,
            link: board.isConnected
                ? .connected : board.advertisement == nil ? .off : .advertising,
            streams: board.streamWords,
            led: LiveStatus.Light(
                red: board.brightness(of: .red), green: board.brightness(of: .green),
                blue: board.brightness(of: .blue)),
            logFill: (board as? any RecordingDevice)?.recording.fill ?? 0)
    }
}
