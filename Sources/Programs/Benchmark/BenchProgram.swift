import CommandLineProgram
import JSON

/// The program behind `./boardsim bench`: it measures, prints, and fails if a figure misses its limit.
@main struct BenchProgram {
    static func main() {
        Program.main { Program.run(command, $0[...]) }
    }

    static let command = Command(
        name: "bench", about: "Measures what operations cost, against the limits.",
        options: [
            .flag("json", "As JSON: a list of {name, value, unit, limit, ok}."),
            .value(
                "only", "NAME", choices: Benchmarks.all.map(\.name),
                "One of them instead of all: "
                    + Benchmarks.all.map(\.name).joined(separator: ", ") + "."),
            .value(
                "host", "N:PATH",
                "Is another process of `transport`, `radio` or `stand-in`; for their own use."),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) -> ExitStatus {
        if let place = arguments.value("host") { return BenchHost.main(place) }
        var all: [Measurement] = []
        let only = arguments.value("only")
        for benchmark in Benchmarks.all where only == nil || only == benchmark.name {
            let measurements = benchmark.measure(console)
            all += measurements
            if !arguments.has("json") {
                for measurement in measurements { console.write(measurement.line) }
            }
        }
        if arguments.has("json") {
            console.write(JSONValue.array(all.map(\.json)).text)
        }
        return all.allSatisfy(\.isWithin) ? .success : .failed
    }
}

extension Measurement {
    /// Three significant digits, and what the limit is.
    fileprivate var line: String {
        let relation =
            switch bound {
            case .atMost: "at most"
            case .atLeast: "at least"
            }
        let title = name + String(repeating: " ", count: max(1, 68 - name.count))
        return "\(isWithin ? "ok  " : "MISS")  \(title)\(Self.text(value)) \(unit)"
            + " (\(relation) \(Self.text(limit)))\n"
    }

    fileprivate var json: JSONValue {
        .object([
            ("name", .string(name)), ("value", .number(value)), ("unit", .string(unit)),
            ("limit", .number(limit)), ("ok", .bool(isWithin)),
        ])
    }

    private static func text(_ value: Double) -> String {
        if value >= 1000 { return "\(Int(value.rounded()))" }
        let scale = value >= 100 ? 1.0 : value >= 10 ? 10 : value >= 1 ? 100 : 1000
        return "\((value * scale).rounded() / scale)"
    }
}
