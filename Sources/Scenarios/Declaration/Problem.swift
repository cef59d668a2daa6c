public import YAML

/// One thing wrong with a scenario file: what, where, and the mend.
public struct Problem: Error, Hashable, Sendable {
    /// What is wrong.
    public var message: String
    /// Where it stands.
    public var mark: Mark
    /// What to write instead; empty if there is nothing to add.
    public var mend: String

    /// A problem at a place.
    public init(_ message: String, at mark: Mark, mend: String = "") {
        self.message = message
        self.mark = mark
        self.mend = mend
    }
}

/// A scenario file cannot be used: all that is wrong with it, in the order of the file.
public struct ScenarioError: Error, Hashable, Sendable {
    /// The file as the caller named it.
    public var file: String
    /// At least one; at most ``Reader/limit``.
    public var problems: [Problem]

    /// Problems of one file.
    public init(file: String, problems: [Problem]) {
        self.file = file
        self.problems = problems
    }
}

extension ScenarioError: CustomStringConvertible {
    /// One line a problem: `wrist.yaml:12:5: error: unknown key `modle`; did you mean `model`?`.
    public var description: String {
        problems.map { problem in
            "\(file):\(problem.mark): error: \(problem.message)"
                + (problem.mend.isEmpty ? "" : "; \(problem.mend)")
        }.joined(separator: "\n")
    }
}
