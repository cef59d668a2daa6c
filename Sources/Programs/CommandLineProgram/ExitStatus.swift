/// The exit status of the process.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Every expectation or case held.
    case success = 0
    /// An expectation, a case or a step failed, or a judged client broke a rule.
    case failed = 1
    /// The command line or an input file is wrong.
    case usage = 2
    /// The machine lacks something; the message says what.
    case environment = 3
    /// A deadline passed.
    case deadline = 42

    /// For `--help`.
    package var about: String {
        switch self {
        case .success: "every expectation or case held"
        case .failed:
            "an expectation, a case or a step of a script failed, or a judged client broke a rule that"
                + " no waiver accepts"
        case .usage: "bad usage or input"
        case .environment: "the machine lacks something (the message says what)"
        case .deadline: "a deadline passed"
        }
    }
}
