import CommandLineProgram
import JSON

/// What other people's libraries need for the same work: `Tests/Benchmark/peers.py` measures it in this run.
struct Peers {
    /// A library with its version, and the seconds of processor time of one of its operations.
    struct Found {
        var title: String
        var seconds: Double
    }

    private static let program = "Tests/Benchmark/peers.py"
    private let python: String
    private var found: [String: Found] = [:]
    private var asked: Set<String> = []

    /// - Parameter python: with the packages of `Tests/requirements.txt`.
    init(python: String = ".venv/bin/python") { self.python = python }

    /// Measures what these rows are compared with, each name once.
    mutating func measure(_ rows: [Measurement], _ console: Console) {
        let names = rows.compactMap(\.peer?.name).filter { asked.insert($0).inserted }
        guard !names.isEmpty else { return }
        guard
            var process = ChildProcess(python, [Self.program] + names, output: .pipe)
        else {
            console.complain(
                "skipped: peers: \(python): \(ChildProcess.reason); run from the repository's"
                    + " top, after Tests/environment.sh\n")
            return
        }
        var text: [UInt8] = []
        while true {
            let bytes = process.read()
            if bytes.isEmpty { break }
            text += bytes
        }
        process.closeOutput()
        process.wait()
        guard let answer = try? JSONValue(reading: text), case .array(let peers) = answer else {
            console.complain("skipped: peers: \(Self.program) did not print what it measured\n")
            return
        }
        for peer in peers {
            guard case .string(let name)? = peer["name"] else { continue }
            if case .string(let why)? = peer["skipped"] {
                console.complain("skipped: peer of \(name): \(why)\n")
            } else if case .string(let title)? = peer["peer"],
                let microseconds = Self.number(peer["value"])
            {
                found[name] = Found(title: title, seconds: microseconds * 1e-6)
            }
        }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// The peer of a row, as a figure of that row.
    func figure(of row: Measurement) -> (title: String, value: Double)? {
        guard let peer = row.peer, let found = found[peer.name],
            let value = row.figure(ofSeconds: found.seconds * peer.times)
        else { return nil }
        return (found.title, value)
    }
}
