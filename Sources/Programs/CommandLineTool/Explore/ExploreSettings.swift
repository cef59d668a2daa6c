import CommandLineProgram
import Conformance
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
    /// The option of `run` that has its clients judged; nil for none.
    var judge: String?
    /// The file of waivers for the judge; nil for none.
    var waivers: String?
    /// The part that is played; nil for the whole.
    var shard: Shard?
    /// Whether an earlier call in the same folder goes on.
    var isResumed: Bool
    /// What decides about the worlds and their outcomes, as on the command line.
    var decisive: [String]
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
    /// The command before the file of a failure that replays it: another program plays the worlds, and is asked about
    /// each on standard output.
    var asked: String?
    /// Judges each world; nil for none.
    var oracle: Oracle?

    static let command = "explore"

    /// Options that change neither a world nor its outcome.
    private static let free = [
        "out", "report", "jobs", "budget", "worlds", "shard", "resume", "ends-with", "asked",
    ]

    /// Of virtual time.
    static let limitOfPrograms = Nanoseconds.seconds(600)

    /// The command that runs a world again.
    ///
    /// - Parameter scenario: beside which the files lie that the world names; nil if it names none.
    func replay(_ world: String, of scenario: String?) -> String {
        let name = SweepHeader.quoted(world)
        if let asked { return asked + name }
        var words =
            scenario.map { "boardsim run \(SweepHeader.quoted($0)) --text \(name)" }
            ?? "boardsim run \(name)"
        if let judge { words += " \(judge)" }
        if !program.isEmpty { words += " --radio \(radio) --speed led" }
        if let limit { words += " --for '\(limit.text)'" }
        guard !program.isEmpty else { return words }
        return words + " -- " + program.map(SweepHeader.quoted).joined(separator: " ")
    }

    init(_ arguments: Arguments) throws(RunError) {
        let read = OptionReader(arguments, of: Self.command)
        most = try read.number("worlds", in: 1...100_000_000)
        if most != nil, arguments.has("budget") {
            throw read.wrong("--worlds and --budget are both given; keep one of them")
        }
        budget = try read.time("budget")?.seconds ?? (most == nil ? 60 : .infinity)
        depth = try read.number("depth", in: 1...4) ?? 1
        isEvery = arguments.has("every")
        seed = try read.seed()
        if let seed, seed > UInt64(Int.max) {
            throw read.wrong("--seed is `\(seed)`; write a number up to \(Int.max)")
        }
        limit = try read.time("limit")
        jobs = try read.number("jobs", in: 1...1024) ?? SweepSettings.processors
        judge = WorldRules.option(arguments)
        waivers = arguments.value("waivers")
        shard = try read.shard()
        directory = arguments.value("out")
        isResumed = arguments.has("resume")
        if isResumed, directory == nil {
            throw read.wrong("--resume needs the folder of the earlier call; add `--out DIR`")
        }
        decisive = arguments.given(besides: Self.free).sorted()
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
        asked = arguments.value("asked")
        if asked != nil {
            guard directory != nil else {
                throw read.wrong("--asked needs a folder for the report; add `--out DIR`")
            }
            jobs = 1
        }
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
