import CommandLineProgram
import ScenarioFile

extension RunSettings {
    /// The options of `run`.
    package static let options: [Option] = [
        .value(
            "speed", "max|N|led",
            "As fast as possible (max), or N times real time. Default: max; with --radio or --attitude, 1."
                + " With `led`, time moves when PROGRAM and all that it starts wait; with"
                + " `boardsim serve`, when the program says so."
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
        .flag(
            "legacy-advertising",
            "With vhci, hci-tcp and hci-unix: controllers without extended advertising, for hosts"
                + " that use the older commands beside the kernel's, such as warble and hcitool."),
        .value("adapters", "N", "With bluez-bus: the number of adapters, 1 to 16. Default: 1."),
        .flag(
            "no-device-id",
            "With bluez-bus: acts like BlueZ with `DeviceID = false`, for boards on its adapters."
        ),
        .value(
            "bus-address", "FILE",
            "With bluez-bus: a file for the bus's address, removed when the run ends."),
        .value("seed", "N", "Overrides the file's seed."),
        .set, .world,
        .value("for", "DURATION", "Overrides the file's duration, such as `90s`."),
        .value(
            "out", "DIR", "Folder for CSV files, plots and reports. Default: none are written."),
        .value("state", "DIR", "Folder that keeps flash contents between runs. Default: none."),
        .reportOfRun, .lsl,
        Option(
            name: "judge-client", value: "FILE", isValueOptional: true,
            about: "Judges what clients do; FILE contains waivers. An error without a waiver"
                + " fails the run. docs/rules.md lists the rules."),
        .flag(
            "strict", "With --judge-client: a warning without a waiver fails the run, too."),
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
        .endsWith,
        Option(
            name: "text", value: "FILE", isInternal: true,
            about:
                "Reads the scenario's text here; the files that it names are beside the scenario."),
        Option(
            name: "points", value: "FILE", isInternal: true,
            about: "For runs of an exploration: a file for the points of the run."),
        Option(
            name: "account", value: "FILE", isInternal: true,
            about: "For runs of an exploration: a file for the boards at the end of the run."),
    ]
}

extension Option {
    /// The process that has started this one.
    package static let endsWith = Option(
        name: "ends-with", value: "PID", isInternal: true,
        about: "For processes of a sweep or a session: ends when the process that started it does.")

    /// A value that replaces one of the file.
    package static let set = Option(
        name: "set", value: "KEY=VALUE", isRepeated: true,
        about:
            "Replaces a value of the file: `world.distance=12 m`,"
            + " `clients[phone].steps[3].wait-disconnect=1 min`.")

    /// A hostile world.
    package static let world = Option(
        name: "world", value: "NAME", choices: HostileWorld.names, isRepeated: true,
        about:
            "Makes the world hostile to clients: `previous-owner`, `worn`; `boardsim worlds` lists them all."
    )
}

extension Arguments {
    /// Lets this process end with the one that `--ends-with` names.
    package func heedParent() {
        if let parent = value("ends-with").flatMap(Int32.init) { ParentProcess.endWith(parent) }
    }
}
