import ScenarioRun
import ScriptedClient

extension Reported {
    /// Runs of scenarios, with the findings about their clients.
    init(_ runs: [RunReport]) {
        let isMerged = runs.count > 1
        parts = runs.map { Part($0, isMerged: isMerged) }
        name = isMerged ? "runs" : runs.first?.result.scenario ?? ""
        title =
            isMerged
            ? RunReports.verdict(runs) : parts.first.map { "\($0.name): \($0.sentence)" } ?? ""
        seconds = runs.reduce(0) { $0 + $1.result.duration.exactSeconds }
        isPassed = runs.allSatisfy(\.passed)
    }
}

extension Reported.Part {
    fileprivate init(_ run: RunReport, isMerged: Bool) {
        let result = run.result
        name = run.name
        prefix = isMerged ? "\(run.name): " : ""
        sentence = RunVerdict.sentence(result)
        isPassed = run.passed
        mark = !isPassed ? .failed : result.isUnjudged ? .doubtful : .passed
        addFacts(result)
        suites = [
            Reported.Suite(
                name: result.scenario, properties: Self.properties(result),
                seconds: result.duration.exactSeconds)
        ]
        cases = result.expectations.map { ReportedCase($0, result) } + [ReportedCase(result)]
        for client in result.clients {
            cases += client.steps.map { ReportedCase($0, client, result) }
        }
        if let judged = run.judged { add(judged) }
        text = { TextReport.text(result) }
        timeline = { RunTimeline.plot(run) }
        if run.recording != nil, !isMerged { player = { RunPlayer.section(run) } }
        if let events = run.events, !isMerged {
            pictures = { SVGPlot.pictures(result, events: events).map { $0.text() } }
        }
    }

    private mutating func addFacts(_ result: RunResult) {
        func fact(_ name: String, _ text: String, brief: String? = nil) {
            facts.append(Reported.Fact(name: name, text: text, brief: brief ?? "\(name) \(text)"))
        }
        fact("scenario", "\(result.file), hash \(result.scenarioHash)")
        fact("seed", "\(result.seed)")
        let ran = "\(Digits.seconds(result.duration)) of virtual time"
        fact("ran", ran, brief: ran)
        remarks = ["\(result.file), hash \(result.scenarioHash), seed \(result.seed)"]
        for board in result.boards {
            let brief = "\(board.name): \(board.model), firmware \(board.firmware)"
            fact("board", "\(brief), \(board.address)", brief: brief)
            remarks.append(brief)
        }
    }

    private static func properties(_ result: RunResult) -> [(name: String, value: String)] {
        var properties = [
            ("seed", "\(result.seed)"), ("scenario file", result.file),
            ("scenario hash", result.scenarioHash),
        ]
        for board in result.boards {
            properties.append(("board", "\(board.name): \(board.model)"))
            properties.append(("firmware", "\(board.name): \(board.firmware)"))
        }
        if let hash = result.traceHash { properties.append(("trace hash", hash)) }
        return properties
    }
}

extension ReportedCase {
    fileprivate init(_ expectation: ExpectationResult, _ result: RunResult) {
        let (verdict, label): (Verdict, String) =
            switch expectation.verdict {
            case .held: (.held, "held")
            case .failed: (.failed, "failed")
            case .undecided: (.undecided, "undecided")
            case .unreached: (.unreached, "unreached")
            }
        let deadline = Digits.seconds(expectation.deadline)
        self.init(
            kind: .expectation, group: result.scenario, title: expectation.title, verdict: verdict,
            label: label, message: expectation.detail, type: "expectation", file: result.file,
            line: expectation.line, seconds: expectation.decided.exactSeconds)
        detail = "\(place): \(title): \(message), to hold by \(deadline)"
        facts = [
            .named("where", place), .named("found", message),
            .keyed("at", Digits.seconds(expectation.decided), name: "decided"),
            .keyed("deadline", deadline, name: "deadline"),
        ]
    }

    /// The run itself.
    fileprivate init(_ result: RunResult) {
        self.init(
            kind: .ending, group: result.scenario, title: "the run finishes",
            verdict: .held, file: result.file, seconds: result.duration.exactSeconds)
        switch result.ownCase {
        case .held: break
        case .skipped(let why): (verdict, message) = (.skipped, why)
        case .failed(let why, let type): (verdict, message, self.type) = (.failed, why, type)
        }
    }

    fileprivate init(_ step: StepResult, _ client: ClientResult, _ result: RunResult) {
        let (verdict, label, message): (Verdict, String, String) =
            switch step.outcome {
            case .done: (.held, "done", step.detail)
            case .failed(let why): (.failed, "failed", why)
            case .running: (.undecided, "running", "when the run ended")
            case .notReached: (.skipped, "–", "not reached")
            }
        self.init(
            kind: .step, group: result.scenario, title: step.title, subject: client.name,
            verdict: verdict, label: label, message: message, type: "step", file: result.file,
            line: step.line)
        facts = [.named("where", place)]
        if let started = step.started { facts.append(.named("began", Digits.seconds(started))) }
        if let ended = step.ended { facts.append(.named("ended", Digits.seconds(ended))) }
    }
}
