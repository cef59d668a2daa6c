import Scenario

/// The report for machines; `docs/report-format.md` lists its fields, which stay what they are.
///
/// Equal results give equal bytes: keys are sorted and nothing but `Timings` knows the machine.
package enum JSONReport {
    static let format = "boardsim report"
    static let version = 1

    /// UTF-8 text that ends in a line end.
    ///
    /// - Parameters:
    ///   - names: the files that hold the samples; nil if none were written.
    ///   - timings: what the run cost; nil leaves the figures out.
    ///   - judged: what a judge found of its clients; nil if there was none.
    package static func bytes(
        _ result: RunResult, names: SeriesFileNames? = nil, timings: Timings? = nil,
        judged: ClientReport? = nil
    ) -> [UInt8] {
        var report = RunReport(result, timings: timings, judged: judged)
        if let names { report.name(names) }
        return ReportJSON.bytes(report)
    }

    /// Reads what `bytes` wrote, on any machine.
    ///
    /// - Parameter file: its name, for messages.
    package static func report(
        _ bytes: [UInt8], file: String
    ) throws(ReportJSONError) -> RunReport {
        try ReportJSON.read(
            RunReport.self, bytes, file: file, format: format, version: version)
    }
}
