import ClientJudge
public import Scenario

/// A run for `$GITHUB_STEP_SUMMARY`: the verdict, expectations and steps that failed, the rest folded.
public enum MarkdownReport {
    /// Text that ends in a line end; less than 1 MiB, which is what GitHub takes.
    ///
    /// - Parameter judged: what a judge found of the clients; nil if there was none.
    public static func text(_ result: RunResult, judged: ClientReport? = nil) -> String {
        text([RunReport(result, judged: judged)])
    }

    /// Several runs, what did not pass first.
    public static func text(_ runs: [RunReport]) -> String {
        var markdown = MarkdownWriter()
        if runs.count > 1 {
            let sign = runs.allSatisfy(\.passed) ? "✅" : "❌"
            markdown.add("# \(sign) \(RunReports.verdict(runs))\n\n")
        }
        for run in runs.filter({ !$0.passed }) + runs.filter(\.passed) {
            write(run, into: &markdown)
        }
        return markdown.text
    }

    private static func write(_ run: RunReport, into markdown: inout MarkdownWriter) {
        let (result, judged) = (run.result, run.judged)
        let isKept = judged?.assessment.passed ?? true
        let mark = !result.passed || !isKept ? "❌" : result.expectations.isEmpty ? "⚠️" : "✅"
        markdown.add("## \(mark) \(escaped(run.name)): \(escaped(RunVerdict.sentence(result)))\n\n")
        var facts = [
            "scenario \(result.file), hash \(result.scenarioHash)", "seed \(result.seed)",
            "\(Digits.seconds(result.duration)) of virtual time",
        ]
        facts += result.boards.prefix(100).map {
            "\($0.name): \($0.model), firmware \($0.firmware)"
        }
        markdown.add(facts.map { "- \(escaped($0))\n" }.joined() + "\n")
        writeExpectations(result, into: &markdown)
        writeSteps(result, into: &markdown)
        if let judged { FindingsMarkdown.write(judged, to: &markdown) }
        let lines = TextReport.text(result).split(separator: "\n", omittingEmptySubsequences: false)
        markdown.add(MarkdownWriter.folded("The whole report", lines: lines.map(String.init)))
    }

    private static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }

    private static func writeExpectations(_ result: RunResult, into markdown: inout MarkdownWriter)
    {
        guard !result.expectations.isEmpty else { return }
        // What failed first, should there be no room for all.
        let order: [ExpectationResult.Verdict] = [.failed, .undecided, .held]
        markdown.add(
            MarkdownWriter.table(["", "expectation", "found", "where"], alignment: "llll", []))
        for verdict in order {
            for expectation in result.expectations where expectation.verdict == verdict {
                let mark = verdict == .held ? "✅" : verdict == .failed ? "❌" : "❔"
                let row = [
                    mark, escaped(expectation.title),
                    escaped(PrintableText.shortened(expectation.detail, 1_000)),
                    escaped("\(result.file):\(expectation.line)"),
                ]
                markdown.add("| " + row.joined(separator: " | ") + " |\n", leaving: 200_000)
            }
        }
        markdown.add("\n")
    }

    private static func writeSteps(_ result: RunResult, into markdown: inout MarkdownWriter) {
        for client in result.clients {
            for step in client.steps {
                guard case .failed(let why) = step.outcome else { continue }
                markdown.add(
                    "❌ \(escaped(client.name)), \(escaped(step.title)):"
                        + " \(escaped(PrintableText.shortened(why, 1_000)))"
                        + " (\(escaped("\(result.file):\(step.line)")))\n\n", leaving: 200_000)
            }
        }
    }
}
