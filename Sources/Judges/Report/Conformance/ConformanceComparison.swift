import Conformance

/// How the verdicts of two runs differ.
package struct ConformanceComparison: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// It passed before and does not now, or fails now and did not before.
        case regression
        /// It passes now.
        case progression
        /// Neither: from FAIL to INCONC, to or from SKIP.
        case change
        /// Was not in the older run.
        case new
        /// Is not in the newer run.
        case gone
    }

    /// One case on one board.
    package struct Entry: Sendable, Equatable {
        package var kind: Kind
        package var id: String
        /// The board, as the newer run has it; as the older one has it if it is gone.
        package var board: String
        /// Nil for a new case.
        package var old: Verdict?
        /// Nil for a case that is missing now.
        package var new: Verdict?
        /// Why it did not pass in the newer run.
        package var reason: String
    }

    /// In the order of the newer run; missing ones at the end.
    package let entries: [Entry]
    /// Cases with the same verdict.
    package let unchanged: Int
    /// What else differs: the suite, the program.
    package let notes: [String]

    /// Compares by case and product, whatever its firmware; by case and board if one run has several
    /// boards of a product; two runs of one board each by case alone.
    package init(_ old: ConformanceReport, _ new: ConformanceReport) {
        let names = Self.names(old, new)
        func key(_ result: CaseResult) -> String {
            "\(result.id)\u{0}\(names[result.board] ?? result.board)"
        }
        var before: [String: CaseResult] = [:]
        for result in old.results { before[key(result)] = result }
        let isSameSuite = old.suiteHash == new.suiteHash
        var entries: [Entry] = []
        var unchanged = 0
        var seen: Set<String> = []
        for result in new.results {
            seen.insert(key(result))
            let was = before[key(result)]?.verdict
            guard was != result.verdict else {
                unchanged += 1
                continue
            }
            entries.append(
                Entry(
                    kind: Self.kind(was, result.verdict), id: result.id, board: result.board,
                    old: was, new: result.verdict, reason: result.reason))
        }
        for result in old.results where !seen.contains(key(result)) {
            // In an unchanged suite, a case that passed and is missing was not run.
            let isLost = isSameSuite && result.verdict == .pass
            entries.append(
                Entry(
                    kind: isLost ? .regression : .gone, id: result.id, board: result.board,
                    old: result.verdict, new: nil, reason: ""))
        }
        self.entries = entries
        self.unchanged = unchanged
        notes = Self.notes(old, new)
    }

    /// The common name of a board in both runs, by its name.
    private static func names(
        _ old: ConformanceReport, _ new: ConformanceReport
    ) -> [String: String] {
        let isOne = old.boards.count == 1 && new.boards.count == 1
        let isUnique = [old, new].allSatisfy { report in
            Set(report.boards.map(\.model)).count == report.boards.count
        }
        guard isOne || isUnique else { return [:] }
        let boards = old.boards + new.boards
        return Dictionary(boards.map { ($0.name, isOne ? "" : $0.model) }) { first, _ in first }
    }

    /// The number of differences of a kind.
    package func count(_ kind: Kind) -> Int { entries.count { $0.kind == kind } }

    private static func kind(_ old: Verdict?, _ new: Verdict) -> Kind {
        switch (old, new) {
        case (nil, _): .new
        case (_, .pass): .progression
        case (.pass, _), (.skipped, .fail), (.skipped, .inconclusive): .regression
        default: .change
        }
    }

    private static func notes(_ old: ConformanceReport, _ new: ConformanceReport) -> [String] {
        let facts: [(String, String, String)] = [
            ("suite", old.suiteHash, new.suiteHash), ("program", old.tool, new.tool),
            ("seed", "\(old.seed)", "\(new.seed)"), ("target", old.target, new.target),
            (
                "selection", old.selection.joined(separator: " "),
                new.selection.joined(separator: " ")
            ),
            (
                "part", old.shard?.description ?? "the whole suite",
                new.shard?.description ?? "the whole suite"
            ),
            (
                "boards", old.boards.map(\.name).joined(separator: ", "),
                new.boards.map(\.name).joined(separator: ", ")
            ),
        ]
        return facts.filter { $0.1 != $0.2 }.map { "another \($0): \($1), now \($2)" }
    }
}

extension ConformanceComparison {
    /// Text for a terminal, at most 100 columns wide.
    package func text(colour: Colour = .never) -> String {
        var lines: [String] = []
        for kind in Kind.allCases where count(kind) > 0 {
            let titles: [Kind: String] = [
                .regression: "Regressions", .progression: "Progressions", .change: "Other changes",
                .new: "New cases", .gone: "Missing cases",
            ]
            lines.append(colour.paint(titles[kind] ?? "", .heading))
            var table = TextTable([
                .text("", narrowest: 20), .text("", narrowest: 12), .text(""),
                .text("", narrowest: 16),
            ])
            for entry in entries where entry.kind == kind {
                let old = entry.old?.rawValue ?? "–"
                let new = entry.new?.rawValue ?? "–"
                table.add(
                    TextTable.Cell(entry.id), TextTable.Cell(entry.board),
                    TextTable.Cell("\(old) → \(new)", kind.meaning),
                    TextTable.Cell(entry.reason, .faint))
            }
            lines += table.lines(width: TextReport.width, colour: colour) + [""]
        }
        if !notes.isEmpty {
            lines += notes.flatMap { PrintableText.wrap(PrintableText.clean($0), TextReport.width) }
            lines.append("")
        }
        let counts = Kind.allCases.filter { count($0) > 0 }.map { kind in
            let plural = count(kind) > 1 && kind != .new && kind != .gone ? "s" : ""
            return "\(Digits.grouped(count(kind))) \(kind.rawValue)\(plural)"
        }
        lines.append((counts + ["\(Digits.grouped(unchanged)) alike"]).joined(separator: ", "))
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ConformanceComparison.Kind {
    fileprivate var meaning: Colour.Meaning {
        switch self {
        case .regression: .bad
        case .progression: .good
        case .change, .new, .gone: .doubtful
        }
    }
}
