import CommandLineProgram
import JSON

/// What matters of a run's report: what failed, and what the judge found.
enum RunAnswer {
    /// More of a kind are only counted.
    private static let most = 12

    static func text(_ report: JSONValue, _ end: ChildProcess.End) -> String {
        var lines = ["\(words(end)): \(report.word("verdict"))"]
        if let client = report["client"] { lines.append(client.word("verdict")) }
        if let program = report["program"] {
            let failure = program.word("failure")
            lines.append("program: " + (failure.isEmpty ? "ended with status 0" : failure))
        }
        lines += first(failed(report)) {
            "failed: \($0.word("title")): \($0.word("detail")) (line \($0["line"]?.line ?? "?"))"
        }
        lines += first(failedSteps(report)) {
            "step failed: \($0.word("title")): \($0.word("reason")) (line \($0["line"]?.line ?? "?"),"
                + " at \($0["endedSeconds"]?.line ?? "?") s)"
        }
        lines += first(report["client"]?.list("findings") ?? []) { finding in
            "\(finding.word("severity")) \(finding.word("rule")) on \(finding.word("board")), at"
                + " \(finding["firstSeconds"]?.line ?? "?") s, \(times(finding)):"
                + " \(finding.word("title")); \(finding.word("detail"))"
        }
        lines += first(losses(report)) {
            "lost samples: \($0.word("signal")) of \($0.word("board")): made \($0["made"]?.line ?? "?"),"
                + " received \($0["received"]?.line ?? "?"), missing \($0["missing"]?.line ?? "?")"
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    static func data(
        _ report: JSONValue, _ end: ChildProcess.End, _ folder: String, _ files: [String]
    ) -> [(String, JSONValue)] {
        let findings = report["client"]?.list("findings") ?? []
        return [
            ("passed", .bool(end == .status(0))), ("verdict", .string(report.word("verdict"))),
            ("seconds", report["durationSeconds"] ?? .null), ("seed", report["seed"] ?? .null),
            ("failed", .array(failed(report).map { $0.part(["title", "detail", "line"]) })),
            (
                "failedSteps",
                .array(failedSteps(report).map { $0.part(["title", "reason", "line"]) })
            ),
            (
                "findings",
                .array(
                    findings.map {
                        $0.part([
                            "rule", "severity", "title", "board", "module", "register", "packet",
                            "words", "detail", "count", "firstSeconds", "lastSeconds",
                        ])
                    })
            ),
            (
                "streams",
                .array(
                    series(report).map {
                        $0.part([
                            "board", "signal", "source", "made", "received", "dropped", "missing",
                        ])
                    })
            ),
            ("program", report["program"] ?? .null), ("folder", .string(folder)),
            ("files", .array(files.map { .string($0) })),
        ]
    }

    private static func times(_ finding: JSONValue) -> String {
        let count = finding["count"]?.line ?? "1"
        return count == "1" ? "once" : "\(count) times"
    }

    /// Of the exit status.
    private static func words(_ end: ChildProcess.End) -> String {
        switch end {
        case .status(ExitStatus.success.rawValue): "passed"
        case .status(ExitStatus.failed.rawValue): "failed"
        case .status(ExitStatus.deadline.rawValue): "failed at its deadline"
        default: "ended with \(end.words)"
        }
    }

    private static func failed(_ report: JSONValue) -> [JSONValue] {
        report.list("expectations").filter { !["held", "unreached"].contains($0.word("verdict")) }
    }

    private static func failedSteps(_ report: JSONValue) -> [JSONValue] {
        report.list("clients").flatMap { $0.list("steps") }
            .filter { $0.word("outcome") == "failed" }
    }

    private static func series(_ report: JSONValue) -> [JSONValue] {
        report.list("clients").flatMap { $0.list("series") }
    }

    private static func losses(_ report: JSONValue) -> [JSONValue] {
        series(report).filter { stream in
            ["missing", "dropped"].contains { key in
                if case .integer(let count)? = stream[key] { count > 0 } else { false }
            }
        }
    }

    private static func first(
        _ items: [JSONValue], _ line: (JSONValue) -> String
    ) -> [String] {
        let more = items.count - most
        return items.prefix(most).map(line) + (more > 0 ? ["… and \(more) more"] : [])
    }
}
