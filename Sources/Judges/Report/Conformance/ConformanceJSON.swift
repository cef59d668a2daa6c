import Conformance

/// The JSON report of a conformance run; `docs/conformance-report.md` lists the fields, which are
/// stable.
package enum ConformanceJSON {
    static let format = "boardsim conformance report"
    static let version = 1

    /// UTF-8 text that ends in a line end. Equal reports give equal bytes: keys are sorted.
    package static func bytes(_ report: ConformanceReport) -> [UInt8] { ReportJSON.bytes(report) }

    /// Reads what `bytes` wrote, on any machine.
    ///
    /// - Parameter file: its name, for messages.
    package static func report(
        _ bytes: [UInt8], file: String
    ) throws(ReportJSONError) -> ConformanceReport {
        try report(ReportJSON(bytes, file: file))
    }

    static func report(_ json: ReportJSON) throws(ReportJSONError) -> ConformanceReport {
        let report = try json.read(ConformanceReport.self, format: format, version: version)
        if let what = report.contradiction {
            throw ReportJSONError(file: json.file, what: "\(what); write it again")
        }
        return report
    }
}
