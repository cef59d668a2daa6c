import CommandLineProgram
import JSON

/// What virtual time costs a program outside. Each row starts boardsim and is measured in wall-clock time, since two
/// processes wait for each other.
enum LedBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        guard let program = ProgramStart.neighbour, let advance = advance(program),
            let wait = tenMinutes(program)
        else {
            console.complain("skipped: boardsim is not beside this program, or does not start\n")
            return []
        }
        return [
            Measurement(
                name: "an `advance` without events of a led run on one core, clock",
                value: advance * 1e6, unit: "us", bound: .atMost(50), floor: Work(systemCalls: 2)),
            Measurement(
                name: "a program that waits for ten minutes in led time, clock", value: wait,
                unit: "s", bound: .atMost(0.3)),
        ]
    }

    private static let scenario = """
        version: 1
        boards: [{name: desk, model: MetaMotion S}]
        """

    /// Seconds of an exchange over the pipes of `boardsim serve`, with a board that nobody listens to.
    private static func advance(_ program: String) -> Double? {
        let core = OneCore()
        defer { core.leave() }
        guard
            var serve = ChildProcess(
                program, ["serve", "--stdio"], input: .pipe, output: .pipe, error: .nothing)
        else { return nil }
        defer {
            serve.closeInput()
            serve.closeOutput()
            serve.wait()
        }
        let options: [(String, JSONValue)] = [
            ("radio", .string("hci-unix:/tmp/boardsim-bench-\(serve.pid)")),
            ("speed", .string("led")),
        ]
        func ask(_ id: Int, _ method: String, _ params: JSONValue) -> Bool {
            let request = JSONValue.object([
                ("jsonrpc", .string("2.0")), ("id", .integer(id)), ("method", .string(method)),
                ("params", params),
            ])
            guard serve.write(request.line + "\n") else { return false }
            var answer: [UInt8] = []
            while answer.last != UInt8(ascii: "\n") {
                let bytes = serve.read()
                if bytes.isEmpty { return false }
                answer += bytes
            }
            return (try? JSONValue(reading: answer))?["result"] != nil
        }
        let start = JSONValue.object([
            ("scenario", .string(scenario)), ("options", .object(options)),
        ])
        guard ask(0, "start", start) else { return nil }
        let count = 5_000
        var least = Double.infinity
        for round in 0..<3 {
            let begin = Pacer.wallSeconds
            for step in 1...count {
                let until = JSONValue.number(Double(round * count + step) * 1e-6)
                guard ask(step, "advance", .object([("until", until)])) else { return nil }
            }
            least = min(least, Pacer.wallSeconds - begin)
        }
        return least / Double(count)
    }

    /// Seconds from the start of boardsim to its end, with the start of the program.
    private static func tenMinutes(_ program: String) -> Double? {
        (0..<3).compactMap { _ -> Double? in
            let start = Pacer.wallSeconds
            guard
                var run = ChildProcess(
                    program,
                    [
                        "run", "/dev/stdin", "--radio", "hci-unix", "--speed", "led", "--",
                        "sleep", "600",
                    ], input: .pipe, output: .nothing, error: .nothing)
            else { return nil }
            _ = run.write(scenario)
            run.closeInput()
            return run.wait() == .status(0) ? Pacer.wallSeconds - start : nil
        }.min()
    }
}
