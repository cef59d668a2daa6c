import CommandLineProgram
import CommandLineTool
import JSON

/// What it costs to try every fault at every point of the first scenario.
enum ExplorationBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        let path = "Scenarios/wrist.yaml"
        guard (try? console.read(path)) != nil else {
            console.complain("skipped: \(path) is not here; run it from the repository's top\n")
            return []
        }
        var report = ""
        var silent = console
        silent.write = { report += $0 }
        silent.complain = { _ in }
        // Most worlds are played by copies of this process.
        func used() -> Double { Pacer.processorSeconds + Pacer.childrensSeconds }
        let start = used()
        _ = Tool.run(
            ["explore", path, "--worlds", "1000000", "--jobs", "1", "--report", "json"], silent)
        let seconds = used() - start
        guard let read = try? JSONValue(reading: report.utf8),
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
                value: seconds, unit: "s", bound: .atMost(20)),
            Measurement(
                name: "exploration of the first scenario, one world that is played",
                value: seconds / Double(tried + probes) * 1e3, unit: "ms", bound: .atMost(12)),
            Measurement(
                name: "exploration of the first scenario, worlds for each that is played",
                value: Double(planned) / Double(tried), unit: "x", bound: .atLeast(15)),
        ]
    }
}
