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
            .flag(
                "json",
                "As JSON: a list of {name, value, unit, bound, limit, ok, floor, peer}, the last two null or"
                    + " a figure, of a peer {name, value}."),
            .flag(
                "peers",
                "Beside rows that other people's libraries have, too, what those need, in the same run"
                    + " (Bumble, VQF, numpy, dbus-fast)."),
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
        var peers = Peers()
        let only = arguments.value("only")
        for benchmark in Benchmarks.all where only == nil || only == benchmark.name {
            let measurements = benchmark.measure(console)
            all += measurements
            if arguments.has("peers") { peers.measure(measurements, console) }
            if !arguments.has("json") {
                for row in measurements { console.write(row.line(peers.figure(of: row))) }
            }
        }
        if arguments.has("json") {
            console.write(JSONValue.array(all.map { $0.json(peers.figure(of: $0)) }).text)
        }
        return all.allSatisfy(\.isWithin) ? .success : .failed
    }
}

extension Measurement {
    /// Three significant digits, what the limit is, and how far the floor and the peer are.
    fileprivate func line(_ peer: (title: String, value: Double)?) -> String {
        var line = "\(isWithin ? "ok  " : "MISS")  \(name)" + gap(68 - name.count)
        let figure = "\(Self.text(value)) \(unit)"
        line += "\(figure) (\(bound.words) \(Self.text(limit)))"
        if let floorValue, let times = times(floorValue) {
            line += ", floor \(Self.text(floorValue)): \(Self.text(times)) times"
        }
        if let peer, let times = times(peer.value) {
            line += ", \(peer.title) \(Self.text(peer.value)): \(Self.text(times)) times"
        }
        return line + "\n"
    }

    private func gap(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }

    fileprivate func json(_ peer: (title: String, value: Double)?) -> JSONValue {
        .object([
            ("name", .string(name)), ("value", .number(value)), ("unit", .string(unit)),
            ("bound", .string(bound.words)), ("limit", .number(limit)), ("ok", .bool(isWithin)),
            ("floor", floorValue.map { .number($0) } ?? .null),
            (
                "peer",
                peer.map {
                    .object([("name", .string($0.title)), ("value", .number($0.value))])
                } ?? .null
            ),
        ])
    }

    private static func text(_ value: Double) -> String {
        if value >= 1000 { return "\(Int(value.rounded()))" }
        let digits =
            value >= 100
            ? 1.0 : value >= 10 ? 10 : value >= 1 ? 100 : value >= 0.1 ? 1000 : 1e5
        return "\((value * digits).rounded() / digits)"
    }
}
