public import Scenario
public import Simulation

/// A run as one page to be looked at: expectations and steps, and the samples that were off beside
/// their truth.
public enum HTMLReport {
    /// HTML that ends in a line end.
    ///
    /// - Parameters:
    ///   - events: moments to mark in the plots.
    ///   - judged: what a judge found of the clients; nil if there was none.
    public static func text(
        _ result: RunResult, events: [(Instant, String)] = [], judged: ClientReport? = nil
    ) -> String {
        page(
            [RunReport(result, judged: judged)], title: nil,
            foot: plots(result, events) + whole(result))
    }

    /// Several runs on one page. Plots are drawn from samples, which stay with each run's own report.
    public static func text(_ runs: [RunReport]) -> String {
        page(
            runs, title: runs.count == 1 ? nil : RunReports.verdict(runs),
            foot: runs.map { whole($0.result, title: runs.count == 1 ? nil : $0.name) }.joined())
    }

    /// - Parameter title: what several runs come to; nil for that of the only one.
    private static func page(_ runs: [RunReport], title: String?, foot: String) -> String {
        let items = runs.flatMap { run in
            Self.items(run).map { item in
                var item = item
                if title != nil { item.title = "\(run.name): \(item.title)" }
                return item
            }
        }
        // What did not hold first, all else in its order.
        let order = ["fail", "inconclusive", "pass", "skipped"]
        let sorted = order.flatMap { kind in items.filter { $0.kind == kind } }
        let sentences = runs.map { "\($0.name): \(RunVerdict.sentence($0.result))" }
        return HTMLPage(
            title: title ?? sentences.first ?? "",
            head: zip(runs, sentences).map { run, sentence in
                let facts = facts(run.result, run.judged)
                guard title != nil else { return facts }
                let open = run.passed ? "" : " open"
                return "<details\(open)><summary>\(HTMLPage.escaped(sentence))</summary>\n\(facts)"
                    + "</details>\n"
            }.joined(),
            filters: zip(order, ["wrong", "doubtful", "held", "left out"]).map { kind, label in
                (kind: kind, label: label, count: items.count { $0.kind == kind })
            },
            items: sorted,
            foot: runs.compactMap(\.judged).map { FindingsHTML.cards($0) }.joined() + foot
        ).text
    }

    private static func items(_ run: RunReport) -> [HTMLPage.Item] {
        let result = run.result
        var items = run.judged.map { FindingsHTML.items($0) } ?? []
        items += result.expectations.map { item($0, result) }
        for client in result.clients { items += client.steps.map { item($0, client, result) } }
        return items
    }

    private static func facts(_ result: RunResult, _ judged: ClientReport?) -> String {
        var facts = [
            ("scenario", "\(result.file), hash \(result.scenarioHash)"),
            ("seed", "\(result.seed)"),
            ("ran", "\(Digits.seconds(result.duration)) of virtual time"),
        ]
        facts += result.boards.map {
            ("board", "\($0.name): \($0.model), firmware \($0.firmware), \($0.address)")
        }
        if let judged { facts.append(("judged", judged.verdict)) }
        return HTMLPage.facts(facts)
    }

    private static func item(
        _ expectation: ExpectationResult, _ result: RunResult
    ) -> HTMLPage.Item {
        let (kind, label) =
            switch expectation.verdict {
            case .held: ("pass", "held")
            case .failed: ("fail", "failed")
            case .undecided: ("inconclusive", "undecided")
            }
        return HTMLPage.Item(
            kind: kind, label: label, title: expectation.title, remark: expectation.detail,
            details: HTMLPage.facts([
                ("where", "\(result.file):\(expectation.line)"), ("found", expectation.detail),
                ("decided", Digits.seconds(expectation.decided)),
                ("deadline", Digits.seconds(expectation.deadline)),
            ]))
    }

    private static func item(
        _ step: StepResult, _ client: ClientResult, _ result: RunResult
    ) -> HTMLPage.Item {
        let (kind, label, remark) =
            switch step.outcome {
            case .done: ("pass", "done", step.detail)
            case .failed(let why): ("fail", "failed", why)
            case .running: ("inconclusive", "running", "when the run ended")
            case .notReached: ("skipped", "–", "not reached")
            }
        var facts = [("where", "\(result.file):\(step.line)")]
        if let started = step.started { facts.append(("began", Digits.seconds(started))) }
        if let ended = step.ended { facts.append(("ended", Digits.seconds(ended))) }
        return HTMLPage.Item(
            kind: kind, label: label, title: "\(client.name): \(step.title)", remark: remark,
            details: HTMLPage.facts(facts))
    }

    /// All pictures of a run that did not hold, folded in one that did.
    private static func plots(_ result: RunResult, _ events: [(Instant, String)]) -> String {
        let pictures = SVGPlot.pictures(result, events: events).map { plot in
            let text = plot.text()
            // The declaration of XML has no place in HTML.
            let svg = text.hasPrefix("<?xml") ? text.drop { $0 != "\n" }.dropFirst() : text[...]
            return "<figure>\(svg)</figure>\n"
        }
        guard !pictures.isEmpty else { return "" }
        let open = result.passed ? "" : " open"
        return "<h2>Truth against measurement</h2>\n<details\(open)><summary>Streams and logs"
            + "</summary>\n\(pictures.joined())</details>\n"
    }

    private static func whole(_ result: RunResult, title: String? = nil) -> String {
        let lines = TextReport.text(result).split(separator: "\n", omittingEmptySubsequences: false)
        let heading = title.map { HTMLPage.escaped($0) } ?? "The report as text"
        return "<h2>\(heading)</h2>\n" + HTMLPage.lines(lines.map(String.init))
    }
}
