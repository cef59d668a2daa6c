import YAML

/// One thing wrong with a scenario file: what, where, and the fix.
package struct Problem: Error, Hashable, Sendable {
    package var message: String
    package var mark: Mark
    /// What to write instead; empty if there is nothing to add.
    package var fix: String

    package init(_ message: String, at mark: Mark, fix: String = "") {
        self.message = message
        self.mark = mark
        self.fix = fix
    }
}

extension Problem: CustomStringConvertible {
    /// Without its place: `unknown key `modle`; did you mean `model`?`.
    package var description: String { message + (fix.isEmpty ? "" : "; \(fix)") }
}

/// Why a scenario file cannot be used: all its problems, in file order.
package struct ScenarioError: Error, Hashable, Sendable {
    /// The file as the caller named it.
    package var file: String
    /// At least one; at most ``Reader/limit``.
    package var problems: [Problem]

    package init(file: String, problems: [Problem]) {
        self.file = file
        self.problems = problems
    }
}

extension ScenarioError: CustomStringConvertible {
    /// One line per problem: `wrist.yaml:12:5: error: unknown key `modle`; did you mean `model`?`.
    package var description: String {
        problems.map { problem in
            (problem.mark == .none ? file : "\(file):\(problem.mark)") + ": error: \(problem)"
        }.joined(separator: "\n")
    }
}
