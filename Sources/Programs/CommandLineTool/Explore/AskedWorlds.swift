import CommandLineProgram
import Declaration
import Exploration
import JSON
import ScenarioFile
import ScenarioRun
import YAML

/// Worlds that another program plays: it is asked about each in a line of JSON, and answers in one.
///
/// A question has the `scenario`, its `words`, for how many seconds there is `trouble` and whether it is `fatal`, the `seed`
/// if it is not that of the scenario, and whether `points` are wanted. An answer has the `failure`, as `worlds.jsonl` has it, or
/// `null`; the `problem`, if the world could not be played; and a path to its `points`, as `boardsim run --points` writes them.
struct AskedWorlds {
    /// The scenario that is explored.
    let base: Node
    let file: String
    let console: Console
    /// Takes a question with its line end; the answer without it, nil if there is none any more.
    let ask: (String) -> String?

    /// The outcomes, in the order of the runs.
    func play(_ runs: [Exploration.Run]) -> [WorldOutcome] { runs.map(play) }

    private func play(_ run: Exploration.Run) -> WorldOutcome {
        guard let answer = ask(question(run).line + "\n") else {
            return WorldOutcome(problem: "the program that plays the worlds has ended")
        }
        guard let read = try? JSONValue(reading: answer.utf8), case .object = read else {
            return WorldOutcome(problem: Self.unclear(answer))
        }
        if case .string(let why)? = read["problem"] { return WorldOutcome(problem: why) }
        var outcome = WorldOutcome()
        if case .object? = read["failure"] {
            outcome.failure = read["failure"].flatMap { try? WorldOutcome.Failure(json: $0) }
            guard outcome.failure != nil else {
                return WorldOutcome(
                    problem: "the program that plays the worlds answered: \(answer)")
            }
        }
        if case .string(let path)? = read["points"] {
            guard let points = (try? console.read(path)).flatMap(PointFile.read) else {
                return WorldOutcome(problem: "\(path) has no points of a run")
            }
            (outcome.points, outcome.meanings, outcome.duration) = points
        }
        return outcome
    }

    private static func unclear(_ answer: String) -> String {
        "the program that plays the worlds answered: \(answer)"
    }

    private func question(_ run: Exploration.Run) -> JSONValue {
        var entries: [(String, JSONValue)] = [
            ("scenario", .string(run.root.block())), ("words", .string(run.words)),
            ("isBase", .bool(run.isWithoutFault)), ("points", .bool(run.showsPoints)),
        ]
        if let seed = run.seed { entries.append(("seed", .integer(Int(clamping: seed)))) }
        // A known failure may be of a version that this one cannot read; then its player says so.
        if let read = try? ScenarioFile(root: run.root, file: file, vocabulary: .firmware),
            case .object(let told) = WorldDocument(run.root, read, since: base, in: .longest).json
        {
            entries += told
        }
        return .object(entries)
    }
}
