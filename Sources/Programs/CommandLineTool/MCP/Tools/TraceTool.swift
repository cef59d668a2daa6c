import CommandLineProgram
import JSON
import Simulation

/// Shows the part of a trace around an event.
let traceTool = MCPTool(
    name: "trace", title: "Show a part of a trace",
    about:
        "Shows the lines of a trace around a text, a time or a line. `>` is what a client writes, `<` what the board"
        + " sends, each with its packet in words.",
    effect: .none,
    arguments: [
        MCPArgument("file", isRequired: true, "Path of a trace that `run` has written."),
        MCPArgument(
            "text",
            "What to look for: `> 0b 85`, `disconnected`, a board's name. All words must be in the line."
        ),
        MCPArgument("time", "Virtual time instead: `5.7 s`."),
        MCPArgument("line", .number(1...Int.max), "Number of a line instead."),
        MCPArgument(
            "occurrence", .number(1...Int.max), "The how manieth line with this text. Default: 1."),
        MCPArgument("lines", .number(1...200), "How many lines. Default: 20."),
    ]
) { (parameters, session) throws(RPCError) in
    let path = try parameters.text("file") ?? ""
    let bytes: [UInt8]
    do throws(FileError) { bytes = try session.console.read(path) } catch {
        throw RPCError(.wrongInput, "\(path): the file cannot be read: \(error.reason)")
    }
    let trace = TraceExcerpt(bytes)
    let (middle, matches) = try trace.middle(parameters)
    let count = try parameters.integer("lines", in: 1...200) ?? 20
    let (lines, first) = trace.around(middle, count)
    let width = "\(first + lines.count)".count
    let text = lines.enumerated().map { index, line in
        let number = "\(first + index)"
        let mark = first + index == middle ? ">>" : "  "
        return mark + String(repeating: " ", count: width - number.count) + number + "  " + line
    }
    var head = "lines \(first) to \(first + lines.count - 1) of \(trace.count)"
    if let matches { head += "; \(matches) lines match" }
    return .done(
        MCPResult(
            text: head + "\n" + text.joined(separator: "\n") + "\n",
            data: [
                ("line", .integer(middle)), ("first", .integer(first)),
                ("count", .integer(trace.count)),
                ("matches", matches.map { .integer($0) } ?? .null),
                ("text", .string(trace.line(middle))),
            ]))
}

/// A trace, of which a few lines are wanted.
struct TraceExcerpt {
    private let lines: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) { lines = bytes.split(separator: UInt8(ascii: "\n")) }

    var count: Int { lines.count }

    /// - Parameter number: from 1.
    func line(_ number: Int) -> String { String(decoding: lines[number - 1], as: UTF8.self) }

    /// The line that is wanted, and how many match if a text is looked for.
    func middle(_ parameters: RPCParameters) throws(RPCError) -> (line: Int, matches: Int?) {
        guard count > 0 else { throw RPCError(.wrongInput, "the trace is empty") }
        if let text = try parameters.text("text") {
            let found = matches(text)
            guard !found.isEmpty else {
                throw RPCError(
                    .wrongInput,
                    "no line has `\(text)`; look for part of it, such as the first bytes of a packet"
                )
            }
            let wanted = try parameters.integer("occurrence", in: 1...Int.max) ?? 1
            guard wanted <= found.count else {
                throw RPCError(
                    .wrongInput,
                    "only \(found.count) lines have `\(text)`; write a smaller `occurrence`")
            }
            return (found[wanted - 1], found.count)
        }
        if let time = try parameters.duration("time") {
            let index = lines.firstIndex { line in
                seconds(of: line).map { $0 >= time.seconds } ?? false
            }
            return ((index ?? count - 1) + 1, nil)
        }
        guard let line = try parameters.integer("line", in: 1...Int.max) else {
            throw parameters.wrong("write `text`, `time` or `line`")
        }
        guard line <= count else {
            throw RPCError(.wrongInput, "the trace has \(count) lines; write a smaller `line`")
        }
        return (line, nil)
    }

    /// The numbers of the lines with a text, or else with all its words.
    private func matches(_ text: String) -> [Int] {
        func numbers(_ parts: [String]) -> [Int] {
            lines.indices.filter { index in
                let line = line(index + 1)
                return parts.allSatisfy { line.contains($0) }
            }.map { $0 + 1 }
        }
        let whole = numbers([text])
        guard whole.isEmpty else { return whole }
        let words = text.split(separator: " ").map(String.init)
        return words.count > 1 ? numbers(words) : []
    }

    /// In which a line begins.
    private func seconds(of line: ArraySlice<UInt8>) -> Double? {
        let start = line.drop { $0 == UInt8(ascii: " ") }
        return Double(String(decoding: start.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    }

    /// Lines around one, a third of them before it, and the number of the first.
    func around(_ middle: Int, _ wanted: Int) -> (lines: [String], first: Int) {
        let last = min(count, max(1, middle - wanted / 3) + wanted - 1)
        let first = max(1, last - wanted + 1)
        return ((first...last).map { line($0) }, first)
    }
}
