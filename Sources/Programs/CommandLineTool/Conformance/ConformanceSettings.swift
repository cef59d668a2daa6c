import CommandLineProgram
import Conformance
import Declaration
import LibCrypto
import LiveRun
import ScenarioFile
import ScenarioRun

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
        let read = OptionReader(arguments, of: "conformance")
        cases = arguments.value("cases")
        filters = arguments.values("filter")
        stopsAtFailure = arguments.has("fail-fast")
        isVerbose = arguments.has("verbose")
        isList = arguments.has("list")
        let names = arguments.values("model")
        for name in names where name != "all" {
            guard let model = BoardModel(rawValue: name) else {
                throw read.wrong("--model is `\(name)`; \(BoardModel.fix(name))")
            }
            // A board that is named twice is judged once.
            if !models.contains(model) { models.append(model) }
        }
        if names.contains("all") { models = [] }
        seed = try read.seed() ?? seed
        retries = try read.number("retries", in: 0...9) ?? 0
        shard = try read.shard()
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

extension BoardModel {
    /// What to write instead of an unknown name.
    static func fix(_ name: String) -> String {
        Suggestion.fix(name, known: allCases.map(\.rawValue), what: "models")
    }
}
