/// Lines that make GitHub's runner mark the files of scenarios and cases in a pull request:
/// expectations, steps and cases that did not pass, and findings that no waiver accepts.
enum GitHubReport {
    /// GitHub shows ten annotations per step. A suite can have thousands of failures: the last line then
    /// counts the rest.
    private static let mostCases = 9

    /// One line each; empty if everything passed.
    static func text(_ report: Reported) -> String {
        report.parts.flatMap { part in
            let cases = part.cases(.conformance).filter(\.isOpen)
            let others = part.cases.filter { $0.kind != .conformance && !$0.kind.isSummary }
            var marks = (others + cases.prefix(mostCases)).compactMap(annotation)
            if let next = cases.dropFirst(mostCases).first {
                marks.append(
                    GitHubAnnotation(
                        level: .notice, file: next.file, line: next.line ?? 1,
                        title: "\(cases.count - mostCases) more did not pass",
                        message: "The report of the run lists them all."))
            }
            return marks.map { $0.text + "\n" }
        }.joined()
    }

    private static func annotation(_ one: ReportedCase) -> GitHubAnnotation? {
        let level: GitHubAnnotation.Level
        switch one.verdict {
        case .failed: level = .error
        case .inconclusive, .warned: level = .warning
        case .noted: level = .notice
        case .held, .skipped, .undecided, .unreached: return nil
        }
        let (title, message) =
            switch one.kind {
            case .conformance:
                ("\(one.id) on \(one.subject)", "\(one.message) (\(one.title); \(one.source))")
            case .finding: (one.name, one.detail)
            case .expectation, .ending, .step, .rule: (one.name, one.message)
            }
        return GitHubAnnotation(
            level: level, file: one.file, line: one.line ?? 1, title: title, message: message)
    }
}
