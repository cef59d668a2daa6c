public import Conformance

/// What did not pass, as marks on the lines of the case files in a pull request.
public enum ConformanceAnnotations {
    /// GitHub shows ten of a step; the last line tells of the rest.
    private static let most = 9

    /// A line each; empty if all passed. To be printed under `GITHUB_ACTIONS=true` only.
    public static func text(_ report: ConformanceReport) -> String {
        let open = report.results.filter { $0.verdict == .fail || $0.verdict == .inconclusive }
        var lines = open.prefix(most).map { result in
            GitHubAnnotation(
                level: result.verdict == .fail ? .error : .warning, file: result.file,
                line: result.failedStep ?? result.line, title: "\(result.id) on \(result.board)",
                message: "\(result.reason) (\(result.title); \(result.source))"
            ).text
        }
        if open.count > most, let next = open.dropFirst(most).first {
            lines.append(
                GitHubAnnotation(
                    level: .notice, file: next.file, line: next.line,
                    title: "\(open.count - most) more did not pass",
                    message: "The report of the run has them all."
                ).text)
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
