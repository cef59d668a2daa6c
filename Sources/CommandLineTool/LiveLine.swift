import MetaWearBoard
import Report
import Scenario
import Simulation

/// The status while a run goes on: one line that renews itself on a terminal, a plain line now and
/// then elsewhere.
final class LiveLine {
    private unowned let run: ScenarioRun
    private let console: Console
    private let elapsed: () -> Double
    private var shown = 0.0
    private var isOpen = false

    /// - Parameter elapsed: seconds on the wall since the run began.
    init(_ run: ScenarioRun, _ console: Console, elapsed: @escaping () -> Double) {
        self.run = run
        self.console = console
        self.elapsed = elapsed
    }

    /// Seconds between two showings: a tenth on a terminal, five elsewhere.
    var period: Double { console.isErrorTerminal ? 0.1 : 5 }

    func show() {
        let elapsed = elapsed()
        guard elapsed - shown >= period else { return }
        shown = elapsed
        let status = LiveStatus(
            time: run.simulation.now, speed: run.simulation.now.seconds / elapsed,
            boards: run.boards.map(LiveStatus.Board.init))
        if console.isErrorTerminal {
            isOpen = true
            console.complain(StatusLine.terminal(status))
        } else {
            console.complain(StatusLine.plain(status) + "\n")
        }
    }

    /// Makes room for other lines.
    func end() {
        if isOpen { console.complain(StatusLine.cleared) }
        isOpen = false
    }
}

extension LiveStatus.Board {
    /// What streams, by module.
    private static let names: [UInt8: String] = [
        0x01: "switch", 0x03: "acc", 0x11: "battery", 0x13: "gyro",
    ]

    fileprivate init(_ board: MetaWearBoard) {
        let streams = board.outlets.filter {
            $0.sent > 0 && board.isSubscribed($0.key.module, $0.key.register)
        }
        self.init(
            name: board.name,
            link: board.isConnected
                ? .connected : board.advertisement == nil ? .off : .advertising,
            streams: streams.compactMap { Self.names[$0.key.module] },
            led: LiveStatus.Light(
                red: board.lightIntensity(.red) / 31, green: board.lightIntensity(.green) / 31,
                blue: board.lightIntensity(.blue) / 31),
            logFill: board.flash.log.fill)
    }
}
