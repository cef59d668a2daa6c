/// Makes the schema of an object from its fields; their values are not used.
struct JSONFieldDescriber: JSONCoder {
    private(set) var definitions: JSONDefinitions
    private var properties: [(String, JSONValue)] = []
    private var needed: [JSONValue] = []

    init(_ definitions: JSONDefinitions) { self.definitions = definitions }

    /// Other fields are allowed, so that a later version can add some.
    var schema: JSONValue {
        let properties = ("properties", JSONValue.object(properties))
        return needed.isEmpty
            ? .type("object", properties)
            : .type("object", properties, ("required", .array(needed)))
    }

    mutating func required<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, schema: (inout JSONDefinitions) -> JSONValue,
        write: (Value) -> Written, read: (Written) throws(JSONFault) -> Value
    ) {
        properties.append((key, schema(&definitions)))
        needed.append(.string(key))
    }

    mutating func optional<Value, Written: JSONConvertible>(
        _ value: inout Value, _ key: String, otherwise: @autoclosure () -> Value,
        schema: (inout JSONDefinitions) -> JSONValue, write: (Value) -> Written?,
        read: (Written) throws(JSONFault) -> Value
    ) {
        properties.append((key, schema(&definitions)))
    }

    mutating func derived<Written: JSONConvertible>(
        _ value: @autoclosure () -> Written, _ key: String
    ) {
        properties.append((key, Written.schema(&definitions)))
        needed.append(.string(key))
    }
}
