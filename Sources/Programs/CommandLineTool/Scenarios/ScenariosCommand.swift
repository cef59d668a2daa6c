import CommandLineProgram
import Declaration
import FoundationEssentials
import ShippedFiles
import Wire

/// `boardsim scenarios`, for the list of commands.
let scenariosCommandDeclaration = Command(
    name: "scenarios", about: "Lists the scenarios that came with the program, and copies them.",
    options: [
        .value(
            "copy", "DIR",
            "Copies them into DIR, with the recordings that they read and the schema for editors."),
        Option(
            name: "only", value: "NAME", isRepeated: true,
            about: "Only this one: `wrist`, `field/tick-wrap.yaml`. Default: all."),
    ],
    run: { scenariosCommand($0, $1) })

/// `boardsim scenarios`.
///
/// - Parameter places: folders of scenarios, of which the first that has some counts; for tests.
func scenariosCommand(
    _ arguments: Arguments, _ console: Console,
    places: [String] = ShippedFiles().places(ofInstalled: "Scenarios", inCheckout: "Scenarios")
) -> ExitStatus {
    console.reporting { () throws(RunError) in
        let shipped = try ShippedScenarios(places).only(arguments.values("only"))
        if let folder = arguments.value("copy") {
            let count = try shipped.copy(into: folder, console)
            let scenarios = shipped.names.count
            console.write(
                "\(scenarios) \(scenarios == 1 ? "scenario" : "scenarios"), \(count) files in"
                    + " \(PathText.shown(folder))\n")
        } else {
            console.write(try shipped.list(console))
        }
        return .success
    }
}
