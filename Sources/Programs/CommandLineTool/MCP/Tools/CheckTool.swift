import CommandLineProgram
import JSON
import Wire

/// Checks a file, as `boardsim check` does.
let checkTool = MCPTool(
    name: "check", title: "Check a scenario",
    about: "Says what is wrong in a scenario, case or waiver file, with line and fix.",
    effect: .none, arguments: MCPSession.scenarioArguments
) { (parameters, session) throws(RPCError) in
    var console = session.console
    var out = ""
    console.write = { out += $0 }
    console.complain = { out += $0 }
    let path: String
    switch (try parameters.text("file"), try parameters.text("scenario")) {
    case (let file?, nil): path = file
    case (nil, let text?):
        path = "scenario"
        console.read = { [read = console.read] name throws(FileError) in
            if name == path { return Array(text.utf8) }
            return try read(name)
        }
    default: throw parameters.wrong("write either `file` or `scenario`")
    }
    _ = Tool.run(["check", "--format", "json", "--", path], console)
    guard case .array(let problems)? = try? JSONValue(reading: out.utf8) else {
        throw RPCError(.wrongInput, out)
    }
    let lines = problems.map { problem in
        let fix = problem.word("fix")
        let place = problem["line"].map { "line \($0.line): " } ?? ""
        return place + problem.word("message") + (fix.isEmpty ? "" : "; \(fix)")
    }
    return .done(
        MCPResult(
            text: lines.isEmpty
                ? "\(PathText.shown(path)) is valid" : lines.joined(separator: "\n"),
            data: [("valid", .bool(problems.isEmpty)), ("problems", .array(problems))]))
}

extension JSONValue {
    /// The text of a field; empty if there is none.
    func word(_ key: String) -> String {
        if case .string(let text)? = self[key] { text } else { "" }
    }

    /// The entries of a list; none if there is none.
    func list(_ key: String) -> [JSONValue] {
        if case .array(let items)? = self[key] { items } else { [] }
    }

    /// The fields with these names that it has.
    func part(_ keys: [String]) -> JSONValue {
        .object(keys.compactMap { key in self[key].map { (key, $0) } })
    }
}
