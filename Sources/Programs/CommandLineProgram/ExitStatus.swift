/// The exit status of the process.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Every expectation held.
    case success = 0
    /// An expectation failed.
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
        case .success: "every expectation held"
        case .failed: "an expectation failed"
        case .usage: "bad usage or input"
        case .environment: "the environment lacks something (the message says what)"
        case .deadline: "a deadline passed"
        }
    }
}
