import Scenario

/// Reports of several runs, as one.
package enum RunReports {
    static let format = "boardsim reports"
    static let version = 1

    /// In one sentence: `2 of 3 runs passed`.
    static func verdict(_ runs: [RunReport]) -> String {
        "\(runs.count(where: \.passed)) of \(runs.count) runs passed"
    }

    /// For a person at a terminal.
    static func text(_ runs: [RunReport], colour: Colour) -> String {
        let texts = runs.map { run in
            TextReport.text(run.result, colour: colour, timings: run.timings)
                + (run.judged.map { FindingsText.text($0, colour: colour) } ?? "")
        }
        guard runs.count > 1 else { return texts.joined() }
        let meaning: Colour.Meaning = runs.allSatisfy(\.passed) ? .good : .bad
        return texts.joined(separator: "\n") + "\n" + colour.paint(verdict(runs), meaning) + "\n"
    }

    /// For machines: of one run its own report, of several a list of those.
    static func json(_ runs: [RunReport]) -> [UInt8] {
        runs.count == 1 ? ReportJSON.bytes(runs[0]) : ReportJSON.bytes(RunList(runs: runs))
    }

    /// Reads a list of several.
    static func reports(_ bytes: [UInt8], file: String) throws(ReportJSONError) -> [RunReport] {
        try ReportJSON.read(RunList.self, bytes, file: file, format: format, version: version).runs
    }
}

/// The form in which several runs are kept.
private struct RunList: JSONFields {
    static var blank: Self { Self(runs: []) }

    var runs: [RunReport]

    mutating func fields(_ c: inout some JSONCoder) {
        c.told(RunReports.format, "format")
        c.told(RunReports.version, "version")
        c.told(runs.allSatisfy(\.passed), "passed")
        c.told(RunReports.verdict(runs), "verdict")
        c.list(&runs, "runs")
    }
}
