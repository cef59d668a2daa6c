/// The formats of reports, for every command that writes one.
package enum ReportFormat: String, Sendable, CaseIterable {
    case text, json, junit, tap, markdown, html, sarif, github

    /// The words of the command line, for its help: `text|json|…`.
    package static var choices: String { allCases.map(\.rawValue).joined(separator: "|") }

    /// The name of its file in a folder of reports.
    package var fileName: String {
        switch self {
        case .text: "report.txt"
        case .json: "report.json"
        case .junit: "junit.xml"
        case .tap: "report.tap"
        case .markdown: "summary.md"
        case .html: "report.html"
        case .sarif: "findings.sarif"
        case .github: "annotations.txt"
        }
    }

    /// Whether it is only printed, never written to a file.
    package var isPrintedOnly: Bool { self == .github }
    /// Whether a run has it only for judged clients.
    package var isOfJudge: Bool { self == .sarif }

    /// The writer of this format; nil for the two that contain more of a report than its cases.
    private var writer: ((Reported) -> String)? {
        switch self {
        case .text, .json: nil
        case .junit: JUnitReport.text
        case .tap: TAPReport.text
        case .markdown: MarkdownReport.text
        case .html: HTMLReport.text
        case .sarif: SARIFReport.text
        case .github: GitHubReport.text
        }
    }
}

extension ReportFormat {
    /// A report in this format, ending in a line end.
    ///
    /// - Parameter colour: of text, for a terminal.
    package func text(_ report: ReadReport, colour: Colour = .never) -> String {
        switch report {
        case .suite(let report):
            if let writer { return writer(Reported(report)) }
            return self == .text
                ? ConformanceText.text(report, colour: colour)
                : String(decoding: ConformanceJSON.bytes(report), as: UTF8.self)
        case .runs(let runs):
            if let writer { return writer(Reported(runs)) }
            return self == .text
                ? RunReports.text(runs, colour: colour)
                : String(decoding: RunReports.json(runs), as: UTF8.self)
        }
    }

    /// The report of a run that just ended; empty if this format is for judged clients and there are
    /// none.
    package func text(_ run: RunReport, colour: Colour = .never) -> String {
        guard isOfJudge else { return text(.runs([run]), colour: colour) }
        guard let judged = run.judged, let writer else { return "" }
        return writer(Reported(judged))
    }
}
