import CommandLineProgram
import JSON
import ScenarioFile

/// Writes a scenario to begin with, as `boardsim new` does.
let newTool = MCPTool(
    name: "new", title: "Write a new scenario",
    about: "Writes a short valid scenario to start from. Never overwrites a file.",
    effect: .writes,
    arguments: [
        MCPArgument("file", isRequired: true, "Path of the new file: `desk.yaml`."),
        MCPArgument(
            "model", "The board, as `boards` lists them. Default: MetaMotion S."),
        MCPArgument(
            "for", .choice(NewScenario.Purpose.allCases.map(\.rawValue)),
            "Who talks to the board: a scripted client that streams or logs, or a program. Default: script."
        ),
    ]
) { (parameters, session) throws(RPCError) in
    var console = session.console
    var out = ""
    console.write = { out += $0 }
    console.complain = { out += $0 }
    var words = ["new"]
    for name in ["model", "for"] {
        if let value = try parameters.text(name) { words.append("--\(name)=\(value)") }
    }
    let file = try parameters.text("file") ?? ""
    guard Tool.run(words + ["--", file], console) == .success else {
        throw RPCError(.wrongInput, out)
    }
    return .done(MCPResult(text: out, data: [("file", .string(file))]))
}
