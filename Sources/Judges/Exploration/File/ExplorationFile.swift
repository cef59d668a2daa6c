import JSON

/// An exploration as JSON lines: a header, a line for each run as soon as it has ended, and one for its end.
///
/// An exploration appends to its file and can continue it; parts of several machines are joined by reading all.
package struct ExplorationFile: Sendable {
    package let header: ExplorationHeader
    /// In the order in which they were played.
    package let rows: [ExplorationRow]
    /// nil if it was stopped before its end.
    package let end: ExplorationEnd?
    /// Bytes up to the end of the last complete line; what follows was cut off.
    package let length: Int

    /// - Parameter name: of the file, for messages.
    package init(reading bytes: [UInt8], name: String) throws(ExplorationError) {
        var header: ExplorationHeader?
        var rows: [ExplorationRow] = []
        var end: ExplorationEnd?
        var lines = JSONLines(bytes)
        while let line = lines.next() {
            do {
                let value = try JSONValue(reading: line)
                if header == nil {
                    header = try ExplorationHeader(json: value)
                } else if value[ExplorationEnd.mark] != nil {
                    end = try ExplorationEnd(json: value)
                } else {
                    rows.append(try ExplorationRow(json: value))
                    end = nil
                }
            } catch {
                throw ExplorationError(
                    "\(name):\(lines.number): this is not a line of an exploration; "
                        + (header == nil
                            ? "name a `worlds.jsonl` that `boardsim explore --out` wrote"
                            : "delete it, and the worlds that it lacks are played again with"
                                + " --resume"))
            }
        }
        guard let header else {
            throw ExplorationError(
                "\(name): it has no complete line; delete it, or name another file")
        }
        guard header.format == ExplorationHeader.currentFormat, header.version == 1,
            header.parts > 0, (1...header.parts).contains(header.part)
        else {
            throw ExplorationError(
                "\(name):1: this is version \(header.version) of `\(header.format)`, which this program"
                    + " cannot read; use the program that wrote it")
        }
        (self.header, self.rows, self.end, length) = (header, rows, end, lines.length)
    }

    /// A line without its end.
    package static func line(_ value: some JSONFields) -> [UInt8] {
        // All numbers are whole, so this cannot fail.
        (try? value.json())?.canonical ?? []
    }

    /// The outcome of the run without a fault; nil if it was not played.
    package var base: WorldOutcome? {
        rows.last { $0.key == header.base }?.outcome
    }

    /// The known failures, and what came of them; nil if they were not played.
    package var known: [(name: String, outcome: WorldOutcome?)] {
        header.known.map { name in
            let key = ExplorationRow.Key.known(name)
            return (name, rows.last { $0.key == key }?.outcome)
        }
    }

    /// The rows of known failures.
    package var knownRows: [ExplorationRow] { rows.filter { isKnown($0) } }

    func isKnown(_ row: ExplorationRow) -> Bool {
        header.known.contains { row.key == .known($0) }
    }
}
