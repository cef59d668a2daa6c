/// The result of one case on one board.
package struct CaseResult: Sendable, Equatable {
    /// A question that the sources answer in more than one way, and the answer that the board gives.
    package struct Choice: Sendable, Equatable {
        /// `what a read of an absent module returns`.
        package var question: String
        /// `nothing at all`.
        package var answer: String

        /// A question and the board's answer.
        package init(question: String, answer: String) {
            self.question = question
            self.answer = answer
        }
    }

    /// Its place in the whole run, before that was split into parts, from 0.
    package var place: Int
    /// `MW/ACC/DATA/BV-01-C`.
    package var id: String
    /// What is asked, in words.
    package var title: String
    /// The section of the protocol that it rests on, and its mark: `sensors 2.3 (spec)`.
    package var source: String
    package var file: String
    /// Where the case begins in the file, from 1.
    package var line: Int
    /// The name of a board of the report.
    package var board: String
    package var verdict: Verdict
    /// Why it did not pass; empty if it did.
    package var reason: String
    /// From its start to its verdict, in seconds of the board's time.
    package var seconds: Double
    /// The line of the step that did not hold.
    package var failedStep: Int?
    /// What the board does where sources contradict each other.
    package var follows: [Choice]
    /// The packets of a case that did not pass.
    package var log: [LogLine]
    /// The numbers of a case that did not pass.
    package var checks: [NumericCheck]

    /// A result; without details by default.
    package init(
        place: Int, id: String, title: String, source: String, file: String, line: Int,
        board: String, verdict: Verdict, reason: String = "", seconds: Double = 0,
        failedStep: Int? = nil, follows: [Choice] = [], log: [LogLine] = [],
        checks: [NumericCheck] = []
    ) {
        self.place = place
        self.id = id
        self.title = title
        self.source = source
        self.file = file
        self.line = line
        self.board = board
        self.verdict = verdict
        self.reason = reason
        self.seconds = seconds
        self.failedStep = failedStep
        self.follows = follows
        self.log = log
        self.checks = checks
    }

    /// Its group, for tables: `MW/ACC` of `MW/ACC/DATA/BV-01-C`.
    package var group: String {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 ? parts.prefix(2).joined(separator: "/") : id
    }
}
