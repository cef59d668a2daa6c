import JSON
import Simulation

/// Generates a JavaScript module from the keys of a section of which exactly one must be present: of
/// each the unit, the limits, the default or the words of its value or values.
package enum KeyTable {
    /// The module, which exports one object.
    package static func of(_ root: any Section.Type, called name: String) -> String {
        let rows = root.alternatives.map { key in
            "  \(JSONValue.string(key.name).line): \(value(key.shape).line),\n"
        }
        return "// Written by `boardsim schema --write`; do not edit.\n\n"
            + "/// \(root.about)\nexport const \(name) = {\n\(rows.joined())};\n"
    }

    private static func value(_ shape: Shape) -> JSONValue {
        guard case .section(let section) = shape else { return .object(facts(shape)) }
        return .object(section.keyDescriptions.map { ($0.name, .object(facts($0))) })
    }

    private static func facts(_ key: KeyDescription) -> [(String, JSONValue)] {
        var entries = facts(key.shape)
        if let (lowest, highest) = key.limits {
            entries += [("least", number(lowest)), ("most", number(highest))]
        }
        if case .optional(let otherwise) = key.need, !otherwise.isEmpty {
            entries.append(("otherwise", .string(otherwise)))
        }
        return entries
    }

    private static func facts(_ shape: Shape) -> [(String, JSONValue)] {
        switch shape {
        case .quantity(let dimension): [("unit", .string(dimension.units[0].symbol))]
        case .tuple(let item, _): facts(item)
        case .choice(let words): [("words", .array(words.map { .string($0.word) }))]
        default: []
        }
    }

    /// In the first unit of its dimension.
    private static func number(_ value: any DeclaredValue) -> JSONValue {
        let number: Double? =
            switch value {
            case let value as Int: Double(value)
            case let value as Nanoseconds: value.seconds
            default: (value as? any Measured)?.value
            }
        guard let number else { return .null }
        return Int(exactly: number).map { .integer($0) } ?? .number(number)
    }
}

/// A quantity of any dimension.
private protocol Measured {
    var value: Double { get }
}

extension Quantity: Measured {}
