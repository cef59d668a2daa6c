import Declaration
import LiveRun
import Report
import ScenarioRun
import ScriptedClient
import Simulation

/// Receives the samples of a run as they arrive: lines for the CSV files of `--out`, and as many as
/// the plots need.
///
/// A file has a temporary name until the run is over, because its own contains the time of the
/// first sample and the board.
final class SampleFiles: SeriesObserver {
    private let directory: String?
    private let csv = MetaBaseCSV()
    private let hasPlots: Bool
    private var records: [Int: SampleRecord] = [:]
    /// The files of the whole run.
    private let sessions: [SessionOutput]
    /// Who else receives all series.
    private let others: [any SeriesObserver]
    /// Tables of the truth, by the board's place.
    private var truths: [Int: (series: Series, record: SampleRecord)] = [:]

    /// - Parameters:
    ///   - directory: for CSV files; nil for none.
    ///   - hasPlots: whether plots will be drawn.
    ///   - sessions: files of the whole run, in the directory.
    ///   - others: who else receives all series.
    init(
        directory: String?, hasPlots: Bool, sessions: [SessionFormat] = [],
        others: [any SeriesObserver] = []
    ) {
        self.directory = directory
        self.hasPlots = hasPlots
        self.sessions = sessions.compactMap { format in
            directory.map {
                SessionOutput(format, path: Self.path($0, ".\(format.fileName).part"))
            }
        }
        self.others = others
    }

    /// Whether samples are wanted at all.
    var isKeeping: Bool { directory != nil || hasPlots || !others.isEmpty }

    func began(_ series: Series, number: Int, of client: String) -> (any SampleSink)? {
        guard isKeeping else { return nil }
        let record = SampleRecord(
            path: directory.map { Self.path($0, ".samples-\(number + 1).part") },
            lines: directory.map { _ in MetaBaseCSV.Lines(of: series, in: csv) },
            plot: hasPlots ? PlotSummary(series) : nil,
            others: (sessions + others).compactMap { $0.began(series, number: number, of: client) })
        records[number] = record
        return record
    }

    func truth(_ series: Series, board: Int) -> (any SampleSink)? {
        guard let directory else { return nil }
        let record = SampleRecord(
            path: Self.path(directory, ".truth-\(board + 1).part"),
            lines: MetaBaseCSV.Lines(of: series, in: csv), plot: nil)
        truths[board] = (series, record)
        return record
    }

    /// The names of the files.
    func names(_ result: RunResult) -> SeriesFileNames {
        SeriesFileNames(
            result, csv: csv,
            truths: truths.mapValues { series, _ in
                var series = series
                series.firstTime = .zero
                return series
            })
    }

    /// Adds the data for plots to a result.
    func complete(_ result: inout RunResult) {
        for client in result.clients.indices {
            for series in result.clients[client].series.indices {
                guard let number = result.clients[client].series[series].number else { continue }
                records[number]?.plot?.complete(&result.clients[client].series[series])
            }
        }
    }

    /// Renames the files to their final names.
    ///
    /// - Parameter refusal: why a path may not be written; nil if it may.
    /// - Returns: their paths.
    func keep(
        _ result: RunResult, refusal: (_ path: String) -> String? = { _ in nil }
    ) throws(RunError) -> [String] {
        guard let directory else { return [] }
        do throws(RunError) {
            return try keep(result, in: directory, refusal)
        } catch {
            for record in records.values { record.discard() }
            for session in sessions { session.discard() }
            for truth in truths.values { truth.record.discard() }
            throw error
        }
    }

    private func keep(
        _ result: RunResult, in directory: String, _ refusal: (_ path: String) -> String?
    ) throws(RunError) -> [String] {
        let names = names(result)
        var paths: [String] = []
        func allowed(_ name: String) throws(RunError) -> String {
            let path = Self.path(directory, name)
            if let reason = refusal(path) {
                let error = ReportWriterError.input(path: path, reason: reason)
                throw RunError(.input, "\(error)")
            }
            paths.append(path)
            return path
        }
        func keep(_ record: SampleRecord, _ name: String) throws(RunError) {
            try record.keep(as: try allowed(name))
        }
        for session in sessions { try session.keep(as: try allowed(session.format.fileName)) }
        for (place, name) in names.truths.sorted(by: { $0.key < $1.key }) {
            if let truth = truths[place] { try keep(truth.record, name) }
        }
        for (client, names) in zip(result.clients, names.names) {
            for (series, name) in zip(client.series, names) {
                guard let record = series.number.flatMap({ records[$0] }) else { continue }
                try keep(record, name)
            }
        }
        return paths
    }

    private static func path(_ directory: String, _ name: String) -> String {
        directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }
}

/// The outputs of one series' samples.
private final class SampleRecord: SampleSink {
    let plot: PlotSummary?
    private var lines: MetaBaseCSV.Lines?
    private let file: PartFile?
    private let others: [any SampleSink]

    init(
        path: String?, lines: MetaBaseCSV.Lines?, plot: PlotSummary?,
        others: [any SampleSink] = []
    ) {
        file = path.map(PartFile.init)
        self.lines = lines
        self.plot = plot
        self.others = others
    }

    func discard() { file?.discard() }

    func take(_ sample: Series.Sample) {
        plot?.take(sample)
        lines?.append(sample)
        for other in others { other.take(sample) }
        if let count = lines?.bytes.count, count >= PartFile.bufferLength { flush() }
    }

    private func flush() {
        guard var bytes = lines?.bytes else { return }
        lines?.bytes = []
        file?.append(&bytes)
        lines?.bytes = bytes
    }

    func keep(as name: String) throws(RunError) {
        flush()
        try file?.keep(as: name)
    }
}
