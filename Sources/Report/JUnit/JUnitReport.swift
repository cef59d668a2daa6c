public import Scenario
import Simulation

/// The report in the dialect of JUnit XML that GitHub, GitLab, Jenkins and Codecov read.
///
/// A test case an expectation and one for the run itself: it fails if the deadline passed or a
/// step of a script failed, and is skipped if there was nothing to judge. Times are seconds of virtual time. What the client did
/// stands in `system-out`.
public struct JUnitReport {
    private let result: RunResult
    private let judged: FindingsJUnit?
    private var xml = XMLWriter()

    /// Text that ends in a line end.
    ///
    /// - Parameter judged: what a judge found of the clients, as suites of its own.
    public static func text(_ result: RunResult, judged: ClientReport? = nil) -> String {
        var report = JUnitReport(result: result, judged: judged.map { FindingsJUnit($0) })
        report.write()
        return report.xml.text
    }

    private init(result: RunResult, judged: FindingsJUnit?) {
        self.result = result
        self.judged = judged
    }

    private mutating func write() {
        let undecided = result.expectations.count { $0.verdict == .undecided }
        let failed = result.expectations.count { $0.verdict == .failed }
        let own = (
            tests: result.expectations.count + 1, failures: failed + (hasRunFailed ? 1 : 0),
            skipped: undecided + (isRunSkipped ? 1 : 0)
        )
        let further = judged?.totals ?? (tests: 0, failures: 0, skipped: 0)
        xml.open(
            "testsuites",
            totals(
                own.tests + further.tests, own.failures + further.failures,
                own.skipped + further.skipped))
        xml.open("testsuite", totals(own.tests, own.failures, own.skipped))
        writeProperties()
        for expectation in result.expectations { write(expectation) }
        writeRun()
        xml.element("system-out", content: "\n" + TextReport.text(result) + "    ")
        xml.close()
        judged?.write(to: &xml)
        xml.close()
    }

    private func totals(_ tests: Int, _ failures: Int, _ skipped: Int) -> [(String, String)] {
        [
            ("name", result.scenario), ("tests", "\(tests)"), ("failures", "\(failures)"),
            ("errors", "0"), ("skipped", "\(skipped)"),
            ("time", Digits.fixed(result.duration.exactSeconds, 3)),
        ]
    }

    private var hasRunFailed: Bool {
        if case .failed = result.ownCase { true } else { false }
    }

    private var isRunSkipped: Bool {
        if case .skipped = result.ownCase { true } else { false }
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
        xml.open("properties")
        for (name, value) in properties {
            xml.element("property", [("name", name), ("value", value)])
        }
        xml.close()
    }

    private mutating func write(_ expectation: ExpectationResult) {
        let attributes = [
            ("classname", result.scenario), ("name", expectation.title),
            ("time", Digits.fixed(expectation.decided.exactSeconds, 3)), ("file", result.file),
            ("line", "\(expectation.line)"),
        ]
        if expectation.verdict == .held {
            xml.element("testcase", attributes)
            return
        }
        xml.open("testcase", attributes)
        if expectation.verdict == .undecided {
            xml.element("skipped", [("message", "undecided: \(expectation.detail)")])
        } else {
            let place = "\(result.file):\(expectation.line)"
            let deadline = Digits.seconds(expectation.deadline)
            xml.element(
                "failure", [("message", expectation.detail), ("type", "expectation")],
                content: "\(place): \(expectation.title): \(expectation.detail)"
                    + ", to hold by \(deadline)")
        }
        xml.close()
    }

    private mutating func writeRun() {
        let attributes = [
            ("classname", result.scenario), ("name", "the run comes to its own end"),
            ("time", Digits.fixed(result.duration.exactSeconds, 3)), ("file", result.file),
            ("line", "1"),
        ]
        switch result.ownCase {
        case .held: xml.element("testcase", attributes)
        case .skipped(let why):
            xml.open("testcase", attributes)
            xml.element("skipped", [("message", why)])
            xml.close()
        case .failed(let why, let type):
            xml.open("testcase", attributes)
            xml.element("failure", [("message", why), ("type", type)])
            xml.close()
        }
    }
}
