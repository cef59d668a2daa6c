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

    /// A report of what a judge found.
    package init(
        _ assessment: Assessment, scoreCards: [ScoreCard], file: String,
        places: [(board: String, line: Int)], comparison: FindingComparison? = nil
    ) {
        self.assessment = assessment
        self.scoreCards = scoreCards
        self.file = file
        self.places = places
        self.comparison = comparison
    }

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
        let errors = count(.error)
        let rest =
            "\(Self.number(count(.warning), "warning")), \(Self.number(count(.note), "note"))"
        let waived = assessment.judged.count { $0.waiver != nil }
        let accepted = waived == 0 ? "" : ", \(waived) waived"
        return errors == 0
            ? "The client follows the rules: \(rest)\(accepted)."
            : "The client violates the protocol: \(Self.number(errors, "error")), \(rest)\(accepted)."
    }

    private static func number(_ count: Int, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }
}
