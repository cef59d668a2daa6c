import ClientJudge

/// What became of a rule, for formats that have a test a rule.
enum RuleOutcome: Equatable {
    /// Nobody broke it.
    case kept
    /// What was found is no error: it holds, with a remark.
    case remarked
    /// What was found is accepted, for this reason.
    case waived(String)
    /// An error stands.
    case broken
}

extension ClientReport {
    /// What was found of a rule.
    func judged(_ rule: Rule) -> [Assessment.Judged] {
        assessment.judged.filter { $0.finding.rule == rule }
    }

    func outcome(_ rule: Rule) -> RuleOutcome {
        let judged = judged(rule)
        guard let first = judged.first else { return .kept }
        if judged.allSatisfy({ $0.waiver != nil }) {
            return .waived("waived: \(first.waiver?.reason ?? "")")
        }
        return rule.severity == .error ? .broken : .remarked
    }

    /// A finding on one line: where, when, how often, what was sent, and what is wrong with it.
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
