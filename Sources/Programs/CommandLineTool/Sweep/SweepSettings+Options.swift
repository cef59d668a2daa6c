import CommandLineProgram
import LiveRun

extension SweepSettings {
    /// The options of `sweep`.
    static let options: [Option] = [
        .value("seeds", "LIST", "Seeds, such as `1..1000` or `1,5,9`. Default: 1."),
        Option(
            name: "vary", value: "KEY=VALUES", isRepeated: true,
            about: "Values of a key: `boards[0].firmware=1.7.2,1.7.3`,"
                + " `world.distance=1 m..40 m`, `faults[0].at=20 s..22 s by 0.1 s`."),
        .value("samples", "N", "Draws N worlds at random. Default: all combinations."),
        .set, .world,
        .value("for", "DURATION", "Overrides the file's duration, such as `90s`."),
        .value("jobs", "N", "Worlds at the same time. Default: one for each processor."),
        .value(
            "client", "COMMAND",
            "A command of the shell for each world, run against its radio, as a program after `--` is;"
                + " BOARDSIM_RADIO has its address."),
        .value(
            "radio", "hci-unix|bluez-bus", choices: SweepClient.radioChoices,
            "With a client: the kind of radio. Default: hci-unix."),
        .value(
            "speed", "N|led",
            "With a client: N times real time, or `led`: in virtual time, which the client leads. Default: 1."
        ),
        .value(
            "client-limit", "DURATION",
            "With a client: the longest that it may take, in real time, or with `--speed led` in virtual time."
                + " Default: 10 min."),
        .flag("no-clients", "With a client: ignores the file's clients and expectations."),
        Option(
            name: "shrink", value: "TITLE", isValueOptional: true,
            about:
                "Reduces the worst world to the smallest scenario in which the expectation with this"
                + " title still fails. Default: the first one that failed."),
        .value(
            "shard", "I/N|slurm", "Runs part I of N only; merge the parts with `sweep merge`."),
        .value(
            "out", "DIR",
            "Folder for reports and `worlds.jsonl`; an interrupted sweep resumes there."),
        Option(
            name: "report", value: "text|json|html", choices: ["text", "json", "html"],
            isRepeated: true, about: "Format to print or, with --out, to write. Default: text."),
        Option(
            name: "worker", isInternal: true,
            about: "For the sweep's own processes: runs the worlds that it reads."),
    ]
}
