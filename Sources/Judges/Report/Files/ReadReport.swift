import Conformance

/// A report of the conformance suite or of runs of scenarios, new or read from a file.
package enum ReadReport: Sendable {
    /// A run of the suite, or a part of one.
    case suite(ConformanceReport)
    /// One run of a scenario, or several.
    case runs([RunReport])

    /// Reads any report of boardsim.
    ///
    /// - Parameter file: its name, for messages.
    package init(_ bytes: [UInt8], file: String) throws(ReportJSONError) {
        let json = try ReportJSON(bytes, file: file)
        switch json.format {
        case JSONReport.format: self = .runs([try JSONReport.report(json)])
        case RunReports.format: self = .runs(try RunReports.reports(json))
        case ConformanceJSON.format: self = .suite(try ConformanceJSON.report(json))
        default:
            throw ReportJSONError(file: file, what: "it is a `\(json.format)`; \(ReportJSON.fix)")
        }
    }

    /// Merges parts of one run of the suite, or several runs of scenarios.
    ///
    /// - Parameter reports: with the names of their files, for messages.
    package static func merged(
        _ reports: [(file: String, report: ReadReport)]
    ) throws(ConformanceMergeError) -> ReadReport {
        var parts: [(file: String, report: ConformanceReport)] = []
        var runs: [(file: String, run: RunReport)] = []
        for (file, report) in reports {
            switch report {
            case .suite(let part): parts.append((file, part))
            case .runs(let some): runs += some.map { (file, $0) }
            }
        }
        if let part = parts.first, let run = runs.first {
            throw ConformanceMergeError([
                "\(part.file) is a report of the suite and \(run.file) of a scenario; merge"
                    + " the two kinds separately"
            ])
        }
        if runs.isEmpty { return .suite(try ConformanceMerge.whole(parts)) }
        var files: [[UInt8]: String] = [:]
        for (file, run) in runs {
            if let other = files.updateValue(file, forKey: ReportJSON.bytes(run)) {
                throw ConformanceMergeError([
                    "\(file) and \(other) contain the same run of \(run.name); omit one"
                ])
            }
        }
        return .runs(runs.map(\.run))
    }
}
