import ClientJudge

/// A judge's findings about the clients of one run, with the lines of their boards.
package struct ClientReport: Sendable {
    /// The findings with their waivers.
    package var assessment: Assessment
    /// How much of the protocol was exercised, one card per board.
    package var scoreCards: [ScoreCard]
    /// The scenario's file, as reports name it.
    package var file: String
    package var places: [(board: String, line: Int)]
    /// What changed since an earlier report; nil without one.
    package var comparison: FindingComparison?
    /// Whether a warning without a waiver fails the run, too.
    package var isStrict: Bool

    /// A report of what a judge found.
    package init(
        _ assessment: Assessment, scoreCards: [ScoreCard], file: String,
        places: [(board: String, line: Int)], comparison: FindingComparison? = nil,
        isStrict: Bool = false
    ) {
        self.assessment = assessment
        self.scoreCards = scoreCards
        self.file = file
        self.places = places
        self.comparison = comparison
        self.isStrict = isStrict
    }

    /// Whether there is no error without a waiver, and no warning if these count.
    package var passed: Bool { assessment.passed && !(isStrict && count(.warning) > 0) }

    /// The line of a finding's board; 1 if it has none.
    func line(_ finding: Finding) -> Int {
        places.first { $0.board == finding.board }?.line ?? 1
    }

    /// The module and register of a finding by name, as far as it has them.
    func place(_ finding: Finding) -> [String]? {
        guard finding.module != nil else { return nil }
        let card = scoreCards.first { $0.board == finding.board }
        let module = card?.modules.first { $0.id == finding.module }
        let register = module?.registers.first { $0.id == finding.register }
        return [
            module?.name ?? finding.moduleInHex, register?.name ?? finding.registerInHex,
        ].compactMap(\.self)
    }

    /// The number of findings of a severity without a waiver.
    func count(_ severity: Severity) -> Int {
        assessment.open.count { $0.rule.severity == severity }
    }

    /// In one sentence, for the end of a report.
    var verdict: String {
        let (errors, warnings) = (count(.error), count(.warning))
        let rest = "\(Self.number(warnings, "warning")), \(Self.number(count(.note), "note"))"
        let waived = assessment.judged.count { $0.waiver != nil }
        let accepted = waived == 0 ? "" : ", \(waived) waived"
        let claim =
            errors == 0
            ? warnings == 0 ? "follows the rules: " : "may fail on a real board: "
            : "violates the protocol: \(Self.number(errors, "error")), "
        return "The client \(claim)\(rest)\(accepted)."
    }

    private static func number(_ count: Int, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }
}
