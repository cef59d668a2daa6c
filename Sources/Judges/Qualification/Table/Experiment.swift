import Conformance
import MetaWearTables

/// One thing to try on a board: what it may settle, what it costs, and how it goes.
package struct Experiment: Sendable {
    /// One word for filters and reports.
    package var name: String
    /// What is done, in a sentence without a full stop.
    package var about: String
    /// Rows of the sheet that it can decide.
    package var rows: [Int]
    /// Open questions that it can answer.
    package var questions: [Int] = []
    /// Modules that the board must have.
    package var needs: [MWModule] = []
    /// Only for boards whose log is in NAND.
    package var needsNAND = false
    /// What the owner must agree to.
    package var loses: [Loss] = []
    /// About how long it takes, in seconds of the board's time.
    package var seconds: Int
    /// The steps: what was decided is kept in the bench.
    package var steps: @Sendable (Bench) throws(CaseEnd) -> Void

    /// Why it is of no use on a board, in words; nil if it is of use.
    package func lack(of board: BoardFacts) -> String? {
        for module in needs where board.module(module.rawValue) == nil {
            return "the board has no \(module.row.word) module"
        }
        return needsNAND && !board.hasNAND ? "the row is about boards whose log is in NAND" : nil
    }
}
