import Conformance

/// What a board says about all rows and questions.
package struct QualificationReport: Sendable {
    /// One row: every experiment that looked at it.
    package struct Row: Sendable, Equatable {
        package var row: Int
        package var verdict: RowVerdict
        package var saw: String
        /// Of the model of the same product; nil if it was not asked.
        package var model: Finding?

        /// Whether the board decides the row, and otherwise than the model does.
        package var differs: Bool {
            guard let model, verdict != .open, model.verdict != .open else { return false }
            return model.verdict != verdict
        }
    }

    /// How the program calls itself.
    package var tool: String
    /// As `--target` names it.
    package var target: String
    package var board: BoardFacts
    /// What the owner agreed to.
    package var consent: [Loss]
    /// To what more the owner would have to agree for all experiments.
    package var withheld: [Loss]
    package var rows: [Row]
    package var answers: [Answer]
    /// Seconds of the board's time.
    package var seconds: Double
    /// Why it ended early; nil if it did not.
    package var failure: String?

    package func count(_ verdict: RowVerdict) -> Int { rows.count { $0.verdict == verdict } }

    /// Of one row, what all experiments saw: one contradiction decides.
    static func row(_ number: Int, _ findings: [Finding], otherwise why: String) -> Row {
        let own = findings.filter { $0.row == number }
        let decided = own.filter { $0.verdict != .open }
        let contradicted = decided.filter { $0.verdict == .contradicted }
        let chosen = !contradicted.isEmpty ? contradicted : !decided.isEmpty ? decided : own
        return Row(
            row: number, verdict: chosen.first?.verdict ?? .open,
            saw: own.isEmpty ? why : chosen.map(\.saw).joined(separator: "; "))
    }
}
