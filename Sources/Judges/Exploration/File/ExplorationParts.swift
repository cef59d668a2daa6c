/// All parts of one exploration.
package struct ExplorationParts: Sendable {
    /// A part and the file in which it is.
    package typealias Part = (name: String, file: ExplorationFile)

    /// In the order of their numbers.
    package let parts: [Part]
    /// Of the whole.
    package let header: ExplorationHeader
    /// The most worlds; nil if time was the limit.
    package let most: Int?
    /// Of all parts, each once.
    package private(set) var rows: [ExplorationRow] = []

    /// - Parameter files: in any order.
    /// - Throws: if they are not all parts of one exploration, each once and whole.
    package init(_ files: [Part]) throws(ExplorationError) {
        guard let first = files.first else { throw ExplorationError("name at least one file") }
        parts = files.sorted { $0.file.header.part < $1.file.header.part }
        for (name, file) in files { try Self.check(file, name, with: first) }
        for (one, other) in zip(parts, parts.dropFirst())
        where one.file.header.part == other.file.header.part {
            throw ExplorationError(
                "\(one.name) and \(other.name) are both \(one.file.header.partInWords); name one of"
                    + " them")
        }
        var header = first.file.header
        for part in 1...header.parts where !parts.contains(where: { $0.file.header.part == part }) {
            throw ExplorationError(
                "part \(part)/\(header.parts) is missing; run with --shard \(part)/\(header.parts),"
                    + " and name the file of every part")
        }
        (header.part, header.parts, header.known) = (1, 1, [])
        self.header = header
        most = first.file.end?.most
        try join()
    }

    private static func check(
        _ file: ExplorationFile, _ name: String, with first: Part
    ) throws(ExplorationError) {
        let (header, other) = (file.header, first.file.header)
        if let why = header.difference(from: other) {
            throw ExplorationError(
                "\(first.name) and \(name) belong to different explorations: \(why); merge the parts"
                    + " of one exploration")
        }
        guard header.parts == other.parts else {
            throw ExplorationError(
                "\(first.name) is \(other.partInWords), and \(name) is \(header.partInWords); merge"
                    + " the parts of one division")
        }
        guard let end = file.end else {
            throw ExplorationError(
                "\(name): \(header.partInWords) was stopped before its end; finish it with its command"
                    + " and --resume")
        }
        guard let other = first.file.end, end != other else { return }
        throw ExplorationError(
            "\(first.name) was run with \(other.words), and \(name) with \(end.words); run one of"
                + " them again like the other, with --resume")
    }

    private mutating func join() throws(ExplorationError) {
        var known: [ExplorationRow.Key: (row: ExplorationRow, name: String)] = [:]
        for (name, file) in parts {
            for row in file.rows where !file.isKnown(row) {
                guard let other = known[row.key], other.name != name else {
                    known[row.key] = (row, name)
                    rows.append(row)
                    continue
                }
                guard other.row.outcome == row.outcome else {
                    throw ExplorationError(
                        "\(other.name) and \(name) disagree about this world: \(row.world); the"
                            + " program, or a file that it reads, was another one, or it does not do"
                            + " the same each time")
                }
            }
        }
    }
}
