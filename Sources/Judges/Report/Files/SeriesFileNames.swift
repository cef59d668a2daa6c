import ScenarioRun
import ScriptedClient

/// Unique names for the files of samples, one per series.
package struct SeriesFileNames: Sendable, Equatable {
    /// By client, then by series, in the result's order.
    package let names: [[String]]
    /// Of the tables of the truth, by the board's place.
    package let truths: [Int: String]

    /// The session at the front of a name is the client and the source: `phone-log`.
    ///
    /// - Parameter truths: tables of what perfect sensors would measure, by the board's place.
    package init(
        _ result: RunResult, csv: MetaBaseCSV = MetaBaseCSV(), truths: [Int: Series] = [:]
    ) {
        // File systems may ignore case.
        var taken: Set<String> = []
        names = result.clients.map { client in
            client.series.map { series in
                let board = result.boards.first { $0.name == series.board }
                let session = "\(client.name.prefix(24))-\(series.source.rawValue)"
                var name = csv.fileName(series, board: board, session: session)
                var number = 2
                while !taken.insert(name.lowercased()).inserted {
                    name = csv.fileName(series, board: board, session: "\(number)-\(session)")
                    number += 1
                }
                return name
            }
        }
        var truthNames: [Int: String] = [:]
        for (place, series) in truths.sorted(by: { $0.key < $1.key }) {
            var name = csv.fileName(series, board: result.boards[place])
            var number = 2
            while !taken.insert(name.lowercased()).inserted {
                name = csv.fileName(series, board: result.boards[place], session: "\(number)")
                number += 1
            }
            truthNames[place] = name
        }
        self.truths = truthNames
    }
}
