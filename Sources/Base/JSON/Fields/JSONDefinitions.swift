/// The schemas of the objects in a schema, one for each type.
package struct JSONDefinitions {
    private var names: [ObjectIdentifier: String] = [:]
    private var schemas: [(String, JSONValue)] = []

    /// A reference to the schema of a type, which is made once, though the type may contain itself.
    mutating func reference(
        to type: (some Any).Type, schema: (inout JSONDefinitions) -> JSONValue
    ) -> JSONValue {
        let id = ObjectIdentifier(type)
        if let name = names[id] { return Self.reference(name) }
        let name = freeName("\(type)")
        names[id] = name
        let place = schemas.count
        schemas.append((name, .null))
        schemas[place].1 = schema(&self)
        return Self.reference(name)
    }

    /// Types in different types may have one name.
    private func freeName(_ name: String) -> String {
        var (free, number) = (name, 1)
        while names.values.contains(free) {
            number += 1
            free = "\(name)\(number)"
        }
        return free
    }

    private static func reference(_ name: String) -> JSONValue {
        .object([("$ref", .string("#/$defs/\(name)"))])
    }

    fileprivate var all: JSONValue { .object(schemas) }
}

extension JSONValue {
    /// The JSON Schema (2020-12) of a type.
    ///
    /// - Parameter about: a sentence for its readers.
    package static func schema(
        of type: (some JSONConvertible).Type, called title: String, about: String
    ) -> JSONValue {
        var definitions = JSONDefinitions()
        let root = type.schema(&definitions)
        var entries: [(String, JSONValue)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string(title)), ("description", .string(about)),
        ]
        if case .object(let schema) = root { entries += schema }
        return .object(entries + [("$defs", definitions.all)])
    }

    /// The schema of a type of JSON, with keywords that narrow it.
    package static func type(_ name: String, _ keywords: (String, JSONValue)...) -> JSONValue {
        .object([("type", .string(name))] + keywords)
    }
}
