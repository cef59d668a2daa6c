import JSON

/// The rows of a sweep as JSON lines: a header, then one line for each world, in any order.
///
/// A sweep appends to its file and can continue it; parts of several machines are merged by reading all.
package struct SweepFile: Sendable {
    package let header: SweepHeader
    /// By the number of their world.
    package let rows: [Int: SweepRow]
    /// Bytes up to the end of the last complete line; what follows was cut off.
    package let length: Int

    /// - Parameter name: of the file, for messages.
    package init(reading bytes: [UInt8], name: String) throws(SweepError) {
        var header: (SweepHeader, SweepPlan)?
        var rows: [Int: SweepRow] = [:]
        var names: Set<[String]> = []
        var lines = JSONLines(bytes)
        while let line = lines.next() {
            do {
                if let (_, plan) = header {
                    var row = try SweepRow(json: JSONValue(reading: line))
                    let why = row.problem(in: plan) ?? row.problem(with: rows[row.world])
                    if let why {
                        throw SweepError("\(why); delete this line, and the world is run again")
                    }
                    row.figures.share(&names)
                    rows[row.world] = row
                } else {
                    header = try Self.header(SweepHeader(json: JSONValue(reading: line)))
                }
            } catch {
                let why =
                    (error as? SweepError)?.description
                    ?? "this is not a line of a sweep; name a `worlds.jsonl` that"
                    + " `boardsim sweep --out` wrote"
                throw SweepError("\(name):\(lines.number): \(why)")
            }
        }
        guard let header else {
            throw SweepError("\(name): it has no complete line; delete it, or name another file")
        }
        self.header = header.0
        self.rows = rows
        length = lines.length
    }

    private static func header(
        _ header: SweepHeader
    ) throws(SweepError) -> (SweepHeader, SweepPlan) {
        guard header.format == SweepHeader.currentFormat, header.version == 1 else {
            throw SweepError(
                "this is version \(header.version) of `\(header.format)`, which this program cannot"
                    + " read; use the program that wrote it")
        }
        return (header, try header.plan())
    }

    /// A line without its end.
    package static func line(_ value: some JSONFields) -> [UInt8] {
        // Figures are finite, so this cannot fail.
        (try? value.json())?.canonical ?? []
    }

    /// A row from a line; nil if it is none.
    package static func row(_ line: [UInt8]) -> SweepRow? {
        try? SweepRow(json: JSONValue(reading: line))
    }

    /// The rows of several parts, whatever their order.
    package static func merged(_ parts: [(name: String, file: SweepFile)]) throws(SweepError) -> (
        header: SweepHeader, rows: [SweepRow]
    ) {
        guard let first = parts.first else { throw SweepError("name at least one file") }
        var rows: [Int: SweepRow] = [:]
        var owners: [Int: String] = [:]
        for (name, file) in parts {
            if let why = file.header.difference(from: first.file.header) {
                throw SweepError(
                    "\(first.name) and \(name) belong to different sweeps: \(why); merge the parts of"
                        + " one sweep")
            }
            for (world, row) in file.rows {
                if let other = rows[world], other != row {
                    throw SweepError(
                        "\(owners[world] ?? "") and \(name) disagree about world \(world); one of"
                            + " them was run by another program")
                }
                (rows[world], owners[world]) = (row, name)
            }
        }
        return (first.file.header, rows.values.sorted { $0.world < $1.world })
    }
}
