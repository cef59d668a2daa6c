/// Texts that are short enough for an answer.
enum MCPText {
    /// A line that is longer is cut.
    private static let longestLine = 400

    /// The beginning and the end of a text; what is left out between them is counted.
    ///
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - rest: where the whole text is.
    static func bounded(
        _ text: String, to limit: Int = MCPResult.longest, rest: String? = nil
    ) -> String {
        guard text.utf8.count > limit else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(cut)
        // The verdict is at the end.
        let head = lines.prefix(fitting: limit * 6 / 10)
        let tail = lines.dropFirst(head.count).reversed().prefix(fitting: limit * 3 / 10).reversed()
        let missing = lines.count - head.count - tail.count
        guard missing > 0 else { return (head + tail).joined(separator: "\n") }
        let place = rest.map { ": \($0)" } ?? ""
        return (head + ["… \(missing) lines are left out here\(place)"] + tail)
            .joined(separator: "\n")
    }

    private static func cut(_ line: Substring) -> String {
        guard line.utf8.count > longestLine else { return String(line) }
        var count = 0
        return line.prefix {
            count += $0.utf8.count
            return count < longestLine
        } + "…"
    }
}

extension Sequence<String> {
    /// As many from the beginning as have this many bytes together, with their line ends.
    fileprivate func prefix(fitting limit: Int) -> [String] {
        var left = limit
        var found: [String] = []
        for line in self {
            left -= line.utf8.count + 1
            guard left >= 0 else { break }
            found.append(line)
        }
        return found
    }
}
