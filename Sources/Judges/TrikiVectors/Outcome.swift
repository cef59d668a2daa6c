/// What a play came to, to be compared with what a vector expects.
package enum Outcome: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Outcome])
    case object([String: Outcome])

    /// The name of what each packet, frame or poll came to. Files call such a list by many names, or
    /// write a list for each value.
    static let rows = "*"

    /// What each step came to, and the last of them by itself; `more` replaces what has its name.
    static func series(_ rows: [Outcome], _ more: [String: Outcome] = [:]) -> Outcome {
        var fields: [String: Outcome] = [:]
        if case .object(let last) = rows.last { fields = last }
        fields.merge(more) { $1 }
        fields[Self.rows] = .list(rows)
        return .object(fields)
    }

    /// A whole number.
    static func integer(_ value: some BinaryInteger) -> Outcome { .number(Double(value)) }

    /// A number, or nothing.
    static func number(_ value: Double?) -> Outcome { value.map { .number($0) } ?? .null }

    /// A whole number, or nothing.
    static func integer(_ value: Int?) -> Outcome { value.map { .number(Double($0)) } ?? .null }

    /// Numbers in a row.
    static func numbers(_ values: [Double]) -> Outcome { .list(values.map { .number($0) }) }

    /// Whole numbers in a row.
    static func integers(_ values: [Int]) -> Outcome { .list(values.map { .integer($0) }) }
}

extension Outcome: CustomStringConvertible {
    /// As JSON writes it, objects sorted.
    package var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value):
            value == value.rounded() ? "\(Int(exactly: value) ?? 0)" : "\(value)"
        case .text(let text): "\"\(text)\""
        case .list(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
        case .object(let entries):
            "{"
                + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
                .joined(separator: ", ") + "}"
        }
    }
}
