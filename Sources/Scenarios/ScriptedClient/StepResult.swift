import Simulation

/// One step of a scripted client.
package struct StepResult: Sendable {
    /// How a step ended.
    package enum Outcome: Sendable, Equatable {
        case done
        case failed(String)
        /// The run ended during it.
        case running
        /// The run ended before it.
        case notReached
    }

    /// In words: `connect wrist`.
    package var title: String
    /// In the scenario file, from 1.
    package var line: Int
    /// nil if the script did not reach it.
    package var started: Instant?
    /// nil if it did not end.
    package var ended: Instant?
    package var outcome: Outcome
    /// What it found, in words: `412 entries`.
    package var detail: String

    /// By default, a step that was not reached.
    package init(
        title: String, line: Int, started: Instant? = nil, ended: Instant? = nil,
        outcome: Outcome = .notReached, detail: String = ""
    ) {
        self.title = title
        self.line = line
        self.started = started
        self.ended = ended
        self.outcome = outcome
        self.detail = detail
    }
}
