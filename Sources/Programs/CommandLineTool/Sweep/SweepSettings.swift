import CommandLineProgram
import Conformance
import Declaration
import LiveRun
import Report
import ScenarioFile
import ScenarioRun
import Simulation
import Sweep

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The parsed options of `boardsim sweep`.
struct SweepSettings {
    var plan: SweepPlan
    var sets: [Replacement] = []
    /// Hostile worlds in which all of them are.
    var hostileWorlds: [HostileWorld] = []
    var duration: Nanoseconds?
    var jobs: Int
    /// With `--jobs 1`: no other process, so that a world that ends its process ends the sweep.
    var isInThisProcess: Bool
    var directory: String?
    var formats: [ReportFormat]
    var shard: Shard?
    /// A command per world, from outside.
    var client: SweepClient?
    var isShrinking: Bool
    /// The expectation that is to fail; empty for the first one that does.
    var shrunk: String
    /// Whether this is a process of a sweep, which runs the worlds that it is told.
    var isWorker: Bool
    /// What changes all worlds, as on the command line.
    var options: [String] = []

    /// Worlds of a part are dealt out one by one, as in the conformance suite.
    var worlds: [Int] {
        (0..<plan.count).filter { shard?.contains(place: $0) ?? true }
    }

    init(_ arguments: Arguments) throws(RunError) {
        let read = OptionReader(arguments, of: "sweep")
        isWorker = arguments.has("worker")
        isShrinking = arguments.has("shrink")
        shrunk = arguments.value("shrink") ?? ""
        directory = arguments.value("out")
        formats = arguments.reportFormats
        hostileWorlds = arguments.values("world").compactMap { HostileWorld($0) }
        options += hostileWorlds.map { "--world \($0.name)" }
        do throws(SweepError) {
            let variations = try arguments.values("vary").map { text throws(SweepError) in
                try Variation(text)
            }
            for text in arguments.values("set") {
                sets.append(try Replacement(text))
                options.append("--set \(SweepHeader.quoted(text))")
            }
            let samples = try arguments.value("samples").map { text throws(SweepError) in
                guard let count = Int(text), count > 0, count <= SweepPlan.most else {
                    throw SweepError("--samples is `\(text)`; write a number such as `1000`")
                }
                return count
            }
            let seeds = try SeedList(arguments.value("seeds") ?? "1")
            plan = try SweepPlan(seeds: seeds, variations: variations, samples: samples)
            // A client may be run in a single world: in which it failed.
            let varies = !variations.isEmpty || seeds.count > 1
            if plan.count == 1 || !varies, !isWorker, !arguments.has("client"),
                arguments.program.isEmpty
            {
                throw SweepError(
                    "there is only one world"
                        + (variations.first.map { ", as `\($0.text)` is one value" } ?? "")
                        + "; write `--seeds 1..1000`, or a key to vary:"
                        + " `--vary 'world.distance=1 m..40 m'`")
            }
        } catch {
            throw RunError(.input, "boardsim sweep: \(error)")
        }
        jobs = try read.number("jobs", in: 1...1024) ?? Self.processors
        isInThisProcess = arguments.value("jobs") == "1"
        duration = try read.time("for")
        if let text = arguments.value("for") {
            options.append("--for \(SweepHeader.quoted(text))")
        }
        shard = try read.shard()
        client = try SweepClient(arguments)
        options += client?.options ?? []
        if let format = formats.first(where: { !SweepReport.formats.contains($0) }) {
            throw Self.wrong(
                "--report is `\(format.rawValue)`; a sweep writes `text`, `json` or `html`")
        }
        if isShrinking, client != nil {
            throw Self.wrong(
                "--shrink runs a scenario thousands of times in virtual time, and an outside"
                    + " client runs in real time; omit one of them")
        }
        if isShrinking, shard != nil {
            throw Self.wrong(
                "--shrink is for a whole sweep; omit it here, put all parts together with `boardsim"
                    + " sweep merge PART/worlds.jsonl… --out DIR`, and then give this command with"
                    + " `--out DIR` and without --shard")
        }
    }

    /// The number of this machine's processors.
    static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    static func wrong(_ what: String) -> RunError { RunError(.input, "boardsim sweep: \(what)") }
}
