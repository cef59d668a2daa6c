/// What an experiment takes away from the owner of a board, who is asked before.
package enum Loss: String, Sendable, CaseIterable, Comparable {
    /// The log and its loggers.
    case erase
    /// Everything that a restart forgets.
    case restart

    /// For the question, and for what was not run.
    package var words: String {
        switch self {
        case .erase: "erases the log"
        case .restart: "restarts the board"
        }
    }

    /// What is lost, in a sentence.
    package var about: String {
        switch self {
        case .erase: "The log and all loggers are erased: download first what you want to keep."
        case .restart:
            "The board is restarted several times, once into its bootloader, from which it comes back after a minute:"
                + " sensors that run, loggers, events, timers, settings and log entries that are not in flash yet are"
                + " lost, macros stay."
        }
    }

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
