public import Scenario
import Simulation

/// The report in the dialect of JUnit XML that GitHub, GitLab, Jenkins and Codecov read.
///
/// A test case an expectation and one for the run itself: it fails if the deadline passed or a
/// step of a script failed, and is skipped if there was nothing to judge. Times are seconds of virtual time. What the client did
/// stands in `system-out`.
public struct JUnitReport {
    private let result: RunResult
    private var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// Text that ends in a line end.
    public static func text(_ result: RunResult) -> String {
        var report = JUnitReport(result: result)
        report.write()
        return report.xml
    }

    private init(result: RunResult) { self.result = result }

    private mutating func write() {
        let undecided = result.expectations.count { $0.verdict == .undecided }
        let failed = result.expectations.count { $0.verdict == .failed }
        var totals: [(String, String)] = [("name", result.scenario)]
        totals.append(("tests", "\(result.expectations.count + 1)"))
        totals.append(("failures", "\(failed + (hasRunFailed ? 1 : 0))"))
        totals.append(("errors", "0"))
        totals.append(("skipped", "\(undecided + (isRunSkipped ? 1 : 0))"))
        totals.append(("time", Digits.fixed(result.duration.exactSeconds, 3)))
        open("testsuites", totals, indent: 0)
        open("testsuite", totals, indent: 1)
        writeProperties()
        for expectation in result.expectations { write(expectation) }
        writeRun()
        let text = XMLText.escaped(TextReport.text(result), keepsLines: true)
        xml += "    <system-out>\n\(text)    </system-out>\n"
        xml += "  </testsuite>\n</testsuites>\n"
    }

    private var hasPassedDeadline: Bool {
        if case .deadline = result.ending { true } else { false }
    }

    /// The deadline passed, or a step of a script failed.
    private var hasRunFailed: Bool { hasPassedDeadline || result.failedStep != nil }

    private var isRunSkipped: Bool {
        guard !hasRunFailed else { return false }
        return result.ending == .interrupted
            || (result.ending == .finished && result.expectations.isEmpty)
    }

    private mutating func writeProperties() {
        var properties = [
            ("seed", "\(result.seed)"), ("scenario file", result.file),
            ("scenario hash", result.scenarioHash),
        ]
        for board in result.boards {
            properties.append(("board", "\(board.name): \(board.model)"))
            properties.append(("firmware", "\(board.name): \(board.firmware)"))
        }
        if let hash = result.traceHash { properties.append(("trace hash", hash)) }
        open("properties", [], indent: 2)
        for (name, value) in properties {
            element("property", [("name", name), ("value", value)], indent: 3)
        }
        close("properties", indent: 2)
    }

    private mutating func write(_ expectation: ExpectationResult) {
        let attributes = [
            ("classname", result.scenario), ("name", expectation.title),
            ("time", Digits.fixed(expectation.decided.exactSeconds, 3)), ("file", result.file),
            ("line", "\(expectation.line)"),
        ]
        if expectation.verdict == .held {
            element("testcase", attributes, indent: 2)
            return
        }
        open("testcase", attributes, indent: 2)
        if expectation.verdict == .undecided {
            element("skipped", [("message", "undecided: \(expectation.detail)")], indent: 3)
        } else {
            let place = "\(result.file):\(expectation.line)"
            let deadline = Digits.seconds(expectation.deadline)
            indent(3)
            xml += "<failure message=\"\(XMLText.escaped(expectation.detail))\""
            xml += " type=\"expectation\">"
            xml += XMLText.escaped("\(place): \(expectation.title): \(expectation.detail)")
            xml += XMLText.escaped(", to hold by \(deadline)") + "</failure>\n"
        }
        close("testcase", indent: 2)
    }

    private mutating func writeRun() {
        let attributes = [
            ("classname", result.scenario), ("name", "the run comes to its own end"),
            ("time", Digits.fixed(result.duration.exactSeconds, 3)), ("file", result.file),
            ("line", "1"),
        ]
        if !hasRunFailed && !isRunSkipped {
            element("testcase", attributes, indent: 2)
            return
        }
        open("testcase", attributes, indent: 2)
        let message = Verdict.sentence(result)
        if hasRunFailed {
            let type = hasPassedDeadline ? "deadline" : "step"
            element("failure", [("message", message), ("type", type)], indent: 3)
        } else {
            element("skipped", [("message", message)], indent: 3)
        }
        close("testcase", indent: 2)
    }

    private mutating func indent(_ level: Int) { xml += String(repeating: "  ", count: level) }

    private mutating func open(_ name: String, _ attributes: [(String, String)], indent: Int) {
        begin(name, attributes, indent: indent)
        xml += ">\n"
    }

    private mutating func element(_ name: String, _ attributes: [(String, String)], indent: Int) {
        begin(name, attributes, indent: indent)
        xml += "/>\n"
    }

    private mutating func begin(_ name: String, _ attributes: [(String, String)], indent: Int) {
        self.indent(indent)
        xml += "<\(name)"
        for (name, value) in attributes { xml += " \(name)=\"\(XMLText.escaped(value))\"" }
    }

    private mutating func close(_ name: String, indent: Int) {
        self.indent(indent)
        xml += "</\(name)>\n"
    }
}
