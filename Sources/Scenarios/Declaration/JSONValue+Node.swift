import JSON
import YAML

extension JSONValue {
    /// The same value as a section of a file reads it; it has no place.
    package var node: Node {
        let content: Node.Content =
            switch self {
            case .null: .scalar("", quoted: false)
            case .bool(let value): .scalar(value ? "true" : "false", quoted: false)
            case .integer(let value): .scalar("\(value)", quoted: false)
            case .unsigned(let value): .scalar("\(value)", quoted: false)
            case .number(let value): .scalar("\(value)", quoted: false)
            case .string(let value): .scalar(value, quoted: true)
            case .array(let items): .sequence(items.map(\.node))
            case .object(let entries):
                .mapping(
                    entries.map { Node.Entry(name: $0.0, mark: .start, value: $0.1.node) })
            }
        return Node(content, mark: .start)
    }
}
