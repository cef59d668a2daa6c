import CommandLineProgram
import Exploration
import LiveRun
import Report

extension ExploreSettings {
    /// The options of `explore`.
    static let options: [Option] = searching + WorldRules.options + writing

    private static let searching: [Option] = [
        .value(
            "budget", "DURATION", "How long it looks, in real time. Default: 60 s."),
        .value("worlds", "N", "The most worlds, instead of a budget: the same each time."),
        .value(
            "faults", "KIND,…",
            "Only these kinds of fault: " + Trouble.names.joined(separator: ", ")
                + ". Default: all."),
        .value(
            "depth", "N", choices: (1...4).map { "\($0)" },
            "The most faults of a world. Default: 1."),
        .flag(
            "every",
            "Plays the worlds of every packet. Otherwise those of packets that repeat, as in a stream, are played"
                + " at some of them, and inferred where both neighbours ended alike."),
        .value("seed", "N", "Overrides the file's seed."),
        .value(
            "limit", "DURATION",
            "The virtual time after which a world hangs. Default: the file's deadline; of a program, 10 min."
        ),
        .value(
            "radio", "bluez-bus|hci-unix", choices: ["bluez-bus", "hci-unix"],
            "With a program: the radio on which it finds the boards. Default: bluez-bus."),
        .value(
            "accept-exit", "N,…",
            "With a program: statuses besides 0 with which it may end."),
        .value(
            "oracle", "PROGRAM",
            "Judges each world: gets what happened as JSON on its standard input, and fails the world by its"
                + " status; its last line of output is the reason."),
        .set, .world,
        .value(
            "shard", "I/N|slurm",
            "Plays part I of N only; join the parts with `explore merge`."),
        .value("jobs", "N", "Worlds at the same time. Default: one for each processor."),
    ]

    private static let writing: [Option] = [
        .value(
            "out", "DIR",
            "Folder for the report, for a scenario for each failure, and for `worlds.jsonl`. Failures that are there"
                + " already are replayed first."),
        .flag(
            "resume",
            "Goes on where an earlier call with the same --out was stopped, or had no time left; begins if there"
                + " was none."),
        .endsWith,
        Option(
            name: "asked", value: "REPLAY", isInternal: true,
            about:
                "Asks about each world in a line of JSON on standard output, and reads what came of it from"
                + " standard input; REPLAY and the file of a failure are the command that replays it."
        ),
        Option(
            name: "report", value: ExplorationReport.formats.map(\.rawValue).joined(separator: "|"),
            choices: ExplorationReport.formats.map(\.rawValue),
            isRepeated: true, about: "Format to print or, with --out, to write. Default: text."),
    ]
}
