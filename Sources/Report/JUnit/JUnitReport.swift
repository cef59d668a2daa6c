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

    /// Text that ends in a line end.
    ///
    /// - Parameter judged: what a judge found of the clients, as suites of its own.
    public static func text(_ result: RunResult, judged: ClientReport? = nil) -> String {
        text([RunReport(result, judged: judged)])
    }

    /// Several runs, a suite each.
    public static func text(_ runs: [RunReport]) -> String {
        let name = runs.count == 1 ? runs[0].result.scenario : "runs"
        let parts = runs.map { run in
            JUnitReport(
                result: run.result,
                judged: run.judged.map { FindingsJUnit($0, of: runs.count > 1 ? run.name : nil) })
        }
        var counts: [(tests: Int, failures: Int, skipped: Int)] = []
        for part in parts {
            counts.append(part.own)
            if let judged = part.judged { counts.append(judged.totals) }
        }
        let time = runs.reduce(0) { $0 + $1.result.duration.exactSeconds }
        var xml = XMLWriter()
        xml.open(
            "testsuites",
            totals(
                name, counts.reduce(0) { $0 + $1.tests }, counts.reduce(0) { $0 + $1.failures },
                counts.reduce(0) { $0 + $1.skipped }, time))
        for part in parts { part.write(into: &xml) }
        xml.close()
        return xml.text
    }

    private init(result: RunResult, judged: FindingsJUnit?) {
        self.result = result
        self.judged = judged
    }

    /// What the run itself comes to.
    private var own: (tests: Int, failures: Int, skipped: Int) {
        let undecided = result.expectations.count { $0.verdict == .undecided }
        let failed = result.expectations.count { $0.verdict == .failed }
        return (
            result.expectations.count + 1, failed + (hasRunFailed ? 1 : 0),
            undecided + (isRunSkipped ? 1 : 0)
        )
    }

    private func write(into xml: inout XMLWriter) {
        let own = own
        xml.open(
            "testsuite",
            Self.totals(
                result.scenario, own.tests, own.failures, own.skipped, result.duration.exactSeconds)
        )
        writeProperties(into: &xml)
        for expectation in result.expectations { write(expectation, into: &xml) }
        writeRun(into: &xml)
        xml.element("system-out", content: "\n" + TextReport.text(result) + "    ")
        xml.close()
        judged?.write(to: &xml)
    }

    private static func totals(
        _ name: String, _ tests: Int, _ failures: Int, _ skipped: Int, _ seconds: Double
    ) -> [(String, String)] {
        [
            ("name", name), ("tests", "\(tests)"), ("failures", "\(failures)"),
            ("errors", "0"), ("skipped", "\(skipped)"), ("time", Digits.fixed(seconds, 3)),
        ]
    }

    private var hasRunFailed: Bool {
        if case .failed = result.ownCase { true } else { false }
    }

    private var isRunSkipped: Bool {
        if case .skipped = result.ownCase { true } else { false }
    }

    private func writeProperties(into xml: inout XMLWriter) {
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

    private func write(_ expectation: ExpectationResult, into xml: inout XMLWriter) {
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

    private func writeRun(into xml: inout XMLWriter) {
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
