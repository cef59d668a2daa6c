public import Conformance

/// A conformance run in the dialect of JUnit XML that GitHub, GitLab, Jenkins and Codecov read.
///
/// A suite a board and a test case a case; INCONC is an error. Times are seconds of the board's time.
public enum ConformanceJUnit {
    /// Text that ends in a line end.
    public static func text(_ report: ConformanceReport) -> String {
        var xml = XMLWriter()
        xml.open("testsuites", totals("conformance", report.results))
        for board in report.boards {
            write(board, report.results.filter { $0.board == board.name }, report, into: &xml)
        }
        xml.close()
        return xml.text
    }

    private static func totals(_ name: String, _ results: [CaseResult]) -> [(String, String)] {
        func count(_ verdict: Verdict) -> String {
            "\(results.count { $0.verdict == verdict })"
        }
        return [
            ("name", name), ("tests", "\(results.count)"), ("failures", count(.fail)),
            ("errors", count(.inconclusive)), ("skipped", count(.skipped)),
            ("time", Digits.fixed(results.reduce(0) { $0 + $1.seconds }, 3)),
        ]
    }

    private static func write(
        _ board: BoardFacts, _ results: [CaseResult], _ report: ConformanceReport,
        into xml: inout XMLWriter
    ) {
        xml.open("testsuite", totals(board.name, results))
        var properties = [
            ("seed", "\(report.seed)"), ("board", board.model), ("firmware", board.firmware),
            ("hardware", board.hardware), ("suite hash", report.suiteHash),
            ("target", report.target), ("tool", report.tool),
        ]
        if let shard = report.shard { properties.append(("shard", shard.description)) }
        if !report.selection.isEmpty {
            properties.append(("selection", report.selection.joined(separator: " ")))
        }
        for module in board.modules {
            properties.append(("module", ConformanceWords.module(module)))
        }
        xml.open("properties")
        for (name, value) in properties {
            xml.element("property", [("name", name), ("value", value)])
        }
        xml.close()
        for result in results { write(result, into: &xml) }
        xml.close()
    }

    private static func write(_ result: CaseResult, into xml: inout XMLWriter) {
        let attributes = [
            ("classname", result.group), ("name", "\(result.id) \(result.title)"),
            ("time", Digits.fixed(result.seconds, 3)), ("file", result.file),
            ("line", "\(result.failedStep ?? result.line)"),
        ]
        guard result.verdict != .pass || !result.follows.isEmpty else {
            xml.element("testcase", attributes)
            return
        }
        xml.open("testcase", attributes)
        switch result.verdict {
        case .pass: break
        case .skipped: xml.element("skipped", [("message", result.reason)])
        case .fail, .inconclusive:
            xml.element(
                result.verdict == .fail ? "failure" : "error",
                [("message", result.reason), ("type", result.verdict.rawValue)],
                content: details(result))
        }
        if !result.follows.isEmpty {
            let answers = result.follows.map { "follows: \($0.question): \($0.answer)" }
            xml.element("system-out", content: answers.joined(separator: "\n"))
        }
        xml.close()
    }

    private static func details(_ result: CaseResult) -> String {
        let head = "\(ConformanceWords.place(result)): \(result.reason)\n\(result.source)"
        let checks = result.checks.filter { !$0.held }.map { ConformanceWords.check($0) }
        return ([head] + checks + ConformanceWords.lines(result.log)).joined(separator: "\n")
    }
}
