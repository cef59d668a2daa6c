import CommandLineProgram
import Declaration
import Exploration
import JSON
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation

/// What a run says about its boards beside the report: their state at its end, what they made for each stream, and
/// when the last part of a download arrived.
final class RunAccount {
    private let downloads = DownloadWatch()
    private var run: ScenarioRun?
    private var outside: OutsideRecorder?

    /// Sees every packet of a run with these options, beside whatever sees them already.
    init(_ options: inout RunOptions) {
        let before = options.packetObserver
        options.packetObserver = { [downloads] board, unit, role, connection, time in
            before?(board, unit, role, connection, time)
            downloads.see(unit, role, time)
        }
    }

    /// When the last part of a download arrived; nil if none did.
    var lastDownload: Instant? { downloads.last }

    /// Counts what the boards of a run make from now on; after a judge of clients, which it tells everything.
    ///
    /// - Parameter outside: what records all boards of the run already; nil for nothing.
    func watch(_ run: ScenarioRun, _ outside: OutsideRecorder? = nil) {
        self.run = run
        self.outside = outside ?? OutsideRecorder(run, boards: Array(run.boards.indices))
    }

    /// Each board's state now, and its streams.
    var boards: JSONValue {
        guard let run else { return .array([]) }
        let series = outside?.series ?? []
        return .array(
            run.scenario.boards.enumerated().map { index, board in
                // Every number in it is finite.
                let state = try? BoardState(of: index, in: run).json()
                return .object([
                    ("name", .string(board.name)), ("state", state ?? .null),
                    ("made", .array(series.filter { $0.board == board.name }.map(Self.stream))),
                ])
            })
    }

    private static func stream(_ series: Series) -> JSONValue {
        .object([
            ("signal", .string(series.signal)), ("rate", .number(series.rate)),
            ("samples", .integer(series.made)), ("sent", .integer(series.received)),
            ("dropped", .integer(series.dropped)), ("unheard", .integer(series.unheard)),
        ])
    }
}

/// The account of a run in another process.
struct AccountFile {
    let boards: JSONValue
    let lastDownload: Instant?

    /// nil if that is no such file.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(reading: bytes), let boards = value["boards"] else {
            return nil
        }
        self.boards = boards
        if case .integer(let time)? = value["lastDownload"] {
            lastDownload = Instant(nanoseconds: Int64(time))
        } else {
            lastDownload = nil
        }
    }

    static func put(_ account: RunAccount, at path: String, _ console: Console) throws(RunError) {
        let last = account.lastDownload.map { JSONValue.integer(Int($0.nanoseconds)) }
        let value = JSONValue.object([
            ("boards", account.boards), ("lastDownload", last ?? .null),
        ])
        do throws(FileError) {
            try console.save(value.pretty, path)
        } catch {
            throw RunError(.environment, of: "run", "\(error)")
        }
    }
}
