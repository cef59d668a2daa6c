import JSON

/// Reports of several runs, as one.
package enum RunReports {
    static let format = "boardsim reports"
    static let version = 1

    /// In one sentence: `2 of 3 runs passed`.
    static func verdict(_ runs: [RunReport]) -> String {
        "\(runs.count(where: \.passed)) of \(runs.count) runs passed"
    }

    /// Text for a terminal.
    static func text(_ runs: [RunReport], colour: Colour) -> String {
        let texts = runs.map { run in
            TextReport.text(run.result, colour: colour, timings: run.timings)
                + (run.judged.map { FindingsText.text($0, colour: colour) } ?? "")
        }
        guard runs.count > 1 else { return texts.joined() }
        let meaning: Colour.Meaning = runs.allSatisfy(\.passed) ? .good : .bad
        return texts.joined(separator: "\n") + "\n" + colour.paint(verdict(runs), meaning) + "\n"
    }

    /// JSON: the report of one run, or a list of several.
    static func json(_ runs: [RunReport]) -> [UInt8] {
        runs.count == 1 ? ReportJSON.bytes(runs[0]) : ReportJSON.bytes(RunList(runs: runs))
    }

    /// Reads a list of several.
    static func reports(_ json: ReportJSON) throws(ReportJSONError) -> [RunReport] {
        try json.read(RunList.self, format: format, version: version).runs
    }
}

/// The JSON form of several runs.
private struct RunList: JSONFields {
    static var blank: Self { Self(runs: []) }

    var runs: [RunReport]

    mutating func fields(_ c: inout some JSONCoder) {
        c.derived(RunReports.format, "format")
        c.derived(RunReports.version, "version")
        c.derived(runs.allSatisfy(\.passed), "passed")
        c.derived(RunReports.verdict(runs), "verdict")
        c(&runs, "runs")
    }
}
