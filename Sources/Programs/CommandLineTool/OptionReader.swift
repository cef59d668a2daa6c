import Conformance
import Declaration
import ScenarioRun
import Simulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads the values of a command's options; an error names command and option, and what to write.
struct OptionReader {
    let arguments: Arguments
    let command: String

    init(_ arguments: Arguments, of command: String) {
        self.arguments = arguments
        self.command = command
    }

    /// A value as `read` understands it; nil if the option was not given.
    func value<Value>(
        _ name: String, or fix: @autoclosure () -> String, _ read: (String) -> Value?
    ) throws(RunError) -> Value? {
        guard let text = arguments.value(name) else { return nil }
        guard let value = read(text) else { throw wrong("--\(name) is `\(text)`; \(fix())") }
        return value
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws(RunError) -> Int? {
        try value(name, or: "write a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func seed() throws(RunError) -> UInt64? {
        try value("seed", or: "write a whole number from 0 to \(UInt64.max)") { UInt64($0) }
    }

    /// A time above zero.
    func time(_ name: String) throws(RunError) -> Nanoseconds? {
        try value(name, or: "write a time such as `90 s` or `5min`") { text in
            Nanoseconds(writtenAs: text).flatMap { $0 > .zero && $0 <= .longest ? $0 : nil }
        }
    }

    /// `--speed` of boards that run by the clock of the wall.
    func pace(
        or fix: @autoclosure () -> String = "write a number from 0.001 to 1000"
    ) throws(RunError) -> Double? {
        try value("speed", or: fix()) { text in
            Double(text).flatMap { LivePacer.speeds.contains($0) ? $0 : nil }
        }
    }

    func shard() throws(RunError) -> Shard? {
        guard let text = arguments.value("shard") else { return nil }
        do throws(ShardError) {
            return text == "slurm"
                ? try Shard(slurm: { getenv($0).map { String(cString: $0) } }) : try Shard(text)
        } catch {
            throw wrong("--shard: \(error)")
        }
    }

    /// An error of the command line.
    func wrong(_ what: String) -> RunError { RunError(.input, "boardsim \(command): \(what)") }
}
