/// A program that was run against the radio, for as long as it took.
package struct ProgramResult: Sendable, Equatable {
    /// As on the command line, for a shell.
    package var command: String
    /// Why it failed, as in "ended with status 1"; nil if it ended well.
    package var failure: String?

    package init(command: String, failure: String?) {
        self.command = command
        self.failure = failure
    }
}
