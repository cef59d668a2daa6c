import CommandLineProgram
import Declaration
import Exploration
import LiveRun
import Report
import ScenarioFile
import Simulation
import Sweep

/// The parsed options of `boardsim explore`.
struct ExploreSettings {
    /// Wall-clock seconds.
    var budget: Double
    /// Kinds of fault; nil for all.
    var kinds: Set<String>?
    var depth: Int
    /// The most worlds; nil for as many as there is time for.
    var most: Int?
    /// Whether every world is played, and none inferred from its neighbours.
    var isEvery: Bool
    var seed: UInt64?
    var jobs: Int
    /// The file of waivers for the judge; nil for none.
    var waivers: String?
    var directory: String?
    var formats: [ReportFormat]
    var sets: [Replacement] = []
    /// Hostile worlds in which all of them are.
    var worlds: [HostileWorld] = []
    /// Virtual time after which a world counts as hanging; nil: the file's deadline.
    var limit: Nanoseconds?
    /// The program that is explored, with its arguments; empty: the scenario's clients.
    var program: [String]
    var radio: String
    /// Statuses with which the program may end.
    var accepted: Set<Int32> = [0]
    /// Points of a run: its worlds are printed instead of run.
    var plan: String?
    /// Judges each world; nil for none.
    var oracle: Oracle?

    static let command = "explore"

    /// Of virtual time.
    static let limitOfPrograms = Nanoseconds.seconds(600)

    /// The command that runs a world again.
    ///
    /// - Parameters:
    ///   - scenario: beside which the files lie that the world names; nil if it names none.
    ///   - judge: the option that has its clients judged; nil for none.
    func replay(_ world: String, of scenario: String?, judge: String?) -> String {
        let name = SweepHeader.quoted(world)
        var words =
            scenario.map { "boardsim run \(SweepHeader.quoted($0)) --text \(name)" }
            ?? "boardsim run \(name)"
        if let judge { words += " \(judge)" }
        if !program.isEmpty { words += " --radio \(radio) --speed led" }
        if let limit { words += " --for '\(limit.text)'" }
        guard !program.isEmpty else { return words }
        return words + " -- " + program.map(SweepHeader.quoted).joined(separator: " ")
    }

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
            "depth", "1|2", choices: ["1", "2"],
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
        .value("jobs", "N", "Worlds at the same time. Default: one for each processor."),
    ]

    private static let writing: [Option] = [
        .value(
            "out", "DIR",
            "Folder for the report, and for a scenario for each failure. Those that are there already are"
                + " replayed first."),
        .endsWith,
        Option(
            name: "plan", value: "POINTS", isInternal: true,
            about: "Prints the worlds of a run with these points as JSON lines, and runs none."),
        Option(
            name: "report", value: ExplorationReport.formats.map(\.rawValue).joined(separator: "|"),
            choices: ExplorationReport.formats.map(\.rawValue),
            isRepeated: true, about: "Format to print or, with --out, to write. Default: text."),
    ]

    init(_ arguments: Arguments) throws(RunError) {
        let read = OptionReader(arguments, of: Self.command)
        most = try read.number("worlds", in: 1...100_000_000)
        if most != nil, arguments.has("budget") {
            throw read.wrong("--worlds and --budget are both given; keep one of them")
        }
        budget = try read.time("budget")?.seconds ?? (most == nil ? 60 : .infinity)
        depth = try read.number("depth", in: 1...2) ?? 1
        isEvery = arguments.has("every")
        seed = try read.seed()
        if let seed, seed > UInt64(Int.max) {
            throw read.wrong("--seed is `\(seed)`; write a number up to \(Int.max)")
        }
        limit = try read.time("limit")
        jobs = try read.number("jobs", in: 1...1024) ?? SweepSettings.processors
        waivers = arguments.value("waivers")
        directory = arguments.value("out")
        program = arguments.program
        radio = arguments.value("radio") ?? "bluez-bus"
        if program.isEmpty {
            for name in ["radio", "accept-exit"] where arguments.has(name) {
                throw read.wrong("--\(name) is for a program; add `-- PROGRAM ARGS…` at the end")
            }
        }
        if let text = arguments.value("accept-exit") {
            let numbers = text.split(separator: ",").map { Int32($0) }
            guard numbers.allSatisfy({ $0.map { (0...255).contains($0) } ?? false }) else {
                throw read.wrong("--accept-exit is `\(text)`; write statuses such as `3`")
            }
            accepted.formUnion(numbers.compactMap(\.self))
        }
        plan = arguments.value("plan")
        oracle = try arguments.value("oracle").map { name throws(RunError) in
            try Oracle(name, of: Self.command)
        }
        formats = arguments.reportFormats
        if let text = arguments.value("faults") {
            let words = text.split(separator: ",").map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            for word in words where !Trouble.names.contains(word) {
                throw read.wrong(
                    "--faults: there is no kind `\(word)`; "
                        + Suggestion.fix(word, known: Trouble.names, what: "kinds"))
            }
            kinds = Set(words)
        }
        worlds = arguments.values("world").compactMap { HostileWorld($0) }
        do throws(SweepError) {
            for text in arguments.values("set") { sets.append(try Replacement(text)) }
        } catch {
            throw read.wrong("\(error)")
        }
    }
}
