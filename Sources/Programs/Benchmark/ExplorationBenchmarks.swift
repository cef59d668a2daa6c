import CommandLineProgram
import JSON

/// What it costs to try every fault at every point of the first scenario.
///
/// In a process of its own, as a user has it: a world begins as a copy of the process, which costs more the more memory that has, and
/// the benchmarks before this one leave much.
enum ExplorationBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        let path = "Scenarios/wrist.yaml"
        guard (try? console.read(path)) != nil else {
            console.complain("skipped: \(path) is not here; run it from the repository's top\n")
            return []
        }
        guard let program = ProgramStart.neighbour,
            let done = ProgramStart.whole(
                ["explore", path, "--worlds", "1000000", "--jobs", "1", "--report", "json"],
                program: program),
            let read = try? JSONValue(reading: done.output),
            case .integer(let tried)? = read["tried"], case .integer(let probes)? = read["probes"],
            case .integer(let inferred)? = read["inferred"],
            case .integer(let planned)? = read["planned"], tried + inferred == planned
        else {
            console.complain("boardsim bench: the first scenario was not explored as a whole\n")
            return []
        }
        return [
            Measurement(
                name: "exploration of the first scenario, every fault at every point",
                value: done.processorSeconds, unit: "s", bound: .atMost(20)),
            Measurement(
                name: "exploration of the first scenario, one world that is played",
                value: done.processorSeconds / Double(tried + probes) * 1e3, unit: "ms",
                bound: .atMost(12)),
            Measurement(
                name: "exploration of the first scenario, worlds for each that is played",
                value: Double(planned) / Double(tried), unit: "x", bound: .atLeast(15)),
        ]
    }
}
