/// Every command of the program.
let commands: [Command] = [
    Command(
        name: "run", about: "Runs a scenario and judges it.", operands: .one("FILE"),
        options: [
            .value(
                "speed", "max|N",
                "As fast as it can (max), or N times the clock. Default: max, with --radio 1."),
            Option(
                name: "radio", value: "ADDRESS", isRepeated: true,
                about: "Where hosts attach: hci-tcp:[HOST:]PORT, hci-unix:PATH, vhci;"
                    + " bluez[:ADAPTER[:BOARD]] for an adapter of this machine,"
                    + " bluez-bus[:BUS] to stand in for BlueZ,"
                    + " usb-pty:PATH[:BOARD] for a USB port."
                    + " Without a duration the run then goes on until Ctrl-C."),
            .flag(
                "no-clients",
                "Without the file's clients and expectations: a host on the radio takes their place."
            ),
            .value("adapters", "N", "With bluez-bus: how many there are, 1 to 16. Default: 1."),
            .flag(
                "no-device-id",
                "With bluez-bus: BlueZ as with `DeviceID = false`, for boards on its adapters."),
            .value(
                "bus-address", "FILE",
                "With bluez-bus: where the bus's address is written while the run lasts."),
            .value("seed", "N", "Another seed than the file's."),
            .value("for", "DURATION", "Another duration than the file's, `90s`."),
            .value("out", "DIR", "Where CSV files, plots and reports go. Default: nowhere."),
            .value("state", "DIR", "Where flash is kept between runs. Default: nowhere."),
            Option(
                name: "report", value: "text|json|junit|tap|markdown|html|sarif|github",
                choices: [
                    "text", "json", "junit", "tap", "markdown", "html", "sarif", "github",
                ],
                isRepeated: true, about: "What to print or, with --out, to write. Default: text."),
            Option(
                name: "judge-client", value: "FILE", isValueOptional: true,
                about: "Watches what clients do; FILE has waivers. An error that none accepts"
                    + " fails the run. docs/rules.md has the rules."),
            .value(
                "baseline", "FILE",
                "With judge-client: an earlier JSON report, to tell what is new and what is gone."),
            .value(
                "today", "DAY",
                "With judge-client: the day that waivers are held against. Default: the clock's."),
            .value("trace", "FILE", "Where every packet and event is written, a line each."),
            .value(
                "btsnoop", "FILE",
                "Where a host's HCI packets are written; further hosts get `.2`, `.3`."),
            .value(
                "pcapng", "FILE",
                "Where all hosts' HCI packets, steps and faults are written, for Wireshark."),
            .flag("timings", "Adds wall-clock figures to the report."),
        ],
        run: runCommand),
    reportCommandDeclaration,
    conformanceCommandDeclaration,
    Command(
        name: "check",
        about: "Says what is wrong with files of scenarios, cases or waivers, and how to mend it.",
        operands: .several("FILE"),
        options: [
            Option(
                name: "format", value: "text|json", choices: ["text", "json"],
                about: "How to say it. Default: text.")
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
]

/// Which of the files that people write.
private let ofOption = Option(
    name: "of", value: "scenario|cases", choices: ["scenario", "cases"],
    about: "Of which files. Default: scenario.")
