import CommandLineProgram

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The end of what a process has printed, however much it prints.
struct PrintedTail {
    private static let most = 1 << 14

    private var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    /// - Parameter new: empty at the end of the output.
    mutating func add(_ new: [UInt8]) {
        isAtEnd = new.isEmpty
        bytes += new
        if bytes.count > 2 * Self.most { bytes.removeFirst(bytes.count - Self.most) }
    }

    /// Takes what a process that has ended has left in its pipe.
    mutating func drain(_ process: ChildProcess) {
        var output = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
        // As much as a pipe can hold.
        for _ in 0..<32 where !isAtEnd && poll(&output, 1, 0) > 0 { add(process.read()) }
    }

    /// The last line that is not empty, without colours and other control characters.
    var lastLine: String? {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for line in lines.reversed() {
            let text = Self.plain(String(decoding: line, as: UTF8.self))
            if text.contains(where: { $0 != " " }) { return String(text.prefix(300)) }
        }
        return nil
    }

    private static func plain(_ line: String) -> String {
        var text = String.UnicodeScalarView()
        var isSequence = false
        for scalar in line.unicodeScalars {
            if isSequence {
                // ESC, `[`, numbers, and a letter.
                isSequence = !("@"..."~").contains(scalar) || scalar == "["
            } else if scalar == "\u{1B}" {
                isSequence = true
            } else if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
