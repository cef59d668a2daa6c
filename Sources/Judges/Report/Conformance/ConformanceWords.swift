import Conformance

/// Texts of a report of the suite that all formats share.
enum ConformanceWords {
    /// `410 of 412 passed, 1 failed, 1 skipped`, and `3 not run` for an incomplete run.
    static func verdict(_ report: ConformanceReport) -> String {
        let total = report.results.count
        guard total > 0 || report.expected > 0 else {
            return "nothing to judge: no case was selected"
        }
        var parts = ["\(Digits.grouped(report.count(.pass))) of \(Digits.grouped(total)) passed"]
        let others = [
            (Verdict.fail, "failed"), (.inconclusive, "inconclusive"),
            (.skipped, "skipped"),
        ]
        for (verdict, word) in others where report.count(verdict) > 0 {
            parts.append("\(Digits.grouped(report.count(verdict))) \(word)")
        }
        if !report.isComplete {
            parts.append("\(Digits.grouped(report.expected - total)) not run")
        }
        return parts.joined(separator: ", ")
    }

    /// `part 2/8, 51 of 412 results`; nil for a whole run.
    static func part(_ report: ConformanceReport) -> String? {
        report.shard.map {
            "\($0), \(Digits.grouped(report.results.count)) of \(Digits.grouped(report.planned))"
                + " results"
        }
    }

    /// Names of boards, shortened: `every board`, `MetaMotion R 1.5.0 and 3 more`.
    static func boards(_ names: [String], of report: ConformanceReport) -> String {
        let others = report.boards.filter { !$0.isCap }.map(\.name)
        if others.count > 2, others.allSatisfy(names.contains) { return "every board" }
        guard names.count > 3 else { return names.joined(separator: ", ") }
        return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more"
    }

    /// `MetaMotion S 1.7.2, hardware 0.1, 20 modules`.
    static func board(_ board: BoardFacts) -> String {
        var parts = [board.name]
        if !board.hardware.isEmpty { parts.append("hardware \(board.hardware)") }
        let there = board.modules.count { $0.implementation != nil }
        if !board.modules.isEmpty { parts.append("\(there) module\(there == 1 ? "" : "s")") }
        let malformed = board.modules.count { !$0.malformed.isEmpty }
        if malformed > 0 { parts.append("\(malformed) malformed") }
        return parts.joined(separator: ", ")
    }

    /// `0x03 Accelerometer 4.1 de ad`.
    static func module(_ module: BoardFacts.Module) -> String {
        let id = "0x" + hex([module.id])
        guard module.malformed.isEmpty else {
            return "\(id) \(module.name) malformed [\(hex(module.malformed))]"
        }
        guard let implementation = module.implementation else { return "\(id) \(module.name) –" }
        let extra = module.extra.isEmpty ? "" : " " + hex(module.extra)
        return "\(id) \(module.name) \(implementation).\(module.revision ?? 0)\(extra)"
    }

    /// `Conformance/acc.yaml:12, step at line 20`.
    static func place(_ result: CaseResult) -> String {
        let step = result.failedStep.map { ", step at line \($0)" } ?? ""
        return "\(result.file):\(result.line)\(step)"
    }

    /// Bytes as in the protocol documents: `03 03 0c`.
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }

    /// A packet log, one line each: time, sender, characteristic, bytes, description.
    static func lines(_ log: [LogLine]) -> [String] {
        let widest = log.map { $0.characteristic.count }.max() ?? 0
        return log.map { line in
            let time = Digits.fixed(line.seconds, 4)
            let margin = String(repeating: " ", count: max(0, 10 - time.count))
            guard line.direction != .note else { return "\(margin)\(time) - \(line.words)" }
            let name = line.characteristic
            let gap = String(repeating: " ", count: widest - name.count)
            let words = line.words.isEmpty ? "" : "  \(line.words)"
            return "\(margin)\(time) \(line.direction == .host ? ">" : "<") \(name)\(gap)"
                + "  \(hex(line.bytes))\(words)"
        }
    }

    /// A number and its band: `acceleration x 1.2 g, wanted 0.9 to 1.1`.
    static func check(_ check: NumericCheck) -> String {
        let unit = check.unit.isEmpty ? "" : " \(check.unit)"
        let value = "\(check.name) \(Digits.significant(check.value))\(unit)"
        switch (check.low, check.high) {
        case (nil, nil): return value
        case (let low?, nil): return "\(value), wanted at least \(Digits.significant(low))"
        case (nil, let high?): return "\(value), wanted at most \(Digits.significant(high))"
        case (let low?, let high?):
            return "\(value), wanted \(Digits.significant(low)) to \(Digits.significant(high))"
        }
    }
}
