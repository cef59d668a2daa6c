import Conformance

extension Reported {
    /// A run of the suite, or a part of one.
    init(_ report: ConformanceReport) {
        let part = Part(report)
        self.init(
            name: "conformance", title: "Conformance: \(part.sentence)",
            seconds: report.results.reduce(0) { $0 + $1.seconds }, isPassed: report.isGreen,
            parts: [part])
    }
}

extension Reported.Part {
    fileprivate init(_ report: ConformanceReport) {
        name = "Conformance"
        sentence = ConformanceWords.verdict(report)
        isPassed = report.isGreen
        mark = report.isGreen ? .passed : report.results.isEmpty ? .doubtful : .failed
        addFacts(report)
        closing = [sentence]
        var places: [String: Int] = [:]
        for (i, board) in report.boards.enumerated() {
            let results = report.results.filter { $0.board == board.name }
            suites.append(
                Reported.Suite(
                    name: board.name, properties: Self.properties(board, report),
                    seconds: results.reduce(0) { $0 + $1.seconds }))
            if places[board.name] == nil { places[board.name] = i }
        }
        cases = report.results.map { ReportedCase($0, suite: places[$0.board] ?? 0) }
        addTables(report)
    }

    private mutating func addFacts(_ report: ConformanceReport) {
        func fact(_ name: String, _ text: String, isBrief: Bool = true) {
            let brief = isBrief ? "\(name): \(text)" : nil
            facts.append(Reported.Fact(name: name, text: text, brief: brief))
        }
        fact("target", report.target)
        fact("suite", report.suiteHash)
        fact("seed", "\(report.seed)")
        fact("program", report.tool, isBrief: false)
        remarks = [
            "conformance of \(report.target), suite \(report.suiteHash), seed \(report.seed)"
        ]
        if let part = ConformanceWords.part(report) {
            fact("part", part)
            remarks.append("part \(part)")
        }
        if !report.selection.isEmpty { fact("chosen", report.selection.joined(separator: " ")) }
        for board in report.boards {
            fact("board", ConformanceWords.board(board))
            remarks.append(ConformanceWords.board(board))
        }
    }

    private static func properties(
        _ board: BoardFacts, _ report: ConformanceReport
    ) -> [(name: String, value: String)] {
        var properties = [
            ("seed", "\(report.seed)"), ("board", board.model), ("firmware", board.firmware),
            ("hardware", board.hardware), ("suite hash", report.suiteHash),
            ("target", report.target), ("tool", report.tool),
        ]
        if let shard = report.shard { properties.append(("shard", shard.description)) }
        if !report.selection.isEmpty {
            properties.append(("selection", report.selection.joined(separator: " ")))
        }
        return properties + board.modules.map { ("module", ConformanceWords.module($0)) }
    }

    private mutating func addTables(_ report: ConformanceReport) {
        let groups = ConformanceGroups(report)
        func cells(_ counts: [Int]) -> [String] { counts.map { $0 == 0 ? "" : Digits.grouped($0) } }
        tables.append(
            Reported.Table(
                kind: .counts, columns: ["cases"] + Verdict.allCases.map(\.rawValue),
                numbers: 1...4,
                rows: groups.rows.map { [$0.name] + cells($0.counts) }
                    + [["all"] + cells(Verdict.allCases.map { report.count($0) })]))
        if !groups.answers.isEmpty {
            tables.append(
                Reported.Table(
                    kind: .answers, title: "Where sources differ, the board",
                    columns: ["question", "follows", "boards", "cases"],
                    rows: groups.answers.map { answer in
                        [
                            answer.question, answer.answer, answer.boards.joined(separator: ", "),
                            answer.ids.joined(separator: " "),
                        ]
                    }))
        }
        if !groups.skips.isEmpty {
            tables.append(
                Reported.Table(
                    kind: .skips, title: "Skipped", columns: ["", "why", "cases"], numbers: 0...0,
                    rows: groups.skips.map { skip in
                        let more = skip.ids.count > 3 ? ", …" : ""
                        return [
                            Digits.grouped(skip.count), skip.reason,
                            skip.ids.prefix(3).joined(separator: ", ") + more,
                        ]
                    }))
        }
        for board in report.boards where !board.modules.isEmpty {
            tables.append(
                Reported.Table(
                    kind: .modules, title: "\(board.name): modules",
                    rows: board.modules.map { [ConformanceWords.module($0)] }))
        }
    }
}

extension ReportedCase {
    fileprivate init(_ result: CaseResult, suite: Int) {
        let verdict: Verdict =
            switch result.verdict {
            case .pass: .held
            case .fail: .failed
            case .inconclusive: .inconclusive
            case .skipped: .skipped
            }
        self.init(
            kind: .conformance, suite: suite, group: result.group, id: result.id,
            title: result.title, subject: result.board, verdict: verdict,
            label: result.verdict.rawValue, message: result.reason, type: result.verdict.rawValue,
            file: result.file, line: result.failedStep ?? result.line, seconds: result.seconds,
            source: result.source)
        follows = result.follows.map { ($0.question, $0.answer) }
        guard isOpen || !follows.isEmpty else { return }
        facts = [
            .named("case", ConformanceWords.place(result)),
            isOpen
                ? .keyed("source", source, name: "source") : .named("source", source),
            .named("took", "\(Digits.fixed(result.seconds, 3)) s"),
        ]
        guard isOpen else { return }
        detail = "\(ConformanceWords.place(result)): \(message)\n\(source)"
        if !result.checks.isEmpty { attachments.append(.checks(result.checks)) }
        if !result.log.isEmpty { attachments.append(.packets(result.log)) }
    }
}
