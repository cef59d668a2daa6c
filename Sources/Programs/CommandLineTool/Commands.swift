import CommandLineProgram

/// Every command of a program.
func allCommands(with additions: ToolAdditions) -> [Command] {
    [
        runCommandDeclaration(additions), sweepCommandDeclaration(additions),
        exploreCommandDeclaration(additions),
    ] + boardCommands
        + [serveCommandDeclaration(additions), mcpCommandDeclaration, scenariosCommandDeclaration]
        + PageCommands.own + additions.pages + fileCommands + additions.commands
        + [completionCommandDeclaration(additions), manualCommandDeclaration(additions)]
}

/// Those that judge boards.
private let boardCommands = [
    reportCommandDeclaration, conformanceCommandDeclaration, qualifyCommandDeclaration,
    replayCommandDeclaration,
]

/// Those about the files that users write, and other files.
private let fileCommands = [
    newCommandDeclaration,
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
    worldsCommandDeclaration,
    syncReportCommandDeclaration,
    Command(
        name: "schema",
        about:
            "Prints the JSON Schema of scenario or case files, for editors, or of an action or a board's state, for programs.",
        options: [
            Option(
                name: "of", value: "scenario|cases|action|state|python|page",
                choices: ["scenario", "cases", "action", "state", "python", "page"],
                about:
                    "Of what; `python`: a state's classes; `page`: the keys of actions. Default: scenario."
            ),
            .flag("write", "Writes all to their files in a checkout instead."),
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
]

/// The kinds of files that users write.
private let ofOption = Option(
    name: "of", value: "scenario|cases", choices: ["scenario", "cases"],
    about: "Kind of file. Default: scenario.")
