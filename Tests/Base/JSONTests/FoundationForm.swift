import Foundation
import JSON

/// A value as Foundation's encoder writes it.
struct FoundationForm: Encodable {
    let value: JSONValue

    static func bytes(
        _ value: JSONValue, _ formatting: JSONEncoder.OutputFormatting
    ) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return Array(try encoder.encode(FoundationForm(value: value)))
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in entries {
                try container.encode(
                    FoundationForm(value: value), forKey: Key(stringValue: name))
            }
        case .array(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(FoundationForm(value: item)) }
        default:
            var container = encoder.singleValueContainer()
            switch value {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .unsigned(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }
}
