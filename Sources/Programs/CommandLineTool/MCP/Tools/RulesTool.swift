import ClientJudge
import JSON

/// Lists the rules of the judge.
let rulesTool = MCPTool(
    name: "rules", title: "List the rules for clients",
    about:
        "Lists the rules by which clients are judged; `explain` says why one holds, and how to obey it.",
    effect: .none,
    arguments: [
        MCPArgument(
            "search", "Words, or the beginning of an id: `flush`, `MW-LOG`. Default: the families."),
        MCPArgument("severity", .choice(["error", "warning", "note"]), "Only these."),
    ]
) { (parameters, session) throws(RPCError) in
    let severity = try parameters.text("severity")
    let all = RuleTable.rules.filter { severity == nil || "\($0.severity)" == severity }
    guard let search = try parameters.text("search") else {
        let families = RuleFamilies(all)
        return .done(
            MCPResult(
                text: "\(all.count) rules in families; `search` one of them, or a word:\n"
                    + families.text,
                data: [("families", families.json)]))
    }
    let words = MCPPages.words(search)
    let found = all.filter { rule in
        if rule.id.hasPrefix(search.uppercased()) { return true }
        let own = MCPPages.words("\(rule.title) \(rule.why) \(rule.fix)")
        return !words.isEmpty && words.allSatisfy(own.contains)
    }
    return .done(
        MCPResult(
            text: found.isEmpty
                ? "no rule has `\(search)`; try one word, or leave out `search`"
                : found.map { "\($0.id)  \($0.severity)  \($0.title)" }.joined(separator: "\n"),
            data: [
                (
                    "rules",
                    .array(
                        found.map {
                            .object([
                                ("id", .string($0.id)), ("severity", .string("\($0.severity)")),
                                ("title", .string($0.title)),
                            ])
                        })
                )
            ]))
}

/// Rules by the beginning of their ids, in the order of the reference.
private struct RuleFamilies {
    private var families: [(name: String, rules: [Rule])] = []

    init(_ rules: [Rule]) {
        for rule in rules {
            let name = rule.id.split(separator: "-").dropLast().joined(separator: "-")
            if families.last?.name == name {
                families[families.count - 1].rules.append(rule)
            } else {
                families.append((name, [rule]))
            }
        }
    }

    var text: String {
        families.map { "\($0.name)  \($0.rules.count), such as: \($0.rules[0].title)" }
            .joined(separator: "\n")
    }

    var json: JSONValue {
        .array(
            families.map {
                .object([("name", .string($0.name)), ("rules", .integer($0.rules.count))])
            })
    }
}
