import Declaration
import LiveRun
import Report
import ScenarioRun
import ScriptedClient
import Simulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
    /// Tables of the truth, by the board's place.
    private var truths: [Int: (series: Series, record: SampleRecord)] = [:]

    /// - Parameters:
    ///   - directory: for CSV files; nil for none.
    ///   - hasPlots: whether plots will be drawn.
    init(directory: String?, hasPlots: Bool) {
        self.directory = directory
        self.hasPlots = hasPlots
    }

    /// Whether samples are wanted at all.
    var isKeeping: Bool { directory != nil || hasPlots }

    func began(_ series: Series, number: Int, of client: String) -> (any SampleSink)? {
        guard isKeeping else { return nil }
        let record = SampleRecord(
            path: directory.map { Self.path($0, ".samples-\(number + 1).part") },
            lines: directory.map { _ in MetaBaseCSV.Lines(of: series, in: csv) },
            plot: hasPlots ? PlotSummary(series) : nil)
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
            for truth in truths.values { truth.record.discard() }
            throw error
        }
    }

    private func keep(
        _ result: RunResult, in directory: String, _ refusal: (_ path: String) -> String?
    ) throws(RunError) -> [String] {
        let names = names(result)
        var paths: [String] = []
        func keep(_ record: SampleRecord, _ name: String) throws(RunError) {
            let path = Self.path(directory, name)
            if let reason = refusal(path) {
                let error = ReportWriterError.input(path: path, reason: reason)
                throw RunError(.input, "\(error)")
            }
            try record.keep(as: path)
            paths.append(path)
        }
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
    private let path: String?
    private var isBegun = false
    private var failure: Int32 = 0
    /// Few bytes, because there may be thousands of series.
    private static let bufferLength = 16 << 10

    init(path: String?, lines: MetaBaseCSV.Lines?, plot: PlotSummary?) {
        self.path = path
        self.lines = lines
        self.plot = plot
    }

    deinit { discard() }

    /// A file that was not kept is useless.
    func discard() {
        if isBegun, let path { unlink(path) }
        isBegun = false
    }

    func take(_ sample: Series.Sample) {
        plot?.take(sample)
        lines?.append(sample)
        if let count = lines?.bytes.count, count >= Self.bufferLength { flush() }
    }

    /// Opens the file each time: a process may have a thousand open files, but a run more series.
    private func flush() {
        guard let path, let bytes = lines?.bytes, !bytes.isEmpty, failure == 0 else { return }
        lines?.bytes.removeAll(keepingCapacity: true)
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isBegun ? O_APPEND : O_TRUNC)
        let descriptor = open(path, flags, 0o666)
        guard descriptor >= 0 else {
            failure = errno
            return
        }
        isBegun = true
        var rest = bytes[...]
        while !rest.isEmpty, failure == 0 {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 {
                failure = count < 0 ? errno : EIO
            } else {
                rest = rest.dropFirst(count)
            }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
    }

    func keep(as name: String) throws(RunError) {
        guard let path else { return }
        flush()
        if failure == 0, rename(path, name) != 0 { failure = errno }
        guard failure == 0 else {
            throw RunError(
                .environment,
                "cannot write \(name): \(String(cString: strerror(failure))); free some space or"
                    + " choose another folder with --out")
        }
        isBegun = false
    }
}
