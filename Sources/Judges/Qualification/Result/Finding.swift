/// What a board says about a row of the sheet on real boards.
package enum RowVerdict: String, Sendable, CaseIterable {
    /// The board does what the row says.
    case confirmed
    /// It does something else.
    case contradicted
    /// This was not tested, or what was seen does not decide it.
    case open
}

/// What one experiment saw of a row.
package struct Finding: Sendable, Equatable {
    /// The number of the row: 25 of RB26-25.
    package var row: Int
    package var verdict: RowVerdict
    /// What was seen, in words.
    package var saw: String
}

/// What one experiment says to an open question.
package struct Answer: Sendable, Equatable {
    /// The number of the question.
    package var question: Int
    package var text: String
}
