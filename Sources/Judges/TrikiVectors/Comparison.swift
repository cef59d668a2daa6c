import YAML

/// One value that came out differently.
package struct Difference: Sendable, Equatable {
    /// Where in the outputs: `frames[3].posX`; empty for the vector as a whole.
    package var path: String
    package var message: String
}

/// Compares what came out with what a vector expects.
struct Comparison {
    /// Allowed difference of numbers.
    var tolerance: Double
    private(set) var differences: [Difference] = []

    /// What counts ticks, and how far a tick moves the progress of a hold.
    private let counters: TickCounters

    init(tolerance: Double, counters: TickCounters = TickCounters()) {
        self.tolerance = tolerance
        self.counters = counters
    }

    mutating func compare(_ expected: Node, _ actual: Outcome, path: String = "", name: String = "")
    {
        switch (expected.content, actual) {
        case (.mapping(let entries), .object(let values)):
            // A `note_…` is a remark for readers, and nothing that comes out of a play.
            for entry in entries where !entry.name.hasPrefix("note_") {
                let path = path.isEmpty ? entry.name : "\(path).\(entry.name)"
                guard let value = Self.value(of: entry, in: values) else {
                    differences.append(Difference(path: path, message: "was not played"))
                    continue
                }
                compare(entry.value, value, path: path, name: entry.name)
            }
        case (.sequence(let items), .list(let values)):
            let items = name == "resolved" ? counters.settled(items, like: values) : items
            if items.count != values.count {
                differences.append(
                    Difference(path: path, message: "\(values.count) items, not \(items.count)"))
            }
            for (index, (item, value)) in zip(items, values).enumerated() {
                compare(item, value, path: "\(path)[\(index)]", name: name)
            }
        default:
            guard !isEqual(expected, actual, path, name) else { return }
            differences.append(
                Difference(path: path, message: "\(actual), not \(expected.text ?? "a list")"))
        }
    }

    /// The value of that name; for a list without one, the rows of the play, or the column of that
    /// name in them.
    private static func value(of entry: Node.Entry, in values: [String: Outcome]) -> Outcome? {
        let named = values[entry.name]
        guard let items = entry.value.list, case .list(let rows) = values[Outcome.rows] else {
            return named
        }
        if case .list = named { return named }
        if items.contains(where: { if case .mapping = $0.content { true } else { false } }) {
            return .list(rows)
        }
        var column: [Outcome] = []
        for row in rows {
            guard case .object(let fields) = row, let value = fields[entry.name] else {
                return named
            }
            column.append(value)
        }
        return .list(column)
    }

    private func isEqual(
        _ expected: Node, _ actual: Outcome, _ path: String, _ name: String
    ) -> Bool {
        switch actual {
        case .null: return expected.isNone
        case .bool(let value): return expected.bool == value
        case .text(let text): return expected.text == text
        case .number(let value):
            guard let number = expected.number else { return false }
            let allowed = counters.allowance(at: path, name) ?? tolerance
            return abs(value - number) <= allowed * (1 + 1e-9)
        case .list, .object: return false
        }
    }
}
