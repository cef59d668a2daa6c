import CommandLineProgram
import LiveRun

/// Every command of the program.
let commands: [Command] = [
    Command(
        name: "run",
        about:
            "Runs a scenario and judges it; with a radio, as long as PROGRAM runs, which finds the"
            + " radio in BOARDSIM_RADIO and DBUS_SYSTEM_BUS_ADDRESS.",
        operands: .one("FILE"), options: RunSettings.options, takesProgram: true, run: runCommand),
    sweepCommandDeclaration,
    reportCommandDeclaration,
    conformanceCommandDeclaration,
    replayCommandDeclaration,
    serveCommandDeclaration,
    scenariosCommandDeclaration,
    PageCommands.live,
    PageCommands.app,
    PageCommands.games,
    Command(
        name: "check",
        about: "Checks scenario, case and waiver files, and says how to fix them.",
        operands: .several("FILE"),
        options: [
            Option(
                name: "format", value: "text|json", choices: ["text", "json"],
                about: "Output format. Default: text.")
        ],
        run: checkCommand),
    Command(
        name: "boards", about: "Lists the boards that are modelled, with their modules and quirks.",
        options: [.flag("json", "As JSON.")], run: boardsCommand),
    Command(
        name: "schema", about: "Prints the JSON Schema of scenario or case files, for editors.",
        options: [
            ofOption,
            .flag(
                "write",
                "Writes both to Scenarios/scenario.schema.json and Conformance/case.schema.json instead."
            ),
        ],
        run: schemaCommand),
    Command(
        name: "reference", about: "Prints the reference page of scenario or case files.",
        options: [
            ofOption,
            .flag(
                "write",
                "Writes both to docs/scenario-reference.md and docs/conformance-reference.md instead."
            ),
        ],
        run: referenceCommand),
    Command(
        name: "dissector", about: "Prints the Wireshark dissector of the boards' protocol.",
        options: [.flag("write", "Writes it to docs/wireshark/metawear.lua instead.")],
        run: dissectorCommand),
    trikiCommandDeclaration,
    attitudeCommandDeclaration,
    completionCommandDeclaration,
    manualCommandDeclaration,
]

/// The kinds of files that users write.
private let ofOption = Option(
    name: "of", value: "scenario|cases", choices: ["scenario", "cases"],
    about: "Kind of file. Default: scenario.")
