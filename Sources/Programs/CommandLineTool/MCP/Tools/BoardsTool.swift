import Declaration
import JSON
import MetaWearBoard
import TrikiCap

/// Lists the boards.
let boardsTool = MCPTool(
    name: "boards", title: "List boards and quirks",
    about:
        "Lists the boards that are modelled and the quirks that a board may have; with `model`, the modules of one.",
    effect: .none,
    arguments: [MCPArgument("model", "One of them: `MetaMotion S`. Default: all, without modules.")]
) { (parameters, session) throws(RPCError) in
    guard let name = try parameters.text("model") else {
        let lines =
            BoardProfile.all.map { "\($0.name)  firmware \($0.firmwareRevision)" }
            + [
                "\(TrikiCap.product)  firmware \(TrikiCap.firmwareRevisions.joined(separator: " or "))"
            ]
        let quirks = Quirk.allCases.map { "\($0.rawValue)  \($0.about)" }
        return .done(
            MCPResult(
                text: lines.joined(separator: "\n") + "\n\nQuirks, for `quirks:` of a board:\n"
                    + quirks.joined(separator: "\n"),
                data: [
                    (
                        "boards",
                        .array(
                            BoardProfile.all.map { .string($0.name) } + [.string(TrikiCap.product)])
                    ), ("quirks", .array(Quirk.allCases.map { .string($0.rawValue) })),
                ]))
    }
    guard let profile = BoardProfile.all.first(where: { $0.name == name }) else {
        throw RPCError(
            .wrongInput,
            "there is no board `\(name)`; "
                + Suggestion.fix(name, known: BoardProfile.all.map(\.name), what: "boards"))
    }
    return .done(MCPResult(text: profile.text, data: [("board", profile.json)]))
}
