import Conformance

/// Merges the parts of one conformance run.
package enum ConformanceMerge {
    /// The whole, for any order of the parts: equal to the report of a run without parts.
    ///
    /// - Parameter parts: with the names of their files, for messages.
    package static func whole(
        _ parts: [(file: String, report: ConformanceReport)]
    ) throws(ConformanceMergeError) -> ConformanceReport {
        guard let first = parts.first else { throw .init(["there is no report to merge"]) }
        try checkKinship(parts)
        if parts.count == 1, first.report.shard == nil { return first.report }
        let sorted = try inTurn(parts)
        var whole = first.report
        whole.shard = nil
        whole.target = commonTarget(parts.map(\.report.target))
        whole.boards = try boards(sorted)
        whole.results = sorted.flatMap(\.report.results).sorted { $0.place < $1.place }
        try checkResults(whole, sorted)
        return whole
    }

    private typealias Part = (file: String, report: ConformanceReport)

    /// All parts must have the same suite, seed, transport and selection.
    private static func checkKinship(_ parts: [Part]) throws(ConformanceMergeError) {
        let facts: [(String, (ConformanceReport) -> String)] = [
            ("program", \.tool), ("suite", \.suiteHash), ("seed", { "\($0.seed)" }),
            ("target", { kind(ofTarget: $0.target) }),
            ("selection", { $0.selection.joined(separator: " ") }),
            ("number of planned results", { "\($0.planned)" }),
        ]
        var problems: [String] = []
        for (name, fact) in facts {
            guard let first = parts.first else { continue }
            let wanted = fact(first.report)
            for part in parts.dropFirst() where fact(part.report) != wanted {
                problems.append(
                    "\(part.file) has a different \(name) than \(first.file): `\(fact(part.report))`,"
                        + " not `\(wanted)`; merge parts of one run")
            }
        }
        guard problems.isEmpty else { throw .init(problems) }
    }

    /// Sorted by number; no duplicates, none missing.
    private static func inTurn(_ parts: [Part]) throws(ConformanceMergeError) -> [Part] {
        var problems: [String] = []
        var files: [Int: String] = [:]
        var numbered: [(index: Int, part: Part)] = []
        var count: Int?
        for part in parts {
            guard let shard = part.report.shard else {
                problems.append("\(part.file) is a whole run; merge parts only")
                continue
            }
            if let count, count != shard.count {
                problems.append(
                    "\(part.file) is part \(shard), but others are of \(count); merge parts of one run"
                )
            }
            count = count ?? shard.count
            if let other = files.updateValue(part.file, forKey: shard.index) {
                problems.append("\(part.file) and \(other) are both part \(shard); omit one")
            }
            numbered.append((shard.index, part))
        }
        if problems.isEmpty, let count {
            let missing = (1...count).lazy.filter { files[$0] == nil }
            let shown = missing.prefix(10).map { "\($0)/\(count)" }
            if let example = shown.first {
                let all = count - files.count
                let list = shown.joined(separator: ", ") + (all > shown.count ? ", …" : "")
                problems.append(
                    "\(all) of \(count) parts \(all == 1 ? "is" : "are") missing: \(list); run with"
                        + " `--shard \(example)`")
            }
        }
        guard problems.isEmpty else { throw .init(problems) }
        return numbered.sorted { $0.index < $1.index }.map(\.part)
    }

    /// Every board once; a name must mean the same board in all parts.
    private static func boards(_ parts: [Part]) throws(ConformanceMergeError) -> [BoardFacts] {
        var boards: [BoardFacts] = []
        var origin: [String: (file: String, board: BoardFacts)] = [:]
        var problems: [String] = []
        for part in parts {
            for board in part.report.boards {
                guard let known = origin[board.name] else {
                    origin[board.name] = (part.file, board)
                    boards.append(board)
                    continue
                }
                if known.board != board {
                    problems.append(
                        "\(board.name) describes itself differently in \(part.file) and in"
                            + " \(known.file); judge one board with all parts")
                }
            }
        }
        guard problems.isEmpty else { throw .init(problems) }
        return boards
    }

    /// Every planned result once.
    private static func checkResults(
        _ whole: ConformanceReport, _ parts: [Part]
    ) throws(ConformanceMergeError) {
        var problems: [String] = []
        for (result, next) in zip(whole.results, whole.results.dropFirst())
        where result.place == next.place {
            problems.append(
                "\(next.id) on \(next.board) and \(result.id) on \(result.board) have the same place in two"
                    + " parts; split the suite with `--shard` of one program")
            if problems.count == 10 { break }
        }
        if problems.isEmpty, whole.results.count < whole.planned {
            let here = Set(whole.results.map(\.place))
            let place = (0..<whole.planned).first { !here.contains($0) } ?? 0
            let part = parts.first { $0.report.shard?.contains(place: place) ?? false }
            problems.append(
                "\(whole.planned - whole.results.count) of \(whole.planned) results are missing; "
                    + (part.map { "\($0.file) is incomplete: run that part again" }
                        ?? "a part is incomplete"))
        }
        guard problems.isEmpty else { throw .init(problems) }
    }

    /// Each part may use its own socket; an address after a comma identifies the board, as does an
    /// adapter's address.
    private static func kind(ofTarget target: String) -> String {
        let kind = target.prefix { $0 != ":" }
        guard kind.hasPrefix("hci-") else { return target }
        return target.lastIndex(of: ",").map { kind + String(target[$0...]) } ?? String(kind)
    }

    private static func commonTarget(_ targets: [String]) -> String {
        let all = Set(targets)
        return all.count == 1 ? targets[0] : kind(ofTarget: targets[0])
    }
}

/// Why reports cannot be merged.
package struct ConformanceMergeError: Error, Equatable, CustomStringConvertible {
    /// The problems, each with a fix.
    package var problems: [String]

    init(_ problems: [String]) { self.problems = problems }

    package var description: String { problems.joined(separator: "\n") }
}
