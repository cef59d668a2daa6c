import ClientJudge

/// The outcome of a rule, for formats with a test per rule.
enum RuleOutcome: Equatable {
    /// No findings.
    case kept
    /// The findings are not errors: it passes, with a remark.
    case remarked
    /// The findings are waived, for this reason.
    case waived(String)
    /// There is an error without a waiver, or a warning that counts.
    case broken
}

extension ClientReport {
    func judged(_ rule: Rule) -> [Assessment.Judged] {
        assessment.judged.filter { $0.finding.rule == rule }
    }

    func outcome(_ rule: Rule) -> RuleOutcome {
        let judged = judged(rule)
        guard let first = judged.first else { return .kept }
        if judged.allSatisfy({ $0.waiver != nil }) {
            return .waived("waived: \(first.waiver?.reason ?? "")")
        }
        if isStrict, rule.severity == .warning { return .broken }
        return rule.severity == .error ? .broken : .remarked
    }

    /// A finding on one line: board, time, count, packet and problem.
    func sentence(_ finding: Finding) -> String {
        var words = "\(finding.board), \(Digits.seconds(finding.first))"
        if finding.count > 1 { words += ", \(Digits.grouped(finding.count)) times" }
        if let source = finding.sourceInWords { words += ", by \(source)" }
        words += ": "
        if !finding.packet.isEmpty {
            words += finding.packetInHex
            words += finding.words.isEmpty ? "; " : " (\(finding.words)); "
        } else if let place = place(finding) {
            words += place.joined(separator: " ") + "; "
        }
        return words + finding.detail
    }
}
