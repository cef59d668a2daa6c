#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON value built at run time; Foundation encodes it.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// NaN and infinities become null, because JSON has neither.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Written with sorted keys, so that equal values give equal text.
    case object([(String, JSONValue)])

    /// Indented text that ends with a newline.
    package func text() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Every case can be encoded, so this fails only when memory runs out.
        let bytes = (try? encoder.encode(self)) ?? Data()
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }
}

extension JSONValue: Encodable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Encodes the value as plain JSON.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in entries {
                try container.encode(value, forKey: Key(stringValue: name))
            }
        case .array(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(item) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value) where value.isFinite: try container.encode(value)
            case .string(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }
}
