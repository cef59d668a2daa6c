import JSON
import ScenarioRun

/// What an oracle is told of one world; one JSON document on its standard input.
struct OracleDocument {
    /// How the client ended.
    var end: ProgramResult.End
    var stdout: [UInt8] = []
    var stderr: [UInt8] = []
    /// Virtual time.
    var seconds: Double
    var world: WorldDocument
    /// Of ``RunAccount``.
    var boards: JSONValue
    /// The path of the trace.
    var trace: String
    /// As `--report json` has it.
    var report: JSONValue?

    /// Of a longer output its end is shown.
    private static let longest = 1 << 20

    var json: JSONValue {
        let printed = Self.text(stdout)
        return .object([
            ("status", status.map { .integer(Int($0)) } ?? .null),
            ("signal", signal.map { .integer(Int($0)) } ?? .null),
            ("hung", .bool(end.isHang)), ("stdout", .string(printed)),
            ("stderr", .string(Self.text(stderr))), ("output", Self.lastJSON(of: printed)),
            ("seconds", .number(seconds)), ("world", world.json), ("boards", boards),
            ("trace", .string(trace)), ("report", report ?? .null),
        ])
    }

    private var status: Int32? { if case .status(let status) = end { status } else { nil } }

    private var signal: Int32? { if case .signal(let signal) = end { signal } else { nil } }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.suffix(longest), as: UTF8.self)
    }

    /// The last line that is JSON; null if there is none.
    private static func lastJSON(of text: String) -> JSONValue {
        for line in text.split(whereSeparator: \.isNewline).reversed() {
            if let value = try? JSONValue(reading: line.utf8) { return value }
        }
        return .null
    }
}

extension RunResult {
    /// How its clients ended, with the status that `boardsim run` would have.
    var endOfClients: ProgramResult.End {
        if case .deadline = ending { .outlasted } else { .status(passed ? 0 : 1) }
    }
}
