/// Every command of the program.
let commands: [Command] = [
    Command(
        name: "run", about: "Runs a scenario and judges it.", operands: .one("FILE"),
        options: runOptions, run: runCommand),
    sweepCommandDeclaration,
    reportCommandDeclaration,
    conformanceCommandDeclaration,
    replayCommandDeclaration,
    serveCommandDeclaration,
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

/// The options of `run`.
let runOptions: [Option] = [
    .value(
        "speed", "max|N",
        "As fast as possible (max), or N times real time. Default: max; with --radio or --attitude, 1."
    ),
    Option(
        name: "radio", value: "ADDRESS", isRepeated: true,
        about: "Where hosts attach: hci-tcp:[HOST:]PORT, hci-unix:PATH, vhci;"
            + " bluez[:ADAPTER[:BOARD]] for an adapter of this machine,"
            + " bluez-bus[:BUS] to stand in for BlueZ,"
            + " usb-pty:PATH[:BOARD] for a USB port."
            + " Without a duration the run then goes on until Ctrl-C."),
    Option(
        name: "attitude", value: "[BOARD@][HOST:]PORT", isRepeated: true,
        about: "Where attitudes arrive that move a board, such as those of a phone or of"
            + " `boardsim attitude send`. BOARD is needed if there are several."
            + " Without a duration the run then goes on until Ctrl-C."),
    .flag(
        "no-clients",
        "Ignores the file's clients and expectations; a host on the radio replaces them."
    ),
    .value("adapters", "N", "With bluez-bus: the number of adapters, 1 to 16. Default: 1."),
    .flag(
        "no-device-id",
        "With bluez-bus: acts like BlueZ with `DeviceID = false`, for boards on its adapters."
    ),
    .value(
        "bus-address", "FILE",
        "With bluez-bus: a file for the bus's address, removed when the run ends."),
    .value("seed", "N", "Overrides the file's seed."),
    .set,
    .value("for", "DURATION", "Overrides the file's duration, such as `90s`."),
    .value(
        "out", "DIR", "Folder for CSV files, plots and reports. Default: none are written."),
    .value("state", "DIR", "Folder that keeps flash contents between runs. Default: none."),
    .report,
    Option(
        name: "judge-client", value: "FILE", isValueOptional: true,
        about: "Judges what clients do; FILE contains waivers. An error without a waiver"
            + " fails the run. docs/rules.md lists the rules."),
    .value(
        "baseline", "FILE",
        "With --judge-client: an earlier JSON report, to show what is new and what is gone."
    ),
    .value(
        "today", "DAY",
        "With --judge-client: the date for checking waivers. Default: today."),
    .value("trace", "FILE", "File for a trace: one line per packet and event."),
    .value(
        "btsnoop", "FILE",
        "File for one host's HCI packets; further hosts get `.2`, `.3`."),
    .value(
        "pcapng", "FILE",
        "File for all hosts' HCI packets, steps and faults, for Wireshark."),
    .flag("timings", "Adds wall-clock figures to the report."),
]

/// The kinds of files that users write.
private let ofOption = Option(
    name: "of", value: "scenario|cases", choices: ["scenario", "cases"],
    about: "Kind of file. Default: scenario.")
