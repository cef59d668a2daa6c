import ScenarioFile
import ScriptedClient

/// Records what the boards of a run send to hosts outside it, and the truth of every board, for the
/// files and plots that scripted clients have.
///
/// It is made only for a run that keeps samples: without it a board's notifications cost nothing more.
/// A judge that watches the boards already is told everything that comes by.
package final class OutsideRecorder {
    /// The client under which a report has the series.
    package static let clientName = "outside"
    private let run: ScenarioRun
    private var boards: [any OutsideBoard] = []
    private let name: String

    /// - Parameter places: which boards' streams are recorded; nil for those that no scripted client
    ///   uses, whose samples are in its own series.
    package init(_ run: ScenarioRun, boards places: [Int]? = nil) {
        self.run = run
        let names = Set(run.scenario.clients.map(\.name))
        name = names.contains(Self.clientName) ? "hosts " + Self.clientName : Self.clientName
        let scripted = run.scenario.clients.flatMap { $0.steps.flatMap(\.boards) }
        let used = Set(scripted.map { run.scenario.board($0) })
        for place in places ?? run.boards.indices.filter({ !used.contains($0) }) {
            boards.append(run.outsideBoard(place, client: name))
        }
        for place in run.boards.indices { TruthRecorder.begin(place, of: run) }
    }

    /// Those so far, in the order in which they began.
    package var series: [Series] {
        boards.flatMap(\.series).sorted { $0.number ?? 0 < $1.number ?? 0 }
    }

    /// Adds the series to a result, as those of a client; none if no board sent a stream.
    package func complete(_ result: inout RunResult) {
        let series = series
        if !series.isEmpty { result.clients.append(ClientResult(name: name, series: series)) }
        result.notes += boards.compactMap(\.note)
    }
}

/// The streams that one board sends.
protocol OutsideBoard: AnyObject {
    /// Those so far, with their figures.
    var series: [Series] { get }
    /// What a reader must know of them; nil for nothing.
    var note: String? { get }
}

extension ScenarioRun {
    fileprivate func outsideBoard(_ place: Int, client: String) -> any OutsideBoard {
        OutsideMetaWear(place, of: self, client: client)
            ?? OutsideCap(place, of: self, client: client)
    }
}
