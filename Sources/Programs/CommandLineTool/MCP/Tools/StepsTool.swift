import Declaration
import JSON
import ScenarioFile

/// Lists what can be written in a scenario.
let stepsTool = MCPTool(
    name: "steps", title: "List steps and other keys of scenarios",
    about:
        "Lists the steps of a scripted client, or the keys of another part of a scenario; with `name`, what one of them"
        + " takes.",
    effect: .none,
    arguments: [
        MCPArgument(
            "name",
            "A step, fault, input, expectation, move or part: `stop-log`, `upon`, `fault`, `board`. Default:"
                + " `step`, the list of steps.")
    ]
) { (parameters, session) throws(RPCError) in
    let name = try parameters.text("name") ?? "step"
    let sections = ReferenceSections.all
    guard let section = sections.first(where: { $0.name == name }) else {
        throw RPCError(
            .wrongInput,
            "there is no `\(name)` in scenarios; "
                + Suggestion.fix(name, known: sections.map(\.name), what: "parts"))
    }
    return .done(
        MCPResult(
            text: MCPText.bounded(section.text, rest: "docs/scenario-reference.md"),
            data: [
                ("name", .string(name)),
                ("keys", .array(section.keys.map { .string($0) })),
                ("parts", name == "step" ? .array(sections.map { .string($0.name) }) : .null),
            ]))
}

/// The reference of scenario files, by its headings.
private struct ReferenceSections {
    var name: String
    var text: String

    static let all: [Self] = {
        let parts = ReferencePage.scenario().split(
            separator: "\n## ", omittingEmptySubsequences: true)
        return parts.dropFirst().compactMap { part in
            let name = part.prefix { $0 != "\n" }
            guard name != "Contents" else { return nil }
            return Self(
                name: String(name),
                text: String(part.replacing(/\]\(#[^)]*\)/, with: "]")))
        }
    }()

    /// The first cells of its tables.
    var keys: [String] {
        text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            return String(line.dropFirst(3).prefix { $0 != "`" })
        }
    }
}
