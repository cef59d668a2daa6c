import Declaration

extension RunError {
    /// An error of a command, which the message names.
    package init(_ kind: Kind, of command: String, _ what: String) {
        self.init(kind, "boardsim \(command): \(what)")
    }
}

extension Console {
    /// The status of a command; an error that ends it is reported.
    package func reporting(_ command: () throws(RunError) -> ExitStatus) -> ExitStatus {
        do throws(RunError) { return try command() } catch {
            complain("\(error)\n")
            return error.kind == .environment ? .environment : .usage
        }
    }
}
