import JSON
import YAML

extension Node {
    /// The same value for programs; a word without quotes is what YAML takes it for (YAML 1.2, 10.3).
    package var json: JSONValue {
        switch content {
        case .scalar(let text, quoted: true): .string(text)
        case .scalar("true", quoted: false): .bool(true)
        case .scalar("false", quoted: false): .bool(false)
        case .scalar(let text, quoted: false):
            isNull
                ? .null
                : Int(text).map(JSONValue.integer) ?? number(text) ?? JSONValue.string(text)
        case .sequence(let items): .array(items.map(\.json))
        case .mapping(let entries): .object(entries.map { ($0.name, $0.value.json) })
        }
    }

    private func number(_ text: String) -> JSONValue? {
        Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }
}
