public import Scenario
public import Simulation

/// The files that a run leaves behind.
public struct ReportSet: Sendable {
    /// What a file may hold.
    public enum Kind: String, Sendable, CaseIterable {
        case text, json, junit, tap, markdown, html, csv, plot
        /// Of a run whose clients were judged.
        case sarif

        /// What its file is called, or the first of them; nil if that is known with the result alone.
        public var fileName: String? {
            switch self {
            case .text: "report.txt"
            case .json: "report.json"
            case .junit: "junit.xml"
            case .tap: "report.tap"
            case .markdown: "summary.md"
            case .html: "report.html"
            case .csv: nil
            case .plot: "plot.svg"
            case .sarif: "findings.sarif"
            }
        }
    }

    /// In this order they are made, too.
    public var kinds: [Kind]
    /// How the samples are dated.
    public var csv: MetaBaseCSV
    /// What the run cost; nil keeps equal runs equal to the byte.
    public var timings: Timings?
    /// What a judge found of the clients; nil if there was none.
    public var judged: ClientReport?
    /// The samples were written as they came: the result has no more than plots need.
    public var hasSampleFiles = false

    /// Every kind, dated from the default epoch and without timings, unless told.
    public init(
        kinds: [Kind] = Kind.allCases, csv: MetaBaseCSV = MetaBaseCSV(),
        timings: Timings? = nil, judged: ClientReport? = nil
    ) {
        self.kinds = kinds
        self.csv = csv
        self.timings = timings
        self.judged = judged
    }

    /// `report.txt`, `report.json`, `junit.xml`, `report.tap`, `summary.md`, `report.html`, a CSV file
    /// a series, `plot.svg`; `findings.sarif` if clients were judged.
    ///
    /// - Parameter events: moments to mark in the plot.
    public func files(
        _ result: RunResult, events: [(Instant, String)] = []
    ) -> [ReportFile] {
        let names = SeriesFileNames(result, csv: csv)
        return kinds.flatMap { kind -> [ReportFile] in
            switch kind {
            case .text:
                [
                    ReportFile(
                        name: "report.txt",
                        text: TextReport.text(result, timings: timings)
                            + (judged.map { FindingsText.text($0) } ?? ""))
                ]
            case .json:
                [
                    ReportFile(
                        name: "report.json",
                        bytes: JSONReport.bytes(
                            result, names: hasSampleFiles || kinds.contains(.csv) ? names : nil,
                            timings: timings,
                            judged: judged))
                ]
            case .junit:
                [ReportFile(name: "junit.xml", text: JUnitReport.text(result, judged: judged))]
            case .tap:
                [ReportFile(name: "report.tap", text: TAPReport.text(result, judged: judged))]
            case .markdown:
                [ReportFile(name: "summary.md", text: MarkdownReport.text(result, judged: judged))]
            case .html:
                [
                    ReportFile(
                        name: "report.html",
                        text: HTMLReport.text(result, events: events, judged: judged))
                ]
            case .sarif:
                judged.map { [ReportFile(name: "findings.sarif", text: FindingsSARIF.text($0))] }
                    ?? []
            case .csv:
                zip(result.clients, names.names).flatMap { client, names in
                    zip(client.series, names).map { series, name in
                        ReportFile(name: name, bytes: csv.bytes(series))
                    }
                }
            case .plot:
                SVGPlot.pictures(result, events: events).enumerated().map { i, plot in
                    ReportFile(name: i == 0 ? "plot.svg" : "plot-\(i + 1).svg", text: plot.text())
                }
            }
        }
    }
}
