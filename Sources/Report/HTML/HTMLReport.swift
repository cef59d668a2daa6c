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
        var items = judged.map { FindingsHTML.items($0) } ?? []
        items += result.expectations.map { item($0, result) }
        for client in result.clients { items += client.steps.map { item($0, client, result) } }
        // What did not hold first, all else in its order.
        let order = ["fail", "inconclusive", "pass", "skipped"]
        items = order.flatMap { kind in items.filter { $0.kind == kind } }
        let name = result.scenario.isEmpty ? result.file : result.scenario
        return HTMLPage(
            title: "\(name): \(RunVerdict.sentence(result))", head: facts(result),
            filters: zip(order, ["wrong", "doubtful", "held", "left out"]).map { kind, label in
                (kind: kind, label: label, count: items.count { $0.kind == kind })
            },
            items: items,
            foot: (judged.map { FindingsHTML.cards($0) } ?? "") + plots(result, events)
                + whole(result)
        ).text
    }

    private static func facts(_ result: RunResult) -> String {
        var facts = [
            ("scenario", "\(result.file), hash \(result.scenarioHash)"),
            ("seed", "\(result.seed)"),
            ("ran", "\(Digits.seconds(result.duration)) of virtual time"),
        ]
        facts += result.boards.map {
            ("board", "\($0.name): \($0.model), firmware \($0.firmware), \($0.address)")
        }
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

    private static func whole(_ result: RunResult) -> String {
        let lines = TextReport.text(result).split(separator: "\n", omittingEmptySubsequences: false)
        return "<h2>The report as text</h2>\n" + HTMLPage.lines(lines.map(String.init))
    }
}
