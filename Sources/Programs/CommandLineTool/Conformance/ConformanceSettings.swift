import Conformance
import Declaration
import LibCrypto
import ScenarioFile
import ScenarioRun

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The parsed options of `boardsim conformance`.
struct ConformanceSettings {
    /// Where the cases are; nil for the default.
    var cases: String?
    /// Patterns of ids.
    var filters: [String]
    /// Products; empty for all.
    var models: [BoardModel] = []
    var shard: Shard?
    var seed: UInt64 = 1
    var retries = 0
    var stopsAtFailure: Bool
    var isVerbose: Bool
    var isList: Bool
    /// As recorded in the report.
    var selection: [String]

    init(_ arguments: Arguments) throws(RunError) {
        cases = arguments.value("cases")
        filters = arguments.values("filter")
        stopsAtFailure = arguments.has("fail-fast")
        isVerbose = arguments.has("verbose")
        isList = arguments.has("list")
        let names = arguments.values("model")
        for name in names where name != "all" {
            guard let model = BoardModel(rawValue: name) else {
                let known = BoardModel.allCases.map(\.rawValue)
                throw RunError(
                    .input,
                    "boardsim conformance: --model is `\(name)`; "
                        + Suggestion.fix(name, known: known, what: "models"))
            }
            // A board that is named twice is judged once.
            if !models.contains(model) { models.append(model) }
        }
        if names.contains("all") { models = [] }
        if let text = arguments.value("seed") {
            guard let seed = UInt64(text) else {
                throw RunError(
                    .input,
                    "boardsim conformance: --seed is `\(text)`; write a whole number from 0 to"
                        + " \(UInt64.max)")
            }
            self.seed = seed
        }
        retries = try Self.retries(arguments)
        if let text = arguments.value("shard") {
            do throws(ShardError) {
                shard =
                    text == "slurm"
                    ? try Shard(slurm: { getenv($0).map { String(cString: $0) } })
                    : try Shard(text)
            } catch {
                throw RunError(.input, "boardsim conformance: --shard: \(error)")
            }
        }
        selection =
            filters.map { "--filter \($0)" } + models.map { "--model \($0.rawValue)" }
    }

    /// What is judged.
    func target(_ console: Console) throws(RunError) -> any ConformanceTarget {
        var options = RunOptions()
        options.readFile = console.contents
        options.cryptography = OpenSSL()
        return ModelTarget(
            models.isEmpty ? BoardModel.allCases : models, seed: seed, options: options)
    }
}
