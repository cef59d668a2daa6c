import ScenarioRun

/// The JSON report of a run; `docs/report-format.md` lists its fields, which are stable.
///
/// Equal results give equal bytes: keys are sorted, and only `Timings` depends on the machine.
package enum JSONReport {
    static let format = "boardsim report"
    static let version = 1

    /// UTF-8 text that ends in a line end.
    ///
    /// - Parameters:
    ///   - names: the files that hold the samples; nil if none were written.
    ///   - timings: nil leaves the figures out.
    package static func bytes(
        _ result: RunResult, names: SeriesFileNames? = nil, timings: Timings? = nil
    ) -> [UInt8] {
        var report = RunReport(result, timings: timings)
        if let names { report.name(names) }
        return ReportJSON.bytes(report)
    }

    /// Reads what `bytes` wrote, on any machine.
    ///
    /// - Parameter file: its name, for messages.
    package static func report(
        _ bytes: [UInt8], file: String
    ) throws(ReportJSONError) -> RunReport {
        try report(ReportJSON(bytes, file: file))
    }

    static func report(_ json: ReportJSON) throws(ReportJSONError) -> RunReport {
        try json.read(RunReport.self, format: format, version: version)
    }
}
