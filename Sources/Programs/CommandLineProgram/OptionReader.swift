import Declaration
import Simulation

/// Reads the values of a command's options; an error names command and option, and what to write.
package struct OptionReader {
    package let arguments: Arguments
    package let command: String

    package init(_ arguments: Arguments, of command: String) {
        self.arguments = arguments
        self.command = command
    }

    /// A value as `read` understands it; nil if the option was not given.
    package func value<Value>(
        _ name: String, or fix: @autoclosure () -> String, _ read: (String) -> Value?
    ) throws(RunError) -> Value? {
        guard let text = arguments.value(name) else { return nil }
        guard let value = read(text) else { throw wrong("--\(name) is `\(text)`; \(fix())") }
        return value
    }

    package func number(_ name: String, in range: ClosedRange<Int>) throws(RunError) -> Int? {
        try value(name, or: "write a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    package func seed() throws(RunError) -> UInt64? {
        try value("seed", or: "write a whole number from 0 to \(UInt64.max)") { UInt64($0) }
    }

    /// A time above zero.
    package func time(_ name: String) throws(RunError) -> Nanoseconds? {
        try value(name, or: "write a time such as `90 s` or `5min`") { text in
            Nanoseconds(writtenAs: text).flatMap { $0 > .zero && $0 <= .longest ? $0 : nil }
        }
    }

    /// An error of the command line.
    package func wrong(_ what: String) -> RunError {
        RunError(.input, of: command, what)
    }
}
