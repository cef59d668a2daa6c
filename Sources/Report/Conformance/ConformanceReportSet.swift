public import Conformance

/// The files that a conformance run leaves behind.
public enum ConformanceReportSet {
    /// What a file may hold.
    public enum Kind: String, Sendable, CaseIterable {
        case text, json, junit, tap, markdown, html, github

        /// `report.json`, `summary.md` …
        public var fileName: String {
            switch self {
            case .text: "report.txt"
            case .json: "report.json"
            case .junit: "junit.xml"
            case .tap: "report.tap"
            case .markdown: "summary.md"
            case .html: "report.html"
            case .github: "annotations.txt"
            }
        }
    }

    /// One kind of report, as text.
    public static func text(_ kind: Kind, of report: ConformanceReport) -> String {
        switch kind {
        case .text: ConformanceText.text(report)
        case .json: String(decoding: ConformanceJSON.bytes(report), as: UTF8.self)
        case .junit: ConformanceJUnit.text(report)
        case .tap: ConformanceTAP.text(report)
        case .markdown: ConformanceMarkdown.text(report)
        case .html: ConformanceHTML.text(report)
        case .github: ConformanceAnnotations.text(report)
        }
    }

    /// A file for each kind, named after it.
    public static func files(_ kinds: [Kind], of report: ConformanceReport) -> [ReportFile] {
        kinds.map { ReportFile(name: $0.fileName, text: text($0, of: report)) }
    }
}
