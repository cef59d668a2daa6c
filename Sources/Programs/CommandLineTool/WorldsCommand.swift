import CommandLineProgram
import Declaration
import JSON
import ScenarioFile
import YAML

/// `boardsim worlds`, for the list of commands.
let worldsCommandDeclaration = Command(
    name: "worlds",
    about:
        "Lists the hostile worlds that `--world` knows, with their lines of the scenario language.",
    options: [.flag("json", "As JSON.")], run: worldsCommand)

/// `boardsim worlds`.
func worldsCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    guard !arguments.has("json") else {
        console.write(JSONValue.array(HostileWorld.all.map(\.json)).text)
        return .success
    }
    for world in HostileWorld.all {
        console.write("\(world.name): \(world.words)\n")
        for line in world.lines.split(separator: "\n") { console.write("    \(line)\n") }
        console.write("\n")
    }
    return .success
}

extension HostileWorld {
    fileprivate var json: JSONValue {
        let lines = try? Node(parsing: Array(self.lines.utf8))
        return .object([
            ("name", .string(name)), ("about", .string(words)), ("lines", lines?.json ?? .null),
        ])
    }
}
